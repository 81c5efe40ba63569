import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';

import { createPasskey } from '#web/http/passkey.ts';
import { toast } from '#web/ui/toast.ts';
import { deviceOf } from './device.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

type PasskeyValues = { name: string; password?: string };

/** Asks for a name, then has the browser create the passkey. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <PasswordDialog<PasskeyValues, unknown>
      title={t('account.passkeys.add')}
      text={t('account.passkeys.addText')}
      action={t('account.twoStep.next')}
      initialValues={{ name: deviceOf(navigator.userAgent) }}
      fields={
        <Form.Item
          name="name"
          label={t('account.passkeys.name')}
          rules={[{ required: true, whitespace: true, message: t('auth.rules.name') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
      }
      submit={({ name, password }) => createPasskey(name, password)}
      onDone={(passkey) => {
        if (!passkey) return;
        onClose();
        void toast('success', t('account.passkeys.done'));
      }}
      onClose={onClose}
    />
  );
}
