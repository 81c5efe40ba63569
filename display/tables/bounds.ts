import { amountOf } from '#display/format/amount.ts';

export type Bounds = { least: number; most: number };

const known = new WeakMap<unknown[], Bounds | null>();

/** The least and the most of a column; null if it has no number. */
export function boundsOf(values: unknown[]): Bounds | null {
  if (!known.has(values)) known.set(values, measure(values));
  return known.get(values)!;
}

function measure(values: unknown[]): Bounds | null {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    const amount = typeof value === 'number' ? value : amountOf(value);
    if (amount === null) continue;
    if (amount < least) least = amount;
    if (amount > most) most = amount;
  }
  return least <= most ? { least, most } : null;
}
