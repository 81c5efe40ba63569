import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call('GET /channels', {}, signal),
});
