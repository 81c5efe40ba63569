import type { StepShift } from '#domain/time/counterpart.ts';
import { Problem } from '#contract/errors.ts';
import type { Column, DatePart, Dimension, Grain } from '#domain/query/query.ts';
import { isBelowDay, isWeek, slotMinutesOf } from '#domain/time/calendar.ts';
import { fractionOf } from '#domain/query/decimal.ts';
import type { Dialect } from './dialect.ts';
import { bind, bindMoment, type Fragment, inner, integer, join, raw, sql } from './fragment.ts';
import { cellOf, columnOf, numberColumnOf, rowsOf, type Scope, type TableColumn, timeColumnOf } from './scope.ts';
import { as, nested, select } from './select.ts';

/**
 * How rows are grouped by a dimension: by a key per row, and then by the result of `convert` on the key. Without
 * `convert` the key is the value. `joins` are the joins that the key refers to.
 */
export type DimensionGrouping = { key: Fragment; convert: ((key: Fragment) => Fragment) | null; joins: Fragment[] };

/** The context of a grouping. `alias` names its joined table, `reach` are the conditions of the rows that bins span. */
export type GroupingContext = { alias: string; where: Fragment[]; reach: Fragment[]; shift: StepShift | null };

export function groupingOf(scope: Scope, dimension: Dimension, context: GroupingContext): DimensionGrouping {
  switch (dimension.kind) {
    case 'value':
      return plainGrouping(cellOf(scope, columnOf(scope, dimension.column)));
    case 'time':
      return timeGroupingOf(scope, dimension, context.shift);
    case 'date_part':
      return datePartOf(scope, dimension);
    case 'bins':
      return binsGroupingOf(scope, dimension, context);
    default:
      return widthGroupingOf(scope, numberColumnOf(scope, dimension.column), dimension.width);
  }
}

const plainGrouping = (key: Fragment): DimensionGrouping => ({ key, convert: null, joins: [] });

function widthGroupingOf(scope: Scope, column: Column, width: number): DimensionGrouping {
  const binWidth = binWidthOf(width);
  const cell = scope.dialect.asNumber(cellOf(scope, column));
  return { key: binOf(cell, binWidth), convert: (bin) => edgeOf(bin, binWidth), joins: [] };
}

/** The width of a bin, a fraction; `down` is null if it is one. */
type BinWidth = { up: Fragment; down: Fragment | null };

export function binWidthOf(width: number): BinWidth {
  const { up, down } = fractionOf(width);
  return { up: bind(up, 'number'), down: down === 1 ? null : bind(down, 'number') };
}

/** The lower edge of the bin with a number. */
export const edgeOf = (bin: Fragment, { up, down }: BinWidth): Fragment =>
  down ? sql`(${bin}) * ${up} / ${down}` : sql`(${bin}) * ${up}`;

/** Up to this size, doubles represent all multiples of an integer exactly. */
const exact = raw('9e15');

/**
 * The number of a cell's bin, which holds exactly what a filter from its edge to the next one matches. If the edges are
 * exact, so is the quotient: a cell below an edge differs from it by more than rounding can add.
 */
export function binOf(cell: Fragment, width: BinWidth): Fragment {
  const { up, down } = width;
  if (down) return comparedBinOf(cell, width);
  return sql`case when ${cell} between -${exact} and ${exact} then floor(${cell} / ${up}) else ${comparedBinOf(cell, width)} end`;
}

/**
 * A quotient may be rounded to the wrong side of an edge, so the cell is compared with the edge itself. Reduced by
 * half, the quotient is in the right bin or in the one below it, so that one comparison is enough.
 */
function comparedBinOf(cell: Fragment, width: BinWidth): Fragment {
  const { up, down } = width;
  const below = sql`floor(${down ? sql`${cell} * ${down}` : cell} / ${up} - 0.5)`;
  return sql`${below} + case when ${cell} >= ${edgeOf(sql`${below} + 1`, width)} then 1 else 0 end`;
}

/** Round bin widths, times a power of ten, each with the upper bound of the widths that are rounded to it. */
const roundWidths = [
  [1, 1.41],
  [2, 2.24],
  [2.5, 3.54],
  [5, 7.07],
] as const;

