import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import Modal from 'antd/es/modal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { passwordLength } from '#contract/rules.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { protectionQuery } from './protection.ts';

type Given = { password?: string };
type Props<Values extends Given, Answer> = {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  /** What else is filled in, above the password. */
  fields?: ReactNode;
  initialValues?: Partial<Values>;
  submit: (given: Values) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

/** Does something that needs the password once more, if there is one. */
export function PasswordDialog<Values extends Given, Answer>({
  title,
  text,
  action,
  danger,
  fields,
  initialValues,
  submit,
  onDone,
  onClose,
}: Props<Values, Answer>) {
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
