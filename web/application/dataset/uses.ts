import { queryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';

import type { DatasetChange, Dependent } from '#contract/datasets/uses.ts';
import { call } from '#web/http/client.ts';

export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'uses'],
    queryFn: ({ signal }) => call('GET /datasets/:id/uses', { id }, signal),
    // It also changes with dashboards and charts, without a live event of the dataset.
    staleTime: 0,
  });

/** What a change would break among the dependents. */
export const impactQuery = (id: string, change: DatasetChange) =>
  queryOptions({
    queryKey: ['dataset', id, 'uses', 'trial', change],
    queryFn: ({ signal }) => call('POST /datasets/:id/uses/test', { id, change }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Includes the dashboard, as ids of cards are unique only within one. */
export const keyOf = ({ kind, id, dashboard, columns }: Dependent): string =>
  [dashboard?.id, kind, id, kind === 'time' ? columns[0] : ''].join(' ');

export function addressOf({ kind, id, dashboard, dataset }: Dependent): string | undefined {
  if (dashboard) return `/dashboard/${dashboard.id}`;
  if (kind === 'alert') return `/dashboard/alerts/${id}`;
  if (kind === 'relation' && dataset) return `/application/${dataset.application}/datasets/${dataset.id}/relations`;
  return kind === 'chart' ? `/dashboard/explore?chart=${id}` : undefined;
}

/** Whether the dependent uses the columns through another dataset, which it queries. */
export const isThrough = <Use extends Dependent>(use: Use): use is Use & { dataset: NonNullable<Use['dataset']> } =>
  use.dataset !== null && use.kind !== 'relation';

/** Counts of the dependents in one line; empty if there are none. */
export function countsText(dependents: Dependent[], t: TFunction): string {
  const dashboardIds = new Set(dependents.flatMap(({ dashboard }) => dashboard?.id ?? []));
  const countOf = (...kinds: Dependent['kind'][]) => dependents.filter(({ kind }) => kinds.includes(kind)).length;
  const counts = {
    dashboards: dashboardIds.size,
    cards: countOf('card'),
    controls: countOf('control', 'time'),
    charts: countOf('chart'),
    metrics: countOf('metric'),
    calculations: countOf('calculation'),
    alerts: countOf('alert'),
    relations: countOf('relation'),
    labels: countOf('labels'),
    rules: countOf('row_rule'),
    extracts: countOf('extract'),
    hidden: countOf('hidden'),
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => t('common.pair', { name: t(`dataset.use.counts.${kind}`), value: count }))
    .join(' · ');
}
