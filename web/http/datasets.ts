import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ApiInput } from '#contract/api.ts';
import { call } from './client.ts';

/** A dataset, and the columns of related datasets that queries on it can use. */
export type DatasetWithRelated = Dataset & { relatedColumns: DatasetColumn[] };

async function loadDataset(id: string, signal?: AbortSignal): Promise<DatasetWithRelated> {
  const dataset = await call('GET /datasets/:id', { id }, signal);
  const relatedColumns = dataset.hasRelations ? await call('GET /datasets/:id/related-columns', { id }, signal) : [];
  return { ...dataset, relatedColumns };
}

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'self'],
    queryFn: ({ signal }) => loadDataset(id, signal),
    // Many cards share one request; the live stream invalidates it.
    staleTime: 10_000,
  });

/** A dataset as queries use it: with related columns beside its own. */
export const withRelatedColumns = ({ relatedColumns, ...dataset }: DatasetWithRelated): Dataset =>
  relatedColumns.length === 0 ? dataset : { ...dataset, columns: [...dataset.columns, ...relatedColumns] };

/** The query for such a dataset. */
export const queriedDatasetQuery = (id: string) => ({ ...datasetQuery(id), select: withRelatedColumns });

/** Stores a dataset that a change returned. */
export const storeDataset = (queries: QueryClient, changed: Dataset): void => {
  queries.setQueryData(datasetQuery(changed.id).queryKey, (before) => ({
    ...changed,
    relatedColumns: before?.relatedColumns ?? [],
  }));
};

/** How the table of a connected dataset differs from it; requested when the page is opened, at most once a minute. */
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
