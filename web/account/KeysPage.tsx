import { PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { PersonalKey } from '#contract/accounts/keys.ts';
import { call } from '#web/http/client.ts';
import { clip } from '#web/ui/Clip.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { KeyDialog } from './KeyDialog.tsx';

/** Personal keys, with which programs call the API on behalf of the member. */
export function KeysPage() {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const { data: keys } = useQuery({ queryKey: ['keys'], queryFn: () => call('GET /me/keys', {}) });
  const { mutate: revoke } = useMutation({
    mutationFn: ({ id }: PersonalKey) => call('DELETE /me/keys/:id', { id }),
    onError: toastProblem,
  });
  const confirmRevocation = (key: PersonalKey) =>
    confirmDanger({
      title: t('account.keys.revokeTitle', { name: key.name }),
      text: t('account.keys.revokeText'),
      yes: t('account.keys.revoke'),
      onYes: () => revoke(key),
    });
  const columns = [
    { title: t('account.keys.name'), dataIndex: 'name', render: clip },
    {
      title: t('account.keys.scope'),
      key: 'scope',
      render: (key: PersonalKey) => t(`account.keys.scopes.${key.scope}`),
    },
    { title: t('account.keys.made'), dataIndex: 'createdAt', render: showMoment },
    {
      title: t('account.keys.ends'),
      key: 'ends',
      render: (key: PersonalKey) => (key.expiresAt ? showMoment(key.expiresAt) : t('account.keys.never')),
    },
    { title: t('account.keys.used'), dataIndex: 'lastUsedAt', render: showMoment },
    {
      ...actionColumn,
      render: (key: PersonalKey) => (
        <RowActions>
          <Button size="small" onClick={() => void confirmRevocation(key)}>
            {t('account.keys.revoke')}
          </Button>
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <PageHeading
        title={t('account.keys.title')}
        lead={t('account.keys.lead')}
        actions={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
            {t('account.keys.make')}
          </Button>
        }
      />
      <Panel>
        <DataTable rows={keys} columns={columns} empty={t('account.keys.none')} />
      </Panel>
      {isCreating && <KeyDialog onClose={() => setCreating(false)} />}
    </>
  );
}
