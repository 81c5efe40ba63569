import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { ApiInput } from '#contract/api.ts';
import { call } from './client.ts';

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'self'],
    queryFn: ({ signal }) => call('GET /datasets/:id', { id }, signal),
    // Many cards share one request; the live stream invalidates it.
    staleTime: 10_000,
  });

/** How the table of a connected dataset differs from it; asked when someone looks, at most once a minute. */
export const schemaChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'schema-changes'],
    queryFn: ({ signal }) => call('GET /datasets/:id/schema-changes', { id }, signal),
    staleTime: 60_000,
    retry: false,
  });

export const rowsQuery = (input: ApiInput<'POST /datasets/:id/rows'>) =>
  queryOptions({
    queryKey: ['dataset', input.id, 'rows', input],
    queryFn: ({ signal }) => call('POST /datasets/:id/rows', input, signal),
    // The previous page stays while the next one loads, to avoid layout shifts.
    placeholderData: keepPreviousData,
  });

/** Cached per version: a profile scans all rows, which is too expensive for every pushed event. */
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
