import {
  type DataTag,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

import { Problem } from '#contract/errors.ts';

// A retry helps after a network or server failure, not after a wrong request.
const isTransient = (error: Error) =>
  error instanceof Problem && ['offline', 'internal', 'unavailable'].includes(error.code);

/** A client whose refetches are never answered by a request that was sent before. */
export class AppQueryClient extends QueryClient {
  // TanStack Query lets a first load that is still running serve a refetch, which would miss the latest change.
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstLoads = this.getQueryCache()
      .findAll(filters as InvalidateQueryFilters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    // A load that fails is repeated as well.
    if (firstLoads.length > 0) await Promise.allSettled(firstLoads.map(async ({ promise }) => promise));
    await super.invalidateQueries(filters, options);
  }
}

export const queryClient = new AppQueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && isTransient(error),
      // A page without data shows its error inside the layout; queries of the layout opt out.
      throwOnError: (_, query) => query.state.data === undefined,
    },
    mutations: { retry: false },
  },
});

/** Optimistic update: sets the expected result of a change. Cancels running requests, which may return old data. */
export async function setExpectedData<T>(
  queries: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
  update: (current: T) => T,
): Promise<void> {
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<T>(queryKey, (current) => current && update(current));
}
