import { queryOptions } from '@tanstack/react-query';

import type { Template } from '#contract/dashboards.ts';
import { call } from './client.ts';

export const dashboardsQuery = queryOptions({
  queryKey: ['dashboards'],
  queryFn: ({ signal }) => call('GET /dashboards', {}, signal),
});

export const trashedDashboardsQuery = queryOptions({
  queryKey: ['dashboards', 'trash'],
  queryFn: ({ signal }) => call('GET /dashboards/trash', {}, signal),
});

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'self'],
    queryFn: ({ signal }) => call('GET /dashboards/:id', { id }, signal),
    // What was asked ahead is not asked again.
    staleTime: 2_000,
  });

/** A dashboard of what a dataset holds. */
export const makeDashboard = (dataset: string, template: Template = 'overview') =>
  call('POST /dashboards/automatic', { dataset, template });
