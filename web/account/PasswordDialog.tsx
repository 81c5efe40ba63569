import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import Modal from 'antd/es/modal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { passwordLength } from '#contract/rules.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { protectionQuery } from './protection.ts';

type ConfirmedValues = { password?: string };
type PasswordDialogProps<Values extends ConfirmedValues, Answer> = {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  /** Further fields, above the password. */
  fields?: ReactNode;
  initialValues?: Partial<Values>;
  submit: (values: Values) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

/** Confirms an action with the password, if the member has one. */
export function PasswordDialog<Values extends ConfirmedValues, Answer>({
  title,
  text,
  action,
  danger,
  fields,
  initialValues,
  submit,
  onDone,
  onClose,
}: PasswordDialogProps<Values, Answer>) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { data: protection } = useQuery(protectionQuery);
  useReturnFocus();
  const { mutate, error, isPending } = useMutation({ mutationFn: submit, onSuccess: onDone });
  return (
    <Modal
      open
      width={460}
      title={title}
      okText={action}
      okButtonProps={{ danger: danger ?? false }}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16 }}>{text}</p>
      <Form
        name="confirm"
        form={form}
        layout="vertical"
        requiredMark={false}
        {...(initialValues && { initialValues })}
        onFinish={mutate}
      >
        {fields}
        {protection?.hasPassword !== false && (
          <Form.Item
            name="password"
            label={t('account.security.current')}
            rules={[{ required: true, message: t('auth.rules.present') }]}
          >
            <Password autoFocus autoComplete="current-password" maxLength={passwordLength.max} />
          </Form.Item>
        )}
        {error && <Alert type="error" showIcon title={sentenceOf(error)} />}
      </Form>
    </Modal>
  );
}
