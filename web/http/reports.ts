import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => call('GET /reports', {}, signal),
});

export const reportQuery = (id: string) =>
  queryOptions({ queryKey: ['report', id], queryFn: ({ signal }) => call('GET /reports/:id', { id }, signal) });

export const reportRulesQuery = queryOptions({
  queryKey: ['reports', 'rules'],
  queryFn: ({ signal }) => call('GET /reports/rules', {}, signal),
});
