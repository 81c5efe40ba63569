import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Provider } from '#contract/security.ts';
import { call } from '#web/http/client.ts';
import { clip } from '#web/ui/Clip.tsx';
import { askFirst } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { protectionQuery } from './protection.ts';
import style from './TwoStep.module.css';

/** Where you can sign in as well; nobody loses their only way in. */
export function ProvidersPanel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: protection } = useQuery(protectionQuery);
  const { mutate: unlink } = useMutation({
    mutationFn: ({ id }: Provider) => call('DELETE /me/providers/:id', { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: protectionQuery.queryKey }),
    onError: toastProblem,
  });
  const providers = protection?.providers ?? [];
  if (providers.length === 0) return null;
  const ask = (provider: Provider) =>
    void askFirst({
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
      render: (provider: Provider) => (
        <RowActions>
          <Button size="small" disabled={provider.isOnlyWay} onClick={() => ask(provider)}>
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
