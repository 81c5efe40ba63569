import { queryOptions } from '@tanstack/react-query';

import type { Input } from '#contract/api.ts';
import { call } from './client.ts';

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => call('GET /alerts', {}, signal),
});

export const alertQuery = (id: string) =>
  queryOptions({ queryKey: ['alert', id], queryFn: ({ signal }) => call('GET /alerts/:id', { id }, signal) });

/** What an alert would have done; the last answer stays while another one is on its way. */
export const rehearsalQuery = (asked: Input<'POST /alerts/rehearsal'>) =>
  queryOptions({
    queryKey: ['rehearsal', asked],
    queryFn: ({ signal }) => call('POST /alerts/rehearsal', asked, signal),
    placeholderData: (before) => before,
    throwOnError: false,
    staleTime: 60_000,
  });
