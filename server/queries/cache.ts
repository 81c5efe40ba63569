/** LRU cache bounded by bytes. */
export type Cache<T> = { get: (key: string) => T | undefined; set: (key: string, value: T) => void };

/** Opens an LRU cache of at most `capacity` bytes; `bytesOf` is the size of one entry. */
export function openCache<T>(capacity: number, bytesOf: (value: T) => number): Cache<T> {
  // A Map keeps its keys in insertion order.
  const entries = new Map<string, T>();
  let bytes = 0;

  function remove(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    bytes -= bytesOf(value);
  }

  return {
    get: (key) => {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key, value) => {
      remove(key);
      // A single entry must not evict all the others.
      if (bytesOf(value) > capacity / 4) return;
      entries.set(key, value);
      bytes += bytesOf(value);
      while (bytes > capacity) remove(entries.keys().next().value!);
    },
  };
}
