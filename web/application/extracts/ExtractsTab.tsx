import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import type { DataExtract } from '#contract/extracts/routes.ts';
import { extractsQuery } from '#web/http/extracts.ts';
import { useZone } from '#web/shell/preferences.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { ChangeScheduleDialog } from './ChangeScheduleDialog.tsx';
import { useDeleteExtract, useRunExtract } from './extract-actions.ts';
import { useScheduleWords } from './schedule-words.ts';
import style from './Extracts.module.css';
import { ExtractState } from './ExtractState.tsx';

/** The extracts of an application, from databases and the web, with schedule and state. */
export function ExtractsTab({ application: { id } }: { application: Pick<Application, 'id'> }) {
  const { t } = useTranslation();
  const { data: extracts } = useQuery(extractsQuery(id));
  const [changing, setChanging] = useState<DataExtract>();
  const addLink = (
    <LinkButton to={`/application/web?into=${id}`} primary>
      {t('extracts.web.title')}
    </LinkButton>
  );
  if (extracts?.length === 0)
    return (
      <EmptyState picture={<InflowPicture />} title={t('extracts.none.title')} text={t('extracts.none.text')}>
        {addLink}
      </EmptyState>
    );
  const columns = [
    { title: t('imports.dataset'), key: 'name', render: (each: DataExtract) => <ExtractName extract={each} /> },
    { title: t('extracts.source'), key: 'source', render: (each: DataExtract) => <ExtractSourceCell extract={each} /> },
    { title: t('extracts.when'), key: 'when', render: (each: DataExtract) => <ExtractTiming extract={each} /> },
    { title: t('extracts.last'), dataIndex: 'lastRunAt', render: showMomentOrDash },
    { title: t('imports.state'), key: 'state', render: (each: DataExtract) => <ExtractState extract={each} /> },
    { title: t('alerts.by'), dataIndex: 'by', render: (by: string | null) => clip(by ?? '-') },
    {
      ...actionColumn,
      render: (each: DataExtract) => <ExtractActions extract={each} onChange={() => setChanging(each)} />,
    },
  ];
  return (
    <Panel title={t('application.tabs.extracts')} extra={addLink}>
      <DataTable rows={extracts} columns={columns} empty="" />
      {changing && <ChangeScheduleDialog extract={changing} onClose={() => setChanging(undefined)} />}
    </Panel>
  );
}

const showMomentOrDash = (at: string | null) => (at ? <Moment at={at} /> : '-');

function ExtractName({ extract: { applicationId, datasetId, name } }: { extract: DataExtract }) {
  if (!datasetId) return clip(name);
  return (
    <Link to={`/application/${applicationId}/datasets/${datasetId}`} dir="auto">
      {name}
    </Link>
  );
}

/** Name of the source, and which of its rows are loaded. */
function ExtractSourceCell({ extract: { source, sourceName, lastValue } }: { extract: DataExtract }) {
  const { t } = useTranslation();
  if (source.kind === 'web')
    return (
      <span className={style['source']}>
        {clip(source.url ?? '-')}
        <small>{t(`extracts.modes.${source.mode}`)}</small>
      </span>
    );
  const isGrowing = source.growingColumn !== null;
  return (
    <span className={style['source']}>
      {clip(sourceName ?? t('extracts.hiddenSource'))}
      <small>
        {t(`extracts.rowChoices.${isGrowing ? 'new' : 'all'}`)}
        {isGrowing && lastValue !== null && <> · {t('extracts.upTo', { value: lastValue })}</>}
      </small>
    </span>
  );
}

/** Schedule, next run, and the time zone if it is not the member's. */
function ExtractTiming({ extract: { schedule, zone, state, nextRunAt } }: { extract: DataExtract }) {
  const { t } = useTranslation();
  const words = useScheduleWords();
  const ownZone = useZone();
  const isByClock = schedule !== null && schedule.kind !== 'every';
  return (
    <span className={style['when']}>
      {words(schedule)}
      {isByClock && zone !== ownZone && <small>{zone}</small>}
      {state === 'idle' && nextRunAt && (
        <small>
          {t('extracts.next')} <Moment at={nextRunAt} />
        </small>
      )}
    </span>
  );
}

function ExtractActions({ extract, onChange }: { extract: DataExtract; onChange: () => void }) {
  const { t } = useTranslation();
  const { run, isStarting } = useRunExtract(extract);
  const remove = useDeleteExtract(extract);
  return (
    <RowActions>
      <Button size="small" loading={isStarting} disabled={extract.state !== 'idle'} onClick={run}>
        {t('extracts.run')}
      </Button>
      <Button size="small" onClick={onChange}>
        {t('extracts.change')}
      </Button>
      <Button size="small" danger onClick={remove}>
        {t('extracts.delete')}
      </Button>
    </RowActions>
  );
}
