/** Things that were found out, the latest used ones, as many as fit. */
export type Cache<T> = { get: (key: string) => T | undefined; set: (key: string, value: T) => void };

/** A cache of so many bytes at most; what one thing weighs is told by `bytesOf`. */
export function openCache<T>(capacity: number, bytesOf: (value: T) => number): Cache<T> {
  // A Map keeps its keys in the order in which they were set.
  const kept = new Map<string, T>();
  let bytes = 0;

  function remove(key: string): void {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    bytes -= bytesOf(value);
  }

  return {
    get: (key) => {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set: (key, value) => {
      remove(key);
      // One thing must not drive out all the others.
      if (bytesOf(value) > capacity / 4) return;
      kept.set(key, value);
      bytes += bytesOf(value);
      while (bytes > capacity) remove(kept.keys().next().value!);
    },
  };
}
