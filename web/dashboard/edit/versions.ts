import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/http/client.ts';

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'versions'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/versions', { id }, signal),
  });

/** Versions are immutable, so they never go stale. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['dashboard', id, 'versions', number],
    queryFn: ({ signal }) => call('GET /dashboards/:id/versions/:number', { id, number }, signal),
    staleTime: Infinity,
  });
