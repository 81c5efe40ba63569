import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const dashboardsQuery = queryOptions({
  queryKey: ['dashboards'],
  queryFn: ({ signal }) => call('GET /dashboards', {}, signal),
});

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'self'],
    queryFn: ({ signal }) => call('GET /dashboards/:id', { id }, signal),
  });

/** A dashboard of what a dataset holds. */
export const makeDashboard = (dataset: string) => call('POST /dashboards/automatic', { dataset });
