import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { SavedChart } from '#contract/charts.ts';
import { Problem } from '#contract/errors.ts';
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
import { addressOfDataset, useShown } from './location.ts';
import { useRange } from './range.ts';
import { StartPage } from './StartPage.tsx';
import type { View } from './view.ts';
import { Workbench } from './Workbench.tsx';

const isGone = (error: unknown) => error instanceof Problem && error.code === 'not_found';

/** A question of one dataset, by clicking; the address says which. */
export function ExplorePage() {
  useLive();
  const { shown } = useShown();
  if (shown.chart) return <OfChart id={shown.chart} view={shown.view} dataset={shown.dataset} />;
  if (!shown.dataset) return <StartPage />;
  return <OfDataset key={shown.dataset} id={shown.dataset} view={shown.view} chart={undefined} />;
}

const views = new WeakMap<SavedChart, View>();

// The same chart is the same view, so that what is on its way from it can be told.
function viewOfChart(saved: SavedChart): View | 'damaged' {
  const { ask, drawing } = saved.chart;
  if (ask.kind !== 'query') return 'damaged';
  const view = views.get(saved) ?? { ask, ...drawing };
  views.set(saved, view);
  return view;
}

type ShownView = View | 'fresh' | 'damaged';

function OfChart({ id, view, dataset }: { id: string; view: ShownView; dataset: string | undefined }) {
  const { data: chart, error } = useQuery({ ...chartQuery(id), throwOnError: (problem) => !isGone(problem) });
  if (isGone(error)) return <Gone what="chart" />;
  if (!chart) return <PageSpinner />;
  const shown = view === 'fresh' ? viewOfChart(chart) : view;
  const of = dataset ?? chart.dataset;
  return of ? <OfDataset key={of} id={of} view={shown} chart={chart} /> : <Gone what="chart" />;
}

type Props = { id: string; view: ShownView; chart: SavedChart | undefined };

function OfDataset({ id, view, chart }: Props) {
  const { data: dataset, error } = useQuery({ ...datasetQuery(id), throwOnError: (problem) => !isGone(problem) });
  const { weekStart } = useLook();
  const range = useRange(dataset, view !== 'fresh');
  const fresh = useMemo(
    () => dataset && range !== undefined && freshView(id, dataset, range, weekStart),
    [id, dataset, range, weekStart],
  );
  if (isGone(error) || dataset?.trashedAt) return <Gone what="dataset" />;
  if (view === 'damaged') return <Damaged dataset={id} />;
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
function Damaged({ dataset }: { dataset: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('explore.title')} />
      <EmptyState picture={<LostPicture />} title={t('explore.damaged.title')} text={t('explore.damaged.text')}>
        <LinkButton to={addressOfDataset(dataset)} primary>
          {t('explore.damaged.action')}
        </LinkButton>
        <Button onClick={() => window.history.back()}>{t('explore.damaged.back')}</Button>
      </EmptyState>
    </>
  );
}
