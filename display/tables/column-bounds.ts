import { amountOf } from '#display/format/amount.ts';

export type ColumnBounds = { min: number; max: number };

const boundsCache = new WeakMap<unknown[], ColumnBounds | null>();

/** Minimum and maximum of a column, cached; null if it has no number. */
export function boundsOf(values: unknown[]): ColumnBounds | null {
  if (!boundsCache.has(values)) boundsCache.set(values, computeBounds(values));
  return boundsCache.get(values)!;
}

function computeBounds(values: unknown[]): ColumnBounds | null {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    const amount = typeof value === 'number' ? value : amountOf(value);
    if (amount === null) continue;
    if (amount < min) min = amount;
    if (amount > max) max = amount;
  }
  return min <= max ? { min, max } : null;
}
