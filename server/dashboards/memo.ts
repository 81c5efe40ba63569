/** Remembers what was worked out from two things for as long as both are there. */
export function createMemo<A extends object, B extends object, T>(work: (a: A, b: B) => T): (a: A, b: B) => T {
  const known = new WeakMap<A, WeakMap<B, T>>();
  return (a, b) => {
    const ofA = known.get(a) ?? new WeakMap<B, T>();
    known.set(a, ofA);
    if (!ofA.has(b)) ofA.set(b, work(a, b));
    return ofA.get(b)!;
  };
}
