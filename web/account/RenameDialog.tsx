import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';

type RenameDialogProps = {
  title: string;
  name: string;
  submit: (name: string) => Promise<unknown>;
  onClose: () => void;
};

export function RenameDialog({ title, name, submit, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ name: string }>();
  useReturnFocus();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: { name: string }) => submit(values.name),
    onSuccess: onClose,
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={416}
      title={title}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form name="rename" form={form} layout="vertical" requiredMark={false} initialValues={{ name }} onFinish={mutate}>
        <Form.Item
          name="name"
          label={t('auth.name')}
          rules={[{ required: true, whitespace: true, message: t('auth.rules.name') }]}
        >
          <Input autoFocus maxLength={100} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
