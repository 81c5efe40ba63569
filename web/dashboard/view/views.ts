import { queryOptions } from '@tanstack/react-query';

import type { DashboardState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { call } from '#web/http/client.ts';

/** The views of a dashboard that one has kept under names. */
export const viewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'views'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/views', { id }, signal),
  });

export const keepView = (id: string, name: string | null, state: DashboardState) =>
  call('POST /dashboards/:id/views', { id, name, state });

/** What a view holds; null without one, or if it is gone. A view never changes. */
export const viewQuery = (id: string, view: string | null) =>
  queryOptions({
    queryKey: ['dashboard view', id, view],
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
