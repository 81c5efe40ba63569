import { useMutation, useQueryClient } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets.ts';
import { call } from '#web/http/client.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { TextsFields } from './TextsFields.tsx';
import { UsedNote } from './UsedNote.tsx';

type Values = Pick<Dataset, 'label' | 'description'>;

/** Changes what a dataset is called and what is said about it. */
export function DatasetDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => call('PATCH /datasets/:id', { id: dataset.id, ...values }),
    onSuccess: (changed) => {
      queries.setQueryData(datasetQuery(dataset.id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: ['application', dataset.applicationId] });
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
        <UsedNote dataset={dataset} />
        <TextsFields name={dataset.name} />
      </Form>
    </Modal>
  );
}
