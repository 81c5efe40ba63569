import type { Filter, Scalar } from '#domain/query/query.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import { type Clock, type TimeWindow, windowOf, windowOfDay } from '#domain/time/span.ts';
import { localOf, partOf } from './reference-dimensions.ts';

type FilteredRow = Record<string, Scalar>;
type FilterContext = { table: QueryTable; clock: Clock };

const opposites: Partial<Record<Filter['op'], Filter['op']>> = {
  not_equals: 'equals',
  not_in: 'in',
  not_between: 'between',
  not_contains: 'contains',
};

export function meets(filter: Filter, row: FilteredRow, context: FilterContext): boolean {
  if (filter.op === 'all') return filter.filters.every((each) => meets(each, row, context));
  if (filter.op === 'any') return filter.filters.some((each) => meets(each, row, context));
  if (filter.op === 'not') return !meets(filter.filter, row, context);
  const opposite = opposites[filter.op];
  if (opposite) return !meets({ ...filter, op: opposite } as Filter, row, context);
  if (!('column' in filter)) return false;
  const cell = row[filter.column] ?? null;
  if ('values' in filter && cell === null) return filter.values.includes(null);
  if (filter.op === 'empty' || filter.op === 'filled') return (cell === null) === (filter.op === 'empty');
  return cell !== null && isCellMatch(filter, cell, context);
}

function isCellMatch(
  filter: Extract<Filter, { column: string }>,
  cell: NonNullable<Scalar>,
  { table, clock }: FilterContext,
): boolean {
  const isTime = table.columns.find(({ id }) => id === filter.column)?.type === 'time';
  const compare = (value: Scalar) => compareCell(cell, value, { isTime, zone: clock.zone });
  const text = String(cell).toLowerCase();
  if (filter.op === 'date_part') return filter.numbers.includes(partOf(String(cell), filter.part, clock.zone));
  if ('values' in filter) return filter.values.some((value) => value !== null && compare(value) === 0);
  if ('from' in filter) return compare(filter.from) >= 0 && compare(filter.to) <= 0;
  if ('span' in filter) return isDuring(cell, windowOf(filter.span, clock), clock.zone);
  if (!('value' in filter)) return false;
  const value = String(filter.value).toLowerCase();
  const tests: Partial<Record<Filter['op'], () => boolean>> = {
    contains: () => text.includes(value),
    starts: () => text.startsWith(value),
    ends: () => text.endsWith(value),
    equals: () => compare(filter.value) === 0,
    less: () => compare(filter.value) < 0,
    at_most: () => compare(filter.value) <= 0,
    greater: () => compare(filter.value) > 0,
    at_least: () => compare(filter.value) >= 0,
  };
  return tests[filter.op]!();
}

/** Whether a cell is before, at or after a value. An instant is at a day if it is within it. */
function compareCell(cell: Scalar, value: Scalar, { isTime, zone }: { isTime: boolean; zone: string }): number {
  if (isTime) {
    const moment = Date.parse(String(cell));
    const isDay = String(value).length === 10;
    const { from, to } = isDay ? windowOfDay(String(value), zone) : pointOf(String(value));
    return moment < from ? -1 : moment >= to ? 1 : 0;
  }
  if (typeof cell === 'string') return Buffer.compare(Buffer.from(cell), Buffer.from(String(value)));
  return Math.sign(Number(cell) - Number(value));
}

const pointOf = (moment: string): TimeWindow => ({ from: Date.parse(moment), to: Date.parse(moment) + 1 });

/** Whether an instant or a day is in a window. */
export function isDuring(cell: Scalar, { from, to }: TimeWindow, zone: string): boolean {
  if (cell === null) return false;
  if (String(cell).length > 10) return Date.parse(String(cell)) >= from && Date.parse(String(cell)) < to;
  return String(cell) >= localOf(from, zone).slice(0, 10) && String(cell) <= localOf(to - 1, zone).slice(0, 10);
}