/**
 * About as many bins as requested between the smallest and the largest value that pass the filters, with a round width:
 * 1, 2, 2.5 or 5 times a power of ten, aligned to a multiple of it. The width is the fraction `up` / `down`: a binary
 * fraction such as 0.1 would make its multiples inexact.
 */
function boundsOf(scope: Scope, cell: Fragment, { count, reach }: { count: number; reach: Fragment[] }): Fragment {
  const [low, rough, size] = [inner('low'), inner('rough'), inner('size')];
  const span = select({
    columns: [as(sql`min(${cell})`, 'low'), as(sql`(max(${cell}) - min(${cell})) / ${integer(count)}`, 'rough')],
    from: rowsOf(scope),
    where: reach,
  });
  const sized = select({
    columns: [low, rough, as(sql`floor(log10(nullif(${rough}, 0)) + 1e-9)`, 'size')],
    from: nested(span, 'reach'),
  });
  const cases = roundWidths.map(
    ([width, below]) => sql`when ${rough} / power(10, ${size}) < ${raw(String(below))} then ${raw(String(width))}`,
  );
  const factor = sql`case when ${size} is null then null ${join(cases, ' ')} else 10 end`;
  return select({
    columns: [
      low,
      as(sql`${factor} * power(10, greatest(${size}, 0))`, 'up'),
      as(sql`power(10, greatest(-${size}, 0))`, 'down'),
    ],
    from: nested(sized, 'sized'),
  });
}

function binsGroupingOf(
  scope: Scope,
  dimension: Dimension & { kind: 'bins' },
  { alias, reach }: GroupingContext,
): DimensionGrouping {
  const cell = scope.dialect.asNumber(cellOf(scope, numberColumnOf(scope, dimension.column)));
  const [low, up, down] = ['low', 'up', 'down'].map((each) => sql`${raw(alias)}.${inner(each)}`) as [
    Fragment,
    Fragment,
    Fragment,
  ];
  const width = { up, down };
  // If all values are equal there is no width.
  const key = sql`case when ${cell} is null then null else coalesce(${edgeOf(binOf(cell, width), width)}, ${low}) end`;
  const bounds = boundsOf(scope, cell, { count: dimension.count, reach });
  return { key, convert: null, joins: [sql`cross join ${nested(bounds, alias)}`] };
}

function timeGroupingOf(
  scope: Scope,
  dimension: Dimension & { kind: 'time' },
  shift: StepShift | null,
): DimensionGrouping {
  const { dialect, clock } = scope;
  const { grain } = dimension;
  const column = timeColumnOf(scope, dimension.column);
  const cell = cellOf(scope, column);
  const options = { grain, zone: clock.zone };
  if (column.type === 'date') return plainGrouping(stepOf(dialect, cell, grain, shift));
  const { slots } = dialect;
  if (!slots) return plainGrouping(bucketOf(dialect, cell, options, shift));
  const slotOptions = { minutes: minutesOf(grain, clock.zone), isRecent: isRecent(scope, column) };
  const convert = (slot: Fragment) => {
    const moment = slots.momentOf(slot, slotOptions);
    const isStep = isBelowDay(grain) && slotOptions.minutes === minutesOf(grain, 'UTC');
    return isStep ? shiftMoment(dialect, moment, shift) : bucketOf(dialect, moment, options, shift);
  };
  return { key: slots.of(cell, slotOptions), convert, joins: [] };
}

const isRecent = ({ recent }: Scope, { id, isNonNegative }: TableColumn) => recent === id || isNonNegative === true;

/** The local hour, weekday or month; by slots where the engine's calendar functions are slow. */
export function datePartOf(scope: Scope, { column: id, part }: { column: string; part: DatePart }): DimensionGrouping {
  const { dialect, clock } = scope;
  const column = timeColumnOf(scope, id);
  if (column.type === 'date' && part === 'hour') throw new Problem('column_not_time', { column: column.name });
  const cell = cellOf(scope, column);
  if (column.type === 'date') return plainGrouping(dialect.datePart(cell, part));
  const ofMoment = (moment: Fragment) => dialect.datePart(dialect.local(moment, clock.zone), part);
  const { slots } = dialect;
  if (!slots) return plainGrouping(ofMoment(cell));
  const minutes = minutesOf({ unit: part === 'hour' ? 'hour' : 'day' }, clock.zone);
  const slotOptions = { minutes, isRecent: isRecent(scope, column) };
  return {
    key: slots.of(cell, slotOptions),
    convert: (slot) => ofMoment(slots.momentOf(slot, slotOptions)),
    joins: [],
  };
}

