import type { QueryClient } from '@tanstack/react-query';

import { staleHeader } from '#contract/shell.ts';
import { watchResponses } from './client.ts';

const refetches = new Set<Promise<void>>();

/** Refetches what calls make stale, as the server says in the header of their responses. Returns how to stop. */
export function refetchStale(queries: QueryClient): () => void {
  return watchResponses(({ headers }) => {
    for (const key of headers.get(staleHeader)?.split(' ') ?? []) {
      const refetch = queries.invalidateQueries({ queryKey: key.split('/') }).finally(() => refetches.delete(refetch));
      refetches.add(refetch);
    }
  });
}

/** Waits until everything that the calls so far made stale is loaded again. */
export async function waitForRefetches(): Promise<void> {
  await Promise.all(refetches);
}
