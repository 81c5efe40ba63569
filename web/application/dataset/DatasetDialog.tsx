import { useMutation, useQueryClient } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { call } from '#web/http/client.ts';
import { storeDataset } from '#web/http/datasets.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { TextsFields } from './TextsFields.tsx';
import { UsageNote } from './UsageNote.tsx';

type DatasetValues = Pick<Dataset, 'label' | 'description'>;

/** Edits label and description of a dataset. */
export function DatasetDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  useReturnFocus();
  const [form] = Form.useForm<DatasetValues>();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: DatasetValues) => call('PATCH /datasets/:id', { id: dataset.id, ...values }),
    onSuccess: (changed) => {
      storeDataset(queries, changed);
      void toast('success', t('common.saved'));
      onClose();
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={520}
      title={t('schema.editDataset')}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} initialValues={dataset} onFinish={mutate}>
        <UsageNote dataset={dataset} />
        <TextsFields name={dataset.name} />
      </Form>
    </Modal>
  );
}
