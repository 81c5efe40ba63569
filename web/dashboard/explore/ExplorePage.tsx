import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Drawing } from '#contract/chart.ts';
import type { SavedChart } from '#contract/charts.ts';
import { Problem } from '#contract/errors.ts';
import { type DatasetAsk, emptyAsk } from '#contract/query.ts';
import { chartQuery } from '#web/http/ask.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLive } from '#web/http/live.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useLook } from '#web/shell/preferences.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { freshView } from './fresh.ts';
import { type Addressed, addressOfDataset, addressOfSql, type Shown, useShown } from './location.ts';
import { useRange } from './range.ts';
import { SqlPage } from './SqlPage.tsx';
import { StartPage } from './StartPage.tsx';
import { emptySql, type SqlView } from './sql/sql-view.ts';
import type { View } from './view.ts';
import { Workbench } from './Workbench.tsx';

const isGone = (error: unknown) => error instanceof Problem && error.code === 'not_found';

/** A question by clicking or in SQL; the address says which. */
export function ExplorePage() {
  useLive();
  const { shown } = useShown();
  if (shown.chart) return <OfChart id={shown.chart} shown={shown} />;
  if (shown.tab === 'sql') return <OfSql view={shown.sql} chart={undefined} />;
  if (!shown.dataset) return <StartPage />;
  return <OfDataset key={shown.dataset} id={shown.dataset} view={shown.view} chart={undefined} />;
}

// Plain rows are not asked by clicking; what is asked instead is how many there are.
const viewOf = (ask: DatasetAsk, drawing: Drawing): View =>
  ask.kind === 'query'
    ? { ask, ...drawing }
    : { ask: { ...emptyAsk(ask.dataset), filters: ask.filters, period: ask.period }, kind: 'auto', options: {} };

const views = new WeakMap<SavedChart, View>();

// The same chart is the same view, so that what is on its way from it can be told.
function viewOfChart(saved: SavedChart, ask: DatasetAsk): View {
  const view = views.get(saved) ?? viewOf(ask, saved.chart.drawing);
  views.set(saved, view);
  return view;
}

function OfChart({ id, shown }: { id: string; shown: Shown }) {
  const { data: saved, error } = useQuery({ ...chartQuery(id), throwOnError: (problem) => !isGone(problem) });
  if (isGone(error)) return <Gone what="chart" />;
  if (!saved) return <PageSpinner />;
  const { ask, drawing } = saved.chart;
  if (ask.kind === 'sql') return <OfSql view={shown.sql === 'fresh' ? { ask, ...drawing } : shown.sql} chart={saved} />;
  const view = shown.view === 'fresh' ? viewOfChart(saved, ask) : shown.view;
  return <OfDataset key={ask.dataset} id={ask.dataset} view={view} chart={saved} />;
}

function OfSql({ view, chart }: { view: Addressed<SqlView>; chart: SavedChart | undefined }) {
  if (view === 'damaged') return <Damaged to={addressOfSql} />;
  return <SqlPage view={view === 'fresh' ? emptySql : view} chart={chart} />;
}

type Props = { id: string; view: Addressed<View>; chart: SavedChart | undefined };

function OfDataset({ id, view, chart }: Props) {
  const { data: dataset, error } = useQuery({ ...datasetQuery(id), throwOnError: (problem) => !isGone(problem) });
  const { weekStart } = useLook();
  const range = useRange(dataset, view !== 'fresh');
  const fresh = useMemo(
    () => dataset && range !== undefined && freshView(id, dataset, range, weekStart),
    [id, dataset, range, weekStart],
  );
  if (isGone(error) || dataset?.trashedAt) return <Gone what="dataset" />;
  if (view === 'damaged') return <Damaged to={addressOfDataset(id)} />;
  if (!dataset || !fresh) return <PageSpinner />;
  return <Workbench dataset={dataset} view={view === 'fresh' ? fresh : view} chart={chart} />;
}

function Gone({ what }: { what: 'chart' | 'dataset' }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('explore.title')} />
      <EmptyState picture={<LostPicture />} title={t(`explore.gone.${what}`)} text={t('explore.gone.text')}>
        <LinkButton to="/dashboard/explore" primary>
          {t('explore.gone.action')}
        </LinkButton>
      </EmptyState>
    </>
  );
}

/** A link that someone cut or changed: it says so and begins anew. */
function Damaged({ to }: { to: string }) {
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
