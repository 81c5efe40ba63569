import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { isNotFound } from '#contract/errors.ts';
import type { Drawing } from '#domain/query/chart.ts';
import type { SavedChart } from '#contract/saved-charts/routes.ts';
import { type DatasetQuerySpec, emptyQuerySpec } from '#domain/query/query.ts';
import { chartQuery } from '#web/http/run-query.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';
import { useLive } from '#web/http/live.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useLook } from '#web/shell/preferences.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { defaultView } from './default-view.ts';
import {
  type FromUrl,
  addressOfDataset,
  addressOfSql,
  type ExploreLocation,
  useExploreLocation,
} from './explore-location.ts';
import { useTimeExtent } from './use-time-extent.ts';
import { SqlPage } from './SqlPage.tsx';
import { StartPage } from './StartPage.tsx';
import { emptySql, type SqlView } from './sql/sql-view.ts';
import type { ExploreView } from './explore-view.ts';
import { Workbench } from './Workbench.tsx';

/** Explore: a query built by clicking, or SQL; the state is in the URL. */
export function ExplorePage() {
  useLive();
  const { location } = useExploreLocation();
  if (location.chart) return <ExploreChart id={location.chart} location={location} />;
  if (location.tab === 'sql') return <ExploreSql view={location.sql} chart={undefined} />;
  if (!location.dataset) return <StartPage />;
  return <ExploreDataset key={location.dataset} id={location.dataset} view={location.view} chart={undefined} />;
}

// Row listings cannot be built by clicking; they become a count of rows.
const viewOf = (spec: DatasetQuerySpec, drawing: Drawing): ExploreView =>
  spec.kind === 'query'
    ? { ask: spec, ...drawing }
    : {
        ask: { ...emptyQuerySpec(spec.dataset), filters: spec.filters, period: spec.period },
        kind: 'auto',
        options: {},
      };

const viewsOfCharts = new WeakMap<SavedChart, ExploreView>();

// Returns the same view object for the same chart, so that pending changes based on it are recognized.
function viewOfChart(saved: SavedChart, spec: DatasetQuerySpec): ExploreView {
  const view = viewsOfCharts.get(saved) ?? viewOf(spec, saved.chart.drawing);
  viewsOfCharts.set(saved, view);
  return view;
}

function ExploreChart({ id, location }: { id: string; location: ExploreLocation }) {
  const { data: saved, error } = useQuery({ ...chartQuery(id), throwOnError: (problem) => !isNotFound(problem) });
  if (isNotFound(error)) return <MissingNotice kind="chart" />;
  if (!saved) return <PageSpinner />;
  const { ask: spec, drawing } = saved.chart;
  if (spec.kind === 'sql')
    return <ExploreSql view={location.sql === 'fresh' ? { ask: spec, ...drawing } : location.sql} chart={saved} />;
  const view = location.view === 'fresh' ? viewOfChart(saved, spec) : location.view;
  return <ExploreDataset key={spec.dataset} id={spec.dataset} view={view} chart={saved} />;
}

function ExploreSql({ view, chart }: { view: FromUrl<SqlView>; chart: SavedChart | undefined }) {
  if (view === 'damaged') return <DamagedLink to={addressOfSql} />;
  return <SqlPage view={view === 'fresh' ? emptySql : view} chart={chart} />;
}

type ExploreDatasetProps = { id: string; view: FromUrl<ExploreView>; chart: SavedChart | undefined };

function ExploreDataset({ id, view, chart }: ExploreDatasetProps) {
  const { data: dataset, error } = useQuery({
    ...queriedDatasetQuery(id),
    throwOnError: (problem) => !isNotFound(problem),
  });
  const { weekStart } = useLook();
  const range = useTimeExtent(dataset, view !== 'fresh');
  const fresh = useMemo(
    () => dataset && range !== undefined && defaultView(id, dataset, range, weekStart),
    [id, dataset, range, weekStart],
  );
  if (isNotFound(error) || dataset?.trashedAt) return <MissingNotice kind="dataset" />;
  if (view === 'damaged') return <DamagedLink to={addressOfDataset(id)} />;
  if (!dataset || !fresh) return <PageSpinner />;
  return <Workbench dataset={dataset} view={view === 'fresh' ? fresh : view} chart={chart} />;
}

function MissingNotice({ kind }: { kind: 'chart' | 'dataset' }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('explore.title')} />
      <EmptyState picture={<LostPicture />} title={t(`explore.gone.${kind}`)} text={t('explore.gone.text')}>
        <LinkButton to="/dashboard/explore" primary>
          {t('explore.gone.action')}
        </LinkButton>
      </EmptyState>
    </>
  );
}

/** Shown for a truncated or altered link. */
function DamagedLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('explore.title')} />
      <EmptyState picture={<LostPicture />} title={t('explore.damaged.title')} text={t('explore.damaged.text')}>
        <LinkButton to={to} primary>
          {t('explore.damaged.action')}
        </LinkButton>
        <Button onClick={() => window.history.back()}>{t('explore.damaged.back')}</Button>
      </EmptyState>
    </>
  );
}
