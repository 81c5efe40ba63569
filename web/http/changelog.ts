import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';
import { queryClient } from './queries.ts';

export const seenQuery = queryOptions({
  queryKey: ['changelog', 'seen'],
  queryFn: ({ signal }) => call('GET /changelog/seen', {}, signal),
  staleTime: Infinity,
});

/** Notes that all changes there are now have been read; pages know it from then on. */
export async function noteRead(): Promise<void> {
  await call('PUT /changelog/seen', { seen: __CHANGES__ });
  queryClient.setQueryData(seenQuery.queryKey, { seen: __CHANGES__ });
}
