import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'self'],
    queryFn: ({ signal }) => call('GET /dashboards/:id', { id }, signal),
  });
