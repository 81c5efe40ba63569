import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/http/client.ts';

/** The links of a dashboard. Always stale: view counts change without an event. */
export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'shares'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/shares', { id }, signal),
    staleTime: 0,
    throwOnError: false,
  });

/** Parts of a dashboard that links and reports hide. */
export const blockedPartsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'blocked-parts'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/blocked-parts', { id }, signal),
    staleTime: 0,
    throwOnError: false,
  });

/** The member's links to all dashboards; for the owner everyone's. */
export const allSharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => call('GET /shares', {}, signal),
  staleTime: 0,
});
