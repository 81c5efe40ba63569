import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Input } from '#contract/api.ts';
import { call } from './client.ts';

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'self'],
    queryFn: ({ signal }) => call('GET /datasets/:id', { id }, signal),
    // A page with many cards asks once; what changes is told by the live stream.
    staleTime: 10_000,
  });

export const rowsQuery = (input: Input<'POST /datasets/:id/rows'>) =>
  queryOptions({
    queryKey: ['dataset', input.id, 'rows', input],
    queryFn: ({ signal }) => call('POST /datasets/:id/rows', input, signal),
    // The page before stays until the next one is there: nothing jumps.
    placeholderData: keepPreviousData,
  });

/** Kept for each version: reading it costs a pass over all rows, which not every pushed event is worth. */
export const profileQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['profile', id, version],
    queryFn: ({ signal }) => call('GET /datasets/:id/profile', { id }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'versions'],
    queryFn: ({ signal }) => call('GET /datasets/:id/versions', { id }, signal),
  });

export const rejectsQuery = (id: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: ['dataset', id, 'rejects', offset, limit],
    queryFn: ({ signal }) => call('GET /datasets/:id/rejects', { id, offset, limit }, signal),
    placeholderData: keepPreviousData,
  });
