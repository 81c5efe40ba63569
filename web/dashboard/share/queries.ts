import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/http/client.ts';

/** The links to a dashboard. How often they were opened changes while nobody tells. */
export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'shares'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/shares', { id }, signal),
    staleTime: 0,
    throwOnError: false,
  });

/** What links and reports do not show of a dashboard. */
export const blockedPartsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'blocked-parts'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/blocked-parts', { id }, signal),
    staleTime: 0,
    throwOnError: false,
  });

/** One's own links to all dashboards; for the owner those of everyone. */
export const allSharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => call('GET /shares', {}, signal),
  staleTime: 0,
});
