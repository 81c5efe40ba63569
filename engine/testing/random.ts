/** Seeded pseudo-random numbers. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** A whole number from `low` to `high`, both included. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)]!;
  const chance = (probability: number) => next() < probability;
  /** A list of `low` to `high` items. */
  const several = <T>(low: number, high: number, make: (index: number) => T): T[] =>
    Array.from({ length: between(low, high) }, (_, index) => make(index));
  return { between, pick, chance, several };
}

export type Random = ReturnType<typeof createRandom>;
