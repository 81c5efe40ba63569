import { PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Application, Key } from '#contract/applications/routes.ts';
import { keysQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Moment, showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn } from '#web/ui/RowActions.tsx';
import { toast } from '#web/ui/toast.ts';
import { KeyDialog } from './KeyDialog.tsx';

/** The keys that programs use to push into the application. */
export function KeysTab({ application: { id } }: { application: Application }) {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const revoke = useRevoke(id);
  const { data: keys } = useQuery(keysQuery(id));
  const columns = [
    { title: t('keys.name'), dataIndex: 'name', render: clip },
    { title: t('keys.hint'), dataIndex: 'hint', render: (hint: string) => <code>{`…${hint}`}</code> },
    { title: t('keys.made'), dataIndex: 'createdAt', render: showMoment },
    {
      title: t('keys.used'),
      dataIndex: 'lastUsedAt',
      render: (at: string | null) => (at ? <Moment at={at} /> : t('keys.never')),
    },
    {
      ...actionColumn,
      render: (key: Key) =>
        key.revokedAt ? (
          <Badge tone="bad">{t('keys.revoked')}</Badge>
        ) : (
          <Button size="small" danger onClick={() => revoke(key)}>
            {t('keys.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <Panel
      title={t('keys.title')}
      extra={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
          {t('keys.create')}
        </Button>
      }
    >
      <DataTable rows={keys} columns={columns} empty={t('keys.none')} />
      {isCreating && <KeyDialog application={id} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function useRevoke(application: string) {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (key: Key) => call('DELETE /applications/:id/keys/:key', { id: application, key: key.id }),
    onSuccess: () => void toast('success', t('keys.nowRevoked')),
    onError: toastProblem,
  });
  return (key: Key) =>
    void confirmDanger({
      title: t('keys.revokeTitle', { name: key.name }),
      text: t('keys.revokeText'),
      yes: t('keys.revoke'),
      onYes: () => mutate(key),
    });
}
