import { queryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';

import type { DatasetChange, Dependent } from '#contract/uses.ts';
import { call } from '#web/http/client.ts';

export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'uses'],
    queryFn: ({ signal }) => call('GET /datasets/:id/uses', { id }, signal),
    // It changes with dashboards and charts too, which do not tell of datasets.
    staleTime: 0,
  });

/** What would become of everything that uses a dataset. */
export const trialQuery = (id: string, change: DatasetChange) =>
  queryOptions({
    queryKey: ['dataset', id, 'uses', 'trial', change],
    queryFn: ({ signal }) => call('POST /datasets/:id/uses/test', { id, change }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The parts of a dashboard may have the same ids as those of another. */
export const keyOf = ({ kind, id, dashboard, columns }: Dependent): string =>
  [dashboard?.id, kind, id, kind === 'time' ? columns[0] : ''].join(' ');

export function addressOf({ kind, id, dashboard }: Dependent): string | undefined {
  if (dashboard) return `/dashboard/${dashboard.id}`;
  return kind === 'chart' ? `/dashboard/explore?chart=${id}` : undefined;
}

/** How much uses a dataset, in a line; empty if nothing does. */
export function countWords(dependents: Dependent[], t: TFunction): string {
  const boards = new Set(dependents.flatMap(({ dashboard }) => dashboard?.id ?? []));
  const countOf = (...kinds: Dependent['kind'][]) => dependents.filter(({ kind }) => kinds.includes(kind)).length;
  const counts = {
    dashboards: boards.size,
    cards: countOf('card'),
    controls: countOf('control', 'time'),
    charts: countOf('chart'),
    metrics: countOf('metric'),
    hidden: countOf('hidden'),
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => t('common.pair', { name: t(`dataset.use.counts.${what}`), value: count }))
    .join(' · ');
}
