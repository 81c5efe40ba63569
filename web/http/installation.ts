import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call('GET /installation', {}, signal),
  staleTime: 60_000,
});
