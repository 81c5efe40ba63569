import type { DatePart, Dimension, Grain, Query, Scalar } from '#domain/query/query.ts';

export type ReferenceRow = Record<string, Scalar>;

export const dayLength = 86_400_000;

/** Local time in a zone, 2026-01-31 08:30:00, formatted by the runtime. */
export function localOf(moment: number, zone: string): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...asNumbers });
  clocks.set(zone, clock);
  return clock.format(moment);
}

const asNumbers = { dateStyle: 'short', timeStyle: 'medium' } as const;
const clocks = new Map<string, Intl.DateTimeFormat>();

export const dayOf = (days: number) => new Date(days).toISOString().slice(0, 10);

/** The values of a row's dimensions. `reach` are the rows that bins span. */
export function dimensionValues({ dimensions, zone }: Query, reach: ReferenceRow[]): (row: ReferenceRow) => Scalar[] {
  const ofEach = dimensions.map((dimension) => valueOf(dimension, reach, zone));
  return (row) => ofEach.map((value) => value(row));
}

function valueOf(dimension: Dimension, reach: ReferenceRow[], zone: string): (row: ReferenceRow) => Scalar {
  const { column } = dimension;
  if (dimension.kind === 'value') return (row) => row[column] ?? null;
  if (dimension.kind === 'time') {
    const { grain } = dimension;
    return (row) => {
      const cell = row[column];
      return typeof cell === 'string' ? bucketOf(cell, grain, zone) : null;
    };
  }
  if (dimension.kind === 'date_part') {
    return (row) => {
      const cell = row[column];
      return typeof cell === 'string' ? partOf(cell, dimension.part, zone) : null;
    };
  }
  const numbers = reach.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return (row) => {
    const cell = row[column];
    if (typeof cell !== 'number') return null;
    if (dimension.kind === 'width') return edgeBelow(cell, dimension.width);
    return binOf(cell, (high - low) / dimension.count) ?? low;
  };
}

/** The local hour, ISO weekday or month. */
export function partOf(cell: string, part: DatePart, zone: string): number {
  const local = cell.length === 10 ? cell : localOf(Date.parse(cell), zone);
  if (part === 'hour') return Number(local.slice(11, 13));
  return part === 'month' ? Number(local.slice(5, 7)) : new Date(local.slice(0, 10)).getUTCDay() || 7;
}

/** The lower edge of a number's bin, with the round width nearest to a rough one. */
function binOf(cell: number, rough: number): number | null {
  if (rough === 0) return null;
  const size = Math.floor(Math.log10(rough) + 1e-9);
  const digit = rough / 10 ** size;
  const step = digit < 1.41 ? 1 : digit < 2.24 ? 2 : digit < 3.54 ? 2.5 : digit < 7.07 ? 5 : 10;
  const [up, down] = [step * 10 ** Math.max(size, 0), 10 ** Math.max(-size, 0)];
  return edgeFrom(cell, Math.floor((cell * down) / up) - 2, (multiple) => (multiple * up) / down);
}

/** The last edge that a number reaches, searched for step by step from well below it. */
function edgeFrom(cell: number, place: number, edgeOf: (place: number) => number): number {
  let at = place;
  while (edgeOf(at + 1) <= cell) at += 1;
  return edgeOf(at);
}

/** The same for a width that people wrote, whose multiples are rounded to its decimals. */
function edgeBelow(cell: number, width: number): number {
  const decimals = /\.(\d+)/.exec(String(width))?.[1]?.length ?? 0;
  const edgeOf = (multiple: number) => Number((multiple * width).toFixed(decimals));
  return edgeFrom(cell, Math.floor(cell / width) - 2, edgeOf);
}

export function bucketOf(cell: string, grain: Grain, zone: string): string {
  if (cell.length === 10) return firstDay(cell, grain);
  const moment = Date.parse(cell);
  const local = localOf(moment, zone);
  if (grain.unit === 'minute') return isoOf(moment - (moment % 60_000));
  if (grain.unit !== 'hour') return firstDay(local.slice(0, 10), grain);
  return isoOf(moment - (moment % 60_000) - Number(local.slice(14, 16)) * 60_000);
}

export const isoOf = (moment: number) => new Date(moment).toISOString();

/** Goes back day by day until a step begins. */
function firstDay(text: string, grain: Grain): string {
  let days = Date.parse(text);
  while (!isFirst(new Date(days), grain)) days -= dayLength;
  return dayOf(days);
}

function isFirst(date: Date, grain: Grain): boolean {
  const [weekday, isFirstOfMonth, month] = [date.getUTCDay(), date.getUTCDate() === 1, date.getUTCMonth() + 1];
  if (grain.unit === 'week') return weekday === (grain.start === 'monday' ? 1 : 0);
  if (grain.unit === 'iso_week') return weekday === 1;
  if (grain.unit === 'month') return isFirstOfMonth;
  if (grain.unit === 'quarter') return isFirstOfMonth && month % 3 === 1;
  if (grain.unit === 'year') return isFirstOfMonth && month === 1;
  return grain.unit === 'fiscal_year' ? isFirstOfMonth && month === grain.start : true;
}
