import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/http/client.ts';

export const protectionQuery = queryOptions({
  queryKey: ['protection'],
  queryFn: ({ signal }) => call('GET /me/protection', {}, signal),
});
