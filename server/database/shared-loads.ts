/** Loads by key, shared by concurrent callers. */
export type SharedLoad<T> = (key: string) => Promise<T>;

type PendingLoad<T> = { running: Promise<T>; next: Promise<T> | undefined };

/**
 * Single-flight that never returns stale values: callers during a load share the next one, so that their value is
 * loaded after their call.
 */
export function shareLoads<T>(load: (key: string) => Promise<T>): SharedLoad<T> {
  const pending = new Map<string, PendingLoad<T>>();

  function begin(key: string): Promise<T> {
    const entry: PendingLoad<T> = { running: load(key), next: undefined };
    pending.set(key, entry);
    // The callers get the failure.
    const end = () => pending.get(key) === entry && !entry.next && pending.delete(key);
    entry.running.then(end, end);
    return entry.running;
  }

  return (key) => {
    const entry = pending.get(key);
    if (!entry) return begin(key);
    // The callers of the failed load get its error; the next load is independent of it.
    const beginNext = () => begin(key);
    entry.next ??= entry.running.then(beginNext, beginNext);
    return entry.next;
  };
}
