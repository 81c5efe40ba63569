import { isNumeric } from '#domain/query/column-types.ts';
import type { Column } from '#domain/query/query.ts';

const maxBins = 24;
const day = 86_400;

/** Histogram bins of equal width, starting at `low`. */
export type HistogramBins = { low: number; width: number; count: number };

export const isScale = ({ type }: Column) => ['integer', 'number', 'date', 'time'].includes(type);

/** Bins for the values of a column: whole numbers and days are not divided. */
export function binsOf({ type }: Column, { low, high }: { low: number | null; high: number | null }): HistogramBins {
  if (low === null || high === null) return { low: 0, width: 1, count: 1 };
  const unit = type === 'integer' ? 1 : type === 'date' ? day : 0;
  if (unit === 0) return { low, width: (high - low) / maxBins || 1, count: high > low ? maxBins : 1 };
  const units = Math.round((high - low) / unit) + 1;
  const width = Math.ceil(units / maxBins);
  return { low, width: width * unit, count: Math.ceil(units / width) };
}

/** A number on the scale as a value of the column: a number, date or time. */
export function scaleValueOf(column: Column, value: number): number | string {
  if (isNumeric(column)) return value;
  const moment = new Date(value * 1000);
  if (Number.isNaN(moment.getTime())) return String(value);
  return column.type === 'date' ? moment.toISOString().slice(0, 10) : moment.toISOString();
}
