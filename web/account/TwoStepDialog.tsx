import { useMutation } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import QRCode from 'antd/es/qr-code';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import style from './TwoStep.module.css';

type TwoStepSecret = { secret: string; uri: string };
type TwoStepDialogProps = { onDone: (codes: string[]) => void; onClose: () => void };

/** Turns two-step verification on: password, then authenticator app and its first code. */
export function TwoStepDialog({ onDone, onClose }: TwoStepDialogProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<TwoStepSecret>();
  if (secret) return <AuthenticatorDialog secret={secret} onDone={onDone} onClose={onClose} />;
  return (
    <PasswordDialog
      title={t('account.twoStep.title')}
      text={t('account.twoStep.passwordText')}
      action={t('account.twoStep.next')}
      submit={(values) => call('POST /me/two-step', values)}
      onDone={setSecret}
      onClose={onClose}
    />
  );
}

function AuthenticatorDialog({ secret, onDone, onClose }: TwoStepDialogProps & { secret: TwoStepSecret }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string }>();
  useReturnFocus();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (values: { code: string }) => call('POST /me/two-step/confirm', values),
    onSuccess: ({ codes }) => onDone(codes),
  });
  return (
    <Modal
      open
      width={460}
      title={t('account.twoStep.scan')}
      okText={t('account.twoStep.turnOn')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p>{t('account.twoStep.scanText')}</p>
      {/* QR scanners need dark on light, whatever the theme. */}
      <div className={style['picture']} role="img" aria-label={t('account.twoStep.picture')}>
        <QRCode value={secret.uri} type="svg" size={168} color="#000" bgColor="#fff" bordered={false} />
      </div>
      <p className={style['quiet']}>{t('account.twoStep.byHand')}</p>
      <CopyField text={secret.secret} label={t('account.twoStep.secret')} />
      <Form
        name="app"
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={mutate}
        className={style['form'] ?? ''}
      >
        <Form.Item
          name="code"
          label={t('account.twoStep.code')}
          rules={[{ required: true, whitespace: true, message: t('auth.code.rule') }]}
        >
          <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={10} placeholder="123456" />
        </Form.Item>
        {error && <Alert type="error" showIcon title={sentenceOf(error)} />}
      </Form>
    </Modal>
  );
}
