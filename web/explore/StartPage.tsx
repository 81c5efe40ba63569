import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { formatNumber, formatShort } from '#display/format/number.ts';
import { placeOf } from '#web/application/place.ts';
import { LatestRow } from '#web/freshness/DataTimes.tsx';
import { LateMark } from '#web/freshness/LateMark.tsx';
import { labelOf } from '#display/words/subject.ts';
import { chartsQuery, allDatasetsQuery } from '#web/http/run-query.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { VerifiedIcon } from '#web/ui/VerifiedMark.tsx';
import { addressOfDataset, addressOfSql } from './explore-location.ts';
import style from './StartPage.module.css';

// The table of charts is heavy, and a new installation has none.
const ChartList = lazy(() => import('./ChartList.tsx').then((module) => ({ default: module.ChartList })));

/** The start page of Explore: datasets and saved charts. */
export function StartPage() {
  const { t } = useTranslation();
  const { data: datasets } = useQuery(allDatasetsQuery);
  const { data: charts = [] } = useQuery({ ...chartsQuery, throwOnError: false });
  const isEditor = useIsEditor();
  if (!datasets) return <PageSpinner />;
  return (
    <>
      <PageHeading
        title={t('explore.title')}
        lead={t('explore.lead')}
        actions={isEditor && datasets.length > 0 && <LinkButton to={addressOfSql}>{t('explore.tabs.sql')}</LinkButton>}
      />
      {datasets.length === 0 ? (
        <EmptyState picture={<BoardPicture />} title={t('explore.empty.title')} text={t('explore.empty.text')}>
          <LinkButton to="/application" primary>
            {t('explore.empty.action')}
          </LinkButton>
        </EmptyState>
      ) : (
        <Panel title={t('explore.choose')}>
          <ul className={style['datasets']}>
            {datasets.map((dataset) => (
              <DatasetCard key={dataset.id} dataset={dataset} />
            ))}
          </ul>
        </Panel>
      )}
      {charts.length > 0 && (
        <Panel title={t('explore.charts')}>
          <Suspense>
            <ChartList charts={charts} />
          </Suspense>
        </Panel>
      )}
    </>
  );
}

function DatasetCard({ dataset }: { dataset: ListedDataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = t('common.columnCount', { columns: dataset.columns, count: dataset.columns });
  const rows = dataset.connection
    ? t('tables.rows', { rows: formatShort(dataset.rows, language), count: dataset.rows ?? 0 })
    : t('common.rowCount', { rows: formatNumber(dataset.rows, language), count: dataset.rows ?? 0 });
  const isUncounted = dataset.rows === null || (dataset.connection && dataset.rows === 0);
  return (
    <li>
      <Link to={addressOfDataset(dataset.id)}>
        <b>
          <bdi>{labelOf(dataset, language)}</bdi>
          <VerifiedIcon verification={dataset.verification} />
        </b>
        <span dir="auto">{dataset.application}</span>
        <small className="numbers">{isUncounted ? columns : t('explore.size', { rows, columns })}</small>
        <small>
          {dataset.connection ? (
            placeOf(dataset.connection)
          ) : dataset.lastDataAt ? (
            <>
              {t('application.last')} <Moment at={dataset.lastDataAt} />
            </>
          ) : (
            t('explore.noData')
          )}
        </small>
        {dataset.newest !== null && (
          <small>
            <LatestRow newest={dataset.newest} />
          </small>
        )}
        {dataset.lateSince && (
          <LateMark since={dataset.lateSince} newest={dataset.newest} loadedAt={dataset.lastDataAt} />
        )}
      </Link>
    </li>
  );
}
