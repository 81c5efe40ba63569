import { queryClient } from './query-client.ts';

// A busy push publishes many changes a second; refetching is throttled.
const throttleMs = 1_000;

const staleKeys = new Map<string, string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Refetches the active queries below these keys, immediately but at most once a second. */
export function invalidate(keys: string[][]): void {
  for (const key of keys) staleKeys.set(key.join('/'), key);
  timer ??= setTimeout(refresh, 0);
}

function refresh(): void {
  for (const [name, queryKey] of staleKeys) {
    // A running request may be older than the change: refetch after it instead of aborting it again and again.
    if (queryClient.isFetching({ queryKey }) > 0) continue;
    staleKeys.delete(name);
    void queryClient.invalidateQueries({ queryKey });
  }
  timer = setTimeout(() => {
    timer = undefined;
    if (staleKeys.size > 0) refresh();
  }, throttleMs);
}
