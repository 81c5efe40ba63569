import { queryOptions } from '@tanstack/react-query';

import { readSeeAs } from '#web/shell/see-as.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const seenQuery = queryOptions({
  queryKey: ['changelog', 'seen'],
  queryFn: ({ signal }) => call('GET /changelog/seen', {}, signal),
  staleTime: Infinity,
});

/** Saves that all current changes have been read, and updates the cache. */
export async function markChangelogRead(): Promise<void> {
  if (readSeeAs()) return;
  await call('PUT /changelog/seen', { seen: __CHANGES__ });
  queryClient.setQueryData(seenQuery.queryKey, { seen: __CHANGES__ });
}
