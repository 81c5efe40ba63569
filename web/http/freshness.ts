import { queryClient } from './queries.ts';

// A busy push tells of a change many times a second; nobody reads that fast.
const pause = 1_000;

const stale = new Map<string, string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks again for what is shown below these keys, at once but not more than once a second. */
export function invalidate(keys: string[][]): void {
  for (const key of keys) stale.set(key.join('/'), key);
  timer ??= setTimeout(refresh, 0);
}

function refresh(): void {
  for (const [name, queryKey] of stale) {
    // An answer under way may be older than the change: ask again after it, instead of breaking it off for ever.
    if (queryClient.isFetching({ queryKey }) > 0) continue;
    stale.delete(name);
    void queryClient.invalidateQueries({ queryKey });
  }
  timer = setTimeout(() => {
    timer = undefined;
    if (stale.size > 0) refresh();
  }, pause);
}
