import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import type { DatasetSummary } from '#contract/datasets/routes.ts';
import { datasetsQuery } from '#web/http/applications.ts';
import { DataTimes } from '#web/freshness/DataTimes.tsx';
import { LateMark } from '#web/freshness/LateMark.tsx';
import { marksOf } from '#display/words/verification.ts';
import { formatBytes, formatShort } from '#display/format/number.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { VerifiedMark } from '#web/ui/VerifiedMark.tsx';
import { aboutRows } from '../estimates.ts';
import { labelOf } from '../names.ts';
import { tableOf } from '../place.ts';
import { FilePicker } from '../upload/FilePicker.tsx';
import style from './ApplicationPage.module.css';

export function DatasetsTab({ application }: { application: Application }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: datasets } = useQuery(datasetsQuery(application.id));
  if (datasets?.length === 0) return <NoDatasets application={application} />;
  const number = { align: 'end' as const, className: 'numbers' };
  const nameColumn = {
    title: t('dataset.name'),
    key: 'name',
    render: (dataset: DatasetSummary) => (
      <>
        <Link to={`/application/${application.id}/datasets/${dataset.id}`} dir="auto">
          {labelOf(dataset, language)}
        </Link>
        <VerifiedMark marks={marksOf(dataset, language)} />
        {dataset.lateSince && (
          <div>
            <LateMark since={dataset.lateSince} newest={dataset.newest} loadedAt={dataset.lastDataAt} />
          </div>
        )}
      </>
    ),
  };
  const connectedColumns = [
    nameColumn,
    {
      title: t('dataset.source'),
      key: 'source',
      render: ({ connection }: DatasetSummary) => connection && clip(tableOf(connection)),
    },
    {
      title: t('application.rows'),
      dataIndex: 'rows',
      ...number,
      render: (rows: number) => aboutRows(rows, language, t),
    },
    { title: t('dataset.columns'), dataIndex: 'columns', ...number },
  ];
  const loadedColumns = [
    nameColumn,
    {
      title: t('application.rows'),
      dataIndex: 'rows',
      ...number,
      render: (rows: number) => formatShort(rows, language),
    },
    { title: t('dataset.columns'), dataIndex: 'columns', ...number },
    {
      title: t('application.size'),
      dataIndex: 'bytes',
      ...number,
      render: (bytes: number) => formatBytes(bytes, language),
    },
    { title: t('dataset.version'), dataIndex: 'version', ...number },
    {
      title: t('dataset.rejects'),
      key: 'rejects',
      render: ({ id, rejects }: DatasetSummary) =>
        rejects > 0 && (
          <Link to={`/application/${application.id}/datasets/${id}/rejects`}>
            <Badge tone="warn">{formatShort(rejects, language)}</Badge>
          </Link>
        ),
    },
    {
      title: t('application.last'),
      key: 'lastDataAt',
      render: ({ lastDataAt, newest }: DatasetSummary) => <DataTimes loadedAt={lastDataAt} newest={newest} />,
    },
  ];
  return (
    <Panel>
      <div className={style['datasets']}>
        <DataTable
          rows={datasets}
          columns={application.kind === 'connection' ? connectedColumns : loadedColumns}
          empty=""
        />
      </div>
    </Panel>
  );
}

function NoDatasets({ application: { id, kind, right } }: { application: Application }) {
  const { t } = useTranslation();
  const isEditor = right === 'edit';
  if (kind === 'connection')
    return (
      <EmptyState picture={<InflowPicture />} title={t('dataset.none.title')} text={t('dataset.none.tablesText')}>
        {isEditor && (
          <LinkButton to={`/application/${id}/tables`} primary>
            {t('dataset.none.tables')}
          </LinkButton>
        )}
      </EmptyState>
    );
  return (
    <EmptyState picture={<InflowPicture />} title={t('dataset.none.title')} text={t('dataset.none.text')}>
      {isEditor && (
        <>
          <FilePicker into={id} primary={kind !== 'events'} />
          <LinkButton to={`/application/${id}/setup`} primary={kind === 'events'}>
            {t('dataset.none.push')}
          </LinkButton>
        </>
      )}
    </EmptyState>
  );
}
