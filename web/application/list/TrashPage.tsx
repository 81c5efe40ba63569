import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Application } from '#contract/applications/routes.ts';
import type { DatasetSummary } from '#contract/datasets/routes.ts';
import { applicationsQuery, trashQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { formatShort } from '#display/format/number.ts';
import { clip } from '#web/ui/Clip.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { showMoment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';

const dayMs = 24 * 60 * 60 * 1000;
const trashDays = 30;

/** Days until a trashed item is deleted, rounded up. */
function daysLeft(trashedAt: string | null, now: number = Date.now()): number {
  if (!trashedAt) return trashDays;
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + trashDays * dayMs - now) / dayMs));
}

type TrashedItem = {
  id: string;
  kind: 'application' | 'dataset';
  name: string;
  /** The name of the application that a dataset belongs to. */
  application: string;
  rows: number | null;
  trashedAt: string | null;
};

/** Deleted applications and datasets, which can be restored for thirty days. */
export function TrashPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: trash } = useQuery(trashQuery);
  const { data: applications = [] } = useQuery({ ...applicationsQuery, throwOnError: false });
  const applicationNames = new Map([...applications, ...(trash?.applications ?? [])].map(({ id, name }) => [id, name]));
  const items = trash && [
    ...trash.applications.map((each: Application): TrashedItem => ({ ...each, kind: 'application', application: '-' })),
    ...trash.datasets.map((each: DatasetSummary): TrashedItem => ({
      ...each,
      kind: 'dataset',
      name: labelOf(each, language),
      application: applicationNames.get(each.applicationId) ?? '-',
    })),
  ];
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: '/application', text: t('common.menu.application') }]} />
      <PageHeading title={t('trash.title')} lead={t('trash.lead')} />
      {items?.length === 0 ? (
        <EmptyState picture={<InflowPicture />} title={t('trash.emptyTitle')} text={t('trash.emptyText')} />
      ) : (
        <Panel>
          <TrashTable items={items} />
        </Panel>
      )}
    </>
  );
}

function TrashTable({ items }: { items: TrashedItem[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { restore, remove } = useTrash();
  const columns = [
    { title: t('trash.name'), dataIndex: 'name', render: clip },
    { title: t('trash.kind'), dataIndex: 'kind', render: (kind: TrashedItem['kind']) => t(`trash.kinds.${kind}`) },
    { title: t('trash.application'), dataIndex: 'application', render: clip },
    {
      title: t('application.rows'),
      dataIndex: 'rows',
      align: 'end' as const,
      className: 'numbers',
      render: (rows: number) => formatShort(rows, language),
    },
    { title: t('trash.since'), dataIndex: 'trashedAt', render: showMoment },
    {
      title: t('trash.left'),
      key: 'left',
      render: ({ trashedAt }: TrashedItem) => {
        const days = daysLeft(trashedAt);
        return t('trash.days', { days, count: days });
      },
    },
    {
      ...actionColumn,
      render: (item: TrashedItem) => (
        <RowActions>
          <Button size="small" onClick={() => restore(item)}>
            {t('trash.restore')}
          </Button>
          <Button size="small" danger onClick={() => remove(item)}>
            {t('trash.remove')}
          </Button>
        </RowActions>
      ),
    },
  ];
  return <DataTable rows={items} columns={columns} empty="" />;
}

function useTrash() {
  const { t } = useTranslation();
  const { mutate: restore } = useMutation({
    mutationFn: ({ id, kind }: TrashedItem) =>
      kind === 'application'
        ? call('POST /applications/:id/restore', { id })
        : call('POST /datasets/:id/restore', { id }),
    onSuccess: () => void toast('success', t('trash.restored')),
    onError: toastProblem,
  });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id, kind }: TrashedItem) =>
      kind === 'application'
        ? call('DELETE /applications/:id/trash', { id })
        : call('DELETE /datasets/:id/trash', { id }),
    onSuccess: () => void toast('success', t('trash.removed')),
    onError: toastProblem,
  });
  const confirmAndRemove = (item: TrashedItem) =>
    void confirmDanger({
      title: t('trash.removeTitle', { name: item.name }),
      text: t('trash.removeText'),
      yes: t('trash.remove'),
      onYes: () => remove(item),
    });
  return { restore, remove: confirmAndRemove };
}
