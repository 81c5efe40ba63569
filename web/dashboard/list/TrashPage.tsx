import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { ApiOutput } from '#contract/api.ts';
import { call } from '#web/http/client.ts';
import { trashedDashboardsQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { useIsEditor } from '#web/http/me.ts';
import { clip } from '#web/ui/Clip.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { showMoment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { toast } from '#web/ui/toast.ts';
import { titleOf } from './title.ts';

type TrashedDashboard = ApiOutput<'GET /dashboards/trash'>[number];

/** Dashboards in the trash, which can be restored for thirty days. */
export function TrashPage() {
  useLive();
  const { t } = useTranslation();
  const { data: trash } = useQuery(trashedDashboardsQuery);
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: '/dashboard', text: t('common.menu.dashboard') }]} />
      <PageHeading title={t('trash.title')} lead={t('dashboard.trash.lead')} />
      {trash?.length === 0 ? (
        <EmptyState picture={<BoardPicture />} title={t('trash.emptyTitle')} text={t('dashboard.trash.empty')} />
      ) : (
        <Panel>
          <TrashTable trash={trash} />
        </Panel>
      )}
    </>
  );
}

function TrashTable({ trash }: { trash: TrashedDashboard[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = useIsEditor();
  const { restore, remove } = useTrash();
  const nameOf = ({ title }: TrashedDashboard) => titleOf(title, language, t);
  const columns = [
    { title: t('trash.name'), key: 'name', render: (each: TrashedDashboard) => clip(nameOf(each)) },
    { title: t('dashboard.list.owner'), key: 'by', render: ({ by }: TrashedDashboard) => clip(by?.name ?? '-') },
    { title: t('dashboard.list.cards'), dataIndex: 'cards', align: 'end' as const, className: 'numbers' },
    { title: t('trash.since'), dataIndex: 'trashedAt', render: showMoment },
    ...(isEditor
      ? [
          {
            ...actionColumn,
            render: (each: TrashedDashboard) =>
              each.right === 'edit' && (
                <RowActions>
                  <Button size="small" onClick={() => restore(each.id)}>
                    {t('trash.restore')}
                  </Button>
                  <Button size="small" danger onClick={() => remove(each.id, nameOf(each))}>
                    {t('trash.remove')}
                  </Button>
                </RowActions>
              ),
          },
        ]
      : []),
  ];
  return <DataTable rows={trash} columns={columns} empty="" />;
}

function useTrash() {
  const { t } = useTranslation();
  const { mutate: restore } = useMutation({
    mutationFn: (id: string) => call('POST /dashboards/:id/restore', { id }),
    onSuccess: () => void toast('success', t('trash.restored')),
    onError: toastProblem,
  });
  const { mutate: remove } = useMutation({
    mutationFn: (id: string) => call('DELETE /dashboards/:id/trash', { id }),
    onSuccess: () => void toast('success', t('trash.removed')),
    onError: toastProblem,
  });
  const confirmAndRemove = (id: string, name: string) =>
    void confirmDanger({
      title: t('trash.removeTitle', { name }),
      text: t('dashboard.trash.removeText'),
      yes: t('trash.remove'),
      onYes: () => remove(id),
    });
  return { restore, remove: confirmAndRemove };
}
