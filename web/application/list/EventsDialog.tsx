import { useMutation, useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { applicationsQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { freeName } from '../names.ts';

/** Creates an application for events and opens its setup. */
export function EventsDialog({ folder, onClose }: { folder: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useId();
  useReturnFocus();
  const { data: applications = [] } = useQuery({ ...applicationsQuery, throwOnError: false });
  const [typed, setTyped] = useState<string>();
  const taken = applications.map((each) => each.name);
  const name = typed ?? freeName(t('application.events.proposal'), taken);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /applications', { name, kind: 'events', folder }),
    onSuccess: async ({ id }) => {
      onClose();
      await navigate(`/application/${id}/setup`);
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={520}
      title={t('application.events.title')}
      okText={t('application.events.create')}
      okButtonProps={{ disabled: !name.trim() }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('application.events.text')}</p>
      <label htmlFor={field}>{t('application.name')}</label>
      <Input
        id={field}
        autoFocus
        value={name}
        maxLength={100}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => name.trim() && mutate()}
      />
    </Modal>
  );
}
