/** Caches a value per pair of objects for as long as both are alive. */
export function createPairCache<A extends object, B extends object, T>(compute: (a: A, b: B) => T): (a: A, b: B) => T {
  const cache = new WeakMap<A, WeakMap<B, T>>();
  return (a, b) => {
    const entries = cache.get(a) ?? new WeakMap<B, T>();
    cache.set(a, entries);
    if (!entries.has(b)) entries.set(b, compute(a, b));
    return entries.get(b)!;
  };
}
