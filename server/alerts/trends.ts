import { exactText } from '#display/format/text.ts';
import type { AlertTrend } from './evaluate.ts';

/** Maximum values of a column that are watched: those with the most rows. */
export const maxValues = 100;

/** The number of one step, with the cell of the grouping column. */
export type SeriesEntry = { index: number; cell: unknown; value: number | null };

/** `idle` is the number of a step without rows. */
type TrendOptions = { steps: number; by: string | null; idle: number | null };

/** One trend per value of `by`, or a single one without `by`. Entries of the same step are summed. */
export function trendsOf(entries: Iterable<SeriesEntry>, { steps, by, idle }: TrendOptions): AlertTrend[] {
  const trends = new Map<string, AlertTrend>();
  const trendFor = (label: string | null, key: string) => {
    const existing = trends.get(key);
    if (existing) return existing;
    const all = Array.from({ length: steps });
    const trend = { key, label, values: all.map(() => idle), has: all.map(() => false) };
    trends.set(key, trend);
    return trend;
  };
  if (by === null) trendFor(null, '');
  for (const { index, cell, value } of entries) {
    const label = by === null || cell === null || cell === undefined ? null : exactText(cell);
    const { values, has } = trendFor(label, by === null ? '' : JSON.stringify(label));
    values[index] = has[index] ? sumOf(values[index]!, value) : value;
    has[index] = true;
  }
  return [...trends.values()];
}

const sumOf = (one: number | null, other: number | null) => (one === null ? other : one + (other ?? 0));
