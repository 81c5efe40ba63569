import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('GET /me', {}, signal),
  staleTime: 60_000,
});
