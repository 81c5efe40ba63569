import { queryOptions } from '@tanstack/react-query';

import type { DashboardState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { call } from '#web/http/client.ts';

/** The member's saved views of a dashboard. */
export const viewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'views'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/views', { id }, signal),
  });

export const saveView = (id: string, name: string | null, state: DashboardState) =>
  call('POST /dashboards/:id/views', { id, name, state });

/** The state of a saved view; null without one, or if it no longer exists. Views are immutable. */
export const viewQuery = (id: string, view: string | null) =>
  queryOptions({
    queryKey: ['dashboard-view', id, view],
    queryFn: async ({ signal }): Promise<DashboardState | null> => {
      if (view === null) return null;
      try {
        return (await call('GET /dashboards/:id/views/:view', { id, view }, signal)).state;
      } catch (error) {
        if (error instanceof Problem && ['not_found', 'invalid_input'].includes(error.code)) return null;
        throw error;
      }
    },
    ...(view === null && { initialData: null }),
    staleTime: Infinity,
  });
