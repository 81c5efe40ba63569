import type { Filter, Scalar } from '#contract/query.ts';
import type { Table } from '#engine/sql/scope.ts';
import { type Clock, type Window, windowOf, windowOfDay } from '#contract/span.ts';
import { localOf, partOf } from './reference-dimensions.ts';

type Row = Record<string, Scalar>;
type Setting = { table: Table; clock: Clock };

const opposites: Partial<Record<Filter['op'], Filter['op']>> = {
  not_equals: 'equals',
  not_in: 'in',
  not_between: 'between',
  not_contains: 'contains',
};

export function meets(filter: Filter, row: Row, setting: Setting): boolean {
  if (filter.op === 'all') return filter.filters.every((each) => meets(each, row, setting));
  if (filter.op === 'any') return filter.filters.some((each) => meets(each, row, setting));
  if (filter.op === 'not') return !meets(filter.filter, row, setting);
  const opposite = opposites[filter.op];
  if (opposite) return !meets({ ...filter, op: opposite } as Filter, row, setting);
  if (!('column' in filter)) return false;
  const cell = row[filter.column] ?? null;
  if ('values' in filter && cell === null) return filter.values.includes(null);
  if (filter.op === 'empty' || filter.op === 'filled') return (cell === null) === (filter.op === 'empty');
  return cell !== null && isMet(filter, cell, setting);
}

function isMet(
  filter: Extract<Filter, { column: string }>,
  cell: NonNullable<Scalar>,
  { table, clock }: Setting,
): boolean {
  const isTime = table.columns.find(({ id }) => id === filter.column)?.type === 'time';
  const place = (value: Scalar) => placeOf(cell, value, { isTime, zone: clock.zone });
  const text = String(cell).toLowerCase();
  if (filter.op === 'date_part') return filter.numbers.includes(partOf(String(cell), filter.part, clock.zone));
  if ('values' in filter) return filter.values.some((value) => value !== null && place(value) === 0);
  if ('from' in filter) return place(filter.from) >= 0 && place(filter.to) <= 0;
  if ('span' in filter) return isDuring(cell, windowOf(filter.span, clock), clock.zone);
  if (!('value' in filter)) return false;
  const value = String(filter.value).toLowerCase();
  const tests: Partial<Record<Filter['op'], () => boolean>> = {
    contains: () => text.includes(value),
    starts: () => text.startsWith(value),
    ends: () => text.endsWith(value),
    equals: () => place(filter.value) === 0,
    less: () => place(filter.value) < 0,
    at_most: () => place(filter.value) <= 0,
    greater: () => place(filter.value) > 0,
    at_least: () => place(filter.value) >= 0,
  };
  return tests[filter.op]!();
}

/** Whether a cell is before a value, at it or after it. A moment is at a day if it is in it. */
function placeOf(cell: Scalar, value: Scalar, { isTime, zone }: { isTime: boolean; zone: string }): number {
  if (isTime) {
    const moment = Date.parse(String(cell));
    const isDay = String(value).length === 10;
    const { from, to } = isDay ? windowOfDay(String(value), zone) : pointOf(String(value));
    return moment < from ? -1 : moment >= to ? 1 : 0;
  }
  if (typeof cell === 'string') return Buffer.compare(Buffer.from(cell), Buffer.from(String(value)));
  return Math.sign(Number(cell) - Number(value));
}

const pointOf = (moment: string): Window => ({ from: Date.parse(moment), to: Date.parse(moment) + 1 });

/** Whether a moment or a day is in a window. */
export function isDuring(cell: Scalar, { from, to }: Window, zone: string): boolean {
  if (cell === null) return false;
  if (String(cell).length > 10) return Date.parse(String(cell)) >= from && Date.parse(String(cell)) < to;
  return String(cell) >= localOf(from, zone).slice(0, 10) && String(cell) <= localOf(to - 1, zone).slice(0, 10);
}
