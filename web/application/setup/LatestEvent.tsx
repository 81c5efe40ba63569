import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import type { DatasetSummary } from '#contract/datasets/routes.ts';
import { datasetsQuery } from '#web/http/applications.ts';
import { datasetQuery, rowsQuery } from '#web/http/datasets.ts';
import { formatInstant } from '#display/format/date.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { useCellText } from '../dataset/cell-text.ts';
import { labelOf } from '../names.ts';
import style from './SetupTab.module.css';

const laterOf = (a: DatasetSummary, b: DatasetSummary) => ((a.lastDataAt ?? '') > (b.lastDataAt ?? '') ? a : b);

/** Waits for the first event, then shows the newest one. */
export function LatestEvent({ application: { id } }: { application: Application }) {
  const { t } = useTranslation();
  const { data: datasets = [] } = useQuery(datasetsQuery(id));
  const filled = datasets.filter((dataset) => dataset.rows);
  if (filled.length === 0)
    return (
      <Panel>
        <div className={style['waiting']} role="status">
          <span className={style['pulse']} aria-hidden />
          <strong>{t('setup.waiting')}</strong>
          <span>{t('setup.waitingText')}</span>
        </div>
      </Panel>
    );
  return <LatestEventPanel dataset={filled.reduce(laterOf)} />;
}

function LatestEventPanel({ dataset }: { dataset: DatasetSummary }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const textOf = useCellText();
  const { data: whole } = useQuery(datasetQuery(dataset.id));
  const { data: page } = useQuery(
    rowsQuery({ id: dataset.id, offset: Math.max((dataset.rows ?? 0) - 1, 0), limit: 1 }),
  );
  const row = page?.rows[0];
  const columns = page?.columns.map((id) => whole?.columns.find((column) => column.id === id)) ?? [];
  return (
    <Panel title={t('setup.latest')}>
      <p role="status">
        {t('setup.arrived', { dataset: labelOf(dataset, language), at: formatInstant(dataset.lastDataAt) })}
      </p>
      <dl className={style['event']}>
        {columns.map(
          (column, index) =>
            column && (
              <Fragment key={column.id}>
                <dt dir="auto">{labelOf(column, language)}</dt>
                <dd className="numbers" dir="auto">
                  {textOf(row?.[index], column)}
                </dd>
              </Fragment>
            ),
        )}
      </dl>
      <Link to={`/application/${dataset.applicationId}/datasets/${dataset.id}`}>{t('setup.open')}</Link>
    </Panel>
  );
}
