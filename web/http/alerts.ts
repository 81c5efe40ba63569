import { queryOptions } from '@tanstack/react-query';

import type { ApiInput } from '#contract/api.ts';
import { call } from './client.ts';

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => call('GET /alerts', {}, signal),
});

export const alertQuery = (id: string) =>
  queryOptions({ queryKey: ['alert', id], queryFn: ({ signal }) => call('GET /alerts/:id', { id }, signal) });

/** When an alert would have fired in the past; the previous result stays while the next one loads. */
export const backtestQuery = (input: ApiInput<'POST /alerts/rehearsal'>) =>
  queryOptions({
    queryKey: ['backtest', input],
    queryFn: ({ signal }) => call('POST /alerts/rehearsal', input, signal),
    placeholderData: (before) => before,
    throwOnError: false,
    staleTime: 60_000,
  });
