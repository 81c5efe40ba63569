import type { Column } from '#contract/query.ts';
import { quoteName } from './instance.ts';

const most = 24;
const day = 86_400;

/** Bars of equal width from a lowest value on. */
export type Bins = { low: number; width: number; count: number };

export const isNumber = ({ type }: Column) => type === 'integer' || type === 'number';
export const isScale = ({ type }: Column) => ['integer', 'number', 'date', 'time'].includes(type);

/** The value of a column as a number; dates and times are measured in seconds. */
export function scaleOf(column: Column): string {
  const name = quoteName(column.id);
  return isNumber(column) ? `${name}::double` : `epoch(${name}::timestamptz)`;
}

/** Bars for what a column holds: whole numbers and days are not divided. */
export function binsOf({ type }: Column, { low, high }: { low: number | null; high: number | null }): Bins {
  if (low === null || high === null) return { low: 0, width: 1, count: 1 };
  const unit = type === 'integer' ? 1 : type === 'date' ? day : 0;
  if (unit === 0) return { low, width: (high - low) / most || 1, count: high > low ? most : 1 };
  const units = Math.round((high - low) / unit) + 1;
  const width = Math.ceil(units / most);
  return { low, width: width * unit, count: Math.ceil(units / width) };
}

/** A place on a scale as people know it. */
export function placeOf(column: Column, value: number): number | string {
  if (isNumber(column)) return value;
  const moment = new Date(value * 1000);
  if (Number.isNaN(moment.getTime())) return String(value);
  return column.type === 'date' ? moment.toISOString().slice(0, 10) : moment.toISOString();
}
