import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

// The live stream reports changes; polling helps where a proxy buffers it.
const pollMs = 1_500;

export const extractsQuery = (application: string) =>
  queryOptions({
    queryKey: ['application', application, 'extracts'],
    queryFn: ({ signal }) => call('GET /applications/:id/extracts', { id: application }, signal),
    refetchInterval: ({ state }) => state.data?.some((each) => each.state !== 'idle') && pollMs,
  });