// The longest slots that are each within one step of the grain.
function minutesOf({ unit }: Grain, zone: string): number {
  if (unit === 'minute') return 1;
  if (zone !== 'UTC') return slotMinutesOf(zone);
  return unit === 'hour' ? 60 : 24 * 60;
}

type BucketOptions = { grain: Grain; zone: string };

function bucketOf(
  dialect: Dialect,
  moment: Fragment,
  { grain, zone }: BucketOptions,
  shift: StepShift | null,
): Fragment {
  if (grain.unit === 'minute' || grain.unit === 'hour') {
    return shiftMoment(dialect, dialect.truncateMoment(moment, grain.unit, zone), shift);
  }
  return stepOf(dialect, dialect.local(moment, zone), grain, shift);
}

/** The time step of a date, or of a date and time, shifted to the one that it is compared with. */
function stepOf(dialect: Dialect, local: Fragment, grain: Grain, shift: StepShift | null): Fragment {
  const { truncate, addDays, addMonths } = dialect;
  if (!shift || shift.kind === 'pieces') return truncateLocal(dialect, local, grain);
  if (shift.kind === 'days') {
    const isByDay = grain.unit === 'day' || isWeek(grain);
    if (isByDay) return addDays(truncateLocal(dialect, local, grain), integer(shift.count));
    return truncateLocal(dialect, addDays(truncate(local, 'day'), integer(shift.count)), grain);
  }
  const bucket = truncateLocal(dialect, local, grain);
  const shifted = addMonths(bucket, integer(shift.count));
  if (shift.kind === 'months') return shifted;
  return sql`case when ${addMonths(shifted, integer(-shift.count))} = ${bucket} then ${shifted} end`;
}

function shiftMoment(dialect: Dialect, moment: Fragment, shift: StepShift | null): Fragment {
  if (shift?.kind !== 'pieces') return moment;
  const shifted = shift.pieces.map(({ seconds }) =>
    seconds === null ? raw('null') : dialect.addSeconds(moment, integer(seconds)),
  );
  if (shifted.length < 2) return shifted[0] ?? moment;
  const cases = shift.pieces
    .slice(0, -1)
    .map(({ to }, index) => sql`when ${moment} < ${bindMoment(to)} then ${shifted[index]!}`);
  return sql`case ${join(cases, ' ')} else ${shifted.at(-1)!} end`;
}

function truncateLocal(dialect: Dialect, local: Fragment, grain: Grain): Fragment {
  const { truncate, addDays, addMonths } = dialect;
  switch (grain.unit) {
    case 'fiscal_year': {
      const months = grain.start - 1;
      if (months === 0) return truncate(local, 'year');
      return addMonths(truncate(addMonths(truncate(local, 'month'), integer(-months)), 'year'), integer(months));
    }
    case 'week':
      if (grain.start === 'monday') return truncate(local, 'week');
      return addDays(truncate(addDays(truncate(local, 'day'), integer(1)), 'week'), integer(-1));
    case 'iso_week':
      return truncate(local, 'week');
    default:
      return truncate(local, grain.unit as 'day' | 'month' | 'quarter' | 'year');
  }
}

/** Converts distinct keys before grouping: for aggregates that cannot be merged afterwards. */
export function convertBeforeGrouping(
  scope: Scope,
  grouping: DimensionGrouping,
  { alias, where }: GroupingContext,
): DimensionGrouping {
  if (!grouping.convert) return grouping;
  const keys = select({ columns: [as(sql`distinct ${grouping.key}`, 'slot')], from: rowsOf(scope), where });
  const table = select({
    columns: [inner('slot'), as(grouping.convert(inner('slot')), 'bucket')],
    from: nested(keys, 'distinct_slots'),
  });
  return joinedGrouping(
    sql`${raw(alias)}.${inner('bucket')}`,
    sql`left join ${nested(table, alias)} on ${raw(alias)}.${inner('slot')} = ${grouping.key}`,
  );
}

const joinedGrouping = (key: Fragment, joined: Fragment): DimensionGrouping => ({
  key,
  convert: null,
  joins: [joined],
});
