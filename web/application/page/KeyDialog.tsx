import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';

type KeyDialogProps = { application: string; onClose: () => void; onCreate?: (secret: string) => void };

/** Creates a write key and shows its secret once. */
export function KeyDialog({ application, onClose, onCreate }: KeyDialogProps) {
  const { t } = useTranslation();
  const field = useId();
  useReturnFocus();
  const [name, setName] = useState(t('keys.proposal'));
  const { create, secret, isPending } = useCreateKey(application, onCreate);
  if (secret)
    return (
      <Modal
        open
        width={520}
        title={t('keys.ready')}
        mask={{ closable: false }}
        onCancel={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            {t('keys.kept')}
          </Button>
        }
      >
        <p style={{ marginBottom: 16 }}>{t('keys.readyText')}</p>
        <CopyField text={secret} label={t('keys.ready')} />
      </Modal>
    );
  return (
    <Modal
      open
      width={520}
      title={t('keys.create')}
      okText={t('keys.create')}
      okButtonProps={{ disabled: !name.trim() }}
      confirmLoading={isPending}
      onOk={() => create(name)}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('keys.text')}</p>
      <label htmlFor={field}>{t('keys.name')}</label>
      <Input
        id={field}
        autoFocus
        value={name}
        maxLength={100}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => name.trim() && create(name)}
      />
    </Modal>
  );
}

/** Creates a key of an application; its secret is held in memory only while the component is mounted. */
function useCreateKey(application: string, onCreate?: (secret: string) => void) {
  const { mutate, data, isPending } = useMutation({
    mutationFn: (name: string) => call('POST /applications/:id/keys', { id: application, name }),
    onSuccess: ({ secret }) => onCreate?.(secret),
    onError: toastProblem,
  });
  return { create: mutate, secret: data?.secret, isPending };
}
