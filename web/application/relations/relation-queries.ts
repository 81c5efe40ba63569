import { queryOptions } from '@tanstack/react-query';

import type { RelationKey } from '#domain/query/relation.ts';
import { call } from '#web/http/client.ts';

export const relationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'relations'],
    queryFn: ({ signal }) => call('GET /datasets/:id/relations', { id }, signal),
  });

/** Cached for a minute, because the server reads all rows of both datasets. */
export const proposalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'relation-proposals'],
    queryFn: ({ signal }) => call('GET /datasets/:id/relations/proposals', { id }, signal),
    staleTime: 60_000,
    throwOnError: false,
    retry: false,
  });

/** How many rows a relation matches. */
export const matchQuery = (id: string, related: string, keys: RelationKey[]) =>
  queryOptions({
    queryKey: ['dataset', id, 'relation-match', related, keys],
    queryFn: ({ signal }) => call('POST /datasets/:id/relations/check', { id, related, keys }, signal),
    staleTime: 60_000,
    throwOnError: false,
    retry: false,
  });
