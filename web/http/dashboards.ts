import { queryOptions } from '@tanstack/react-query';

import type { SavedDashboard } from '#contract/dashboards.ts';
import { call } from './client.ts';

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'self'],
    queryFn: ({ signal }) =>
      call('GET /dashboards/:id' as never, { id } as never, signal) as unknown as Promise<SavedDashboard>,
  });
