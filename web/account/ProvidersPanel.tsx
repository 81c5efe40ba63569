import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { LinkedProvider } from '#contract/accounts/security.ts';
import { call } from '#web/http/client.ts';
import { clip } from '#web/ui/Clip.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { protectionQuery } from './protection.ts';
import style from './TwoStep.module.css';

/** Linked sign-in providers; the only way to sign in cannot be unlinked. */
export function ProvidersPanel() {
  const { t } = useTranslation();
  const { data: protection } = useQuery(protectionQuery);
  const { mutate: unlink } = useMutation({
    mutationFn: ({ id }: LinkedProvider) => call('DELETE /me/providers/:id', { id }),
    onError: toastProblem,
  });
  const providers = protection?.providers ?? [];
  if (providers.length === 0) return null;
  const confirmUnlink = (provider: LinkedProvider) =>
    void confirmDanger({
      title: t('account.providers.unlinkTitle'),
      text: t('account.providers.unlinkText'),
      yes: t('account.providers.unlink'),
      onYes: () => unlink(provider),
    });
  const columns = [
    { title: t('account.providers.address'), dataIndex: 'address', render: clip },
    { title: t('account.providers.since'), dataIndex: 'since', render: showMoment },
    {
      ...actionColumn,
      render: (provider: LinkedProvider) => (
        <RowActions>
          <Button size="small" disabled={provider.isOnlyWay} onClick={() => confirmUnlink(provider)}>
            {t('account.providers.unlink')}
          </Button>
        </RowActions>
      ),
    },
  ];
  return (
    <Panel title={t('account.providers.title')}>
      <p className={style['quiet']}>
        {t(providers.some(({ isOnlyWay }) => isOnlyWay) ? 'account.providers.onlyWay' : 'account.providers.lead')}
      </p>
      <DataTable rows={providers} columns={columns} empty="" />
    </Panel>
  );
}
