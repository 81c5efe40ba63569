import { queryOptions } from '@tanstack/react-query';

import type { Lineage } from '#contract/lineage/routes.ts';
import { call } from '#web/http/client.ts';

/** The subject of a lineage. `metric` is empty unless the subject is a metric. */
export type LineageSubject = { kind: 'dataset' | 'dashboard' | 'alert' | 'metric'; id: string; metric: string };

function loadLineage({ kind, id, metric }: LineageSubject, signal: AbortSignal): Promise<Lineage> {
  if (kind === 'dataset') return call('GET /datasets/:id/lineage', { id }, signal);
  if (kind === 'dashboard') return call('GET /dashboards/:id/lineage', { id }, signal);
  if (kind === 'alert') return call('GET /alerts/:id/lineage', { id }, signal);
  return call('GET /datasets/:id/metrics/:metric/lineage', { id, metric }, signal);
}

export const lineageQuery = (subject: LineageSubject) =>
  queryOptions({
    queryKey: [subject.kind === 'metric' ? 'dataset' : subject.kind, subject.id, 'lineage', subject.metric],
    queryFn: ({ signal }) => loadLineage(subject, signal),
    // It also changes with related objects, without a live event of the subject.
    staleTime: 0,
  });
