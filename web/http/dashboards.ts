import { queryOptions } from '@tanstack/react-query';

import type { DashboardTemplate } from '#contract/dashboards/routes.ts';
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
    // A prefetched dashboard is not fetched again.
    staleTime: 2_000,
  });

/** Creates a dashboard from a dataset. */
export const createAutomaticDashboard = (
  dataset: string,
  template: DashboardTemplate = 'overview',
  folder: string | null = null,
) => call('POST /dashboards/automatic', { dataset, template, folder });
