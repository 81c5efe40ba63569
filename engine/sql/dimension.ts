import type { StepShift } from '#contract/counterpart.ts';
import { Problem } from '#contract/errors.ts';
import type { Column, DatePart, Dimension, Grain } from '#contract/query.ts';
import { isBelowDay, isWeek, slotMinutesOf } from '#contract/calendar.ts';
import { fractionOf } from '#contract/decimal.ts';
import type { Dialect } from './dialect.ts';
import { bind, type Fragment, integer, join, raw, sql } from './fragment.ts';
import { bindMoment, cellOf, columnOf, numberColumnOf, rowsOf, type Scope, timeColumnOf } from './scope.ts';
import { nested, select } from './select.ts';

/**
 * How rows are grouped by a dimension: by the key, which is of a row, and then by what `convert` makes of the key.
 * Without `convert` the key is the value. `joins` are what the key refers to.
 */
export type Grouping = { key: Fragment; convert: ((key: Fragment) => Fragment) | null; joins: Fragment[] };

/** What a grouping depends on beside its dimension. `alias` is a name for what it joins, `reach` are the rows that bins span. */
export type Surroundings = { alias: string; where: Fragment[]; reach: Fragment[]; shift: StepShift | null };

export function groupingOf(scope: Scope, dimension: Dimension, surroundings: Surroundings): Grouping {
  switch (dimension.kind) {
    case 'value':
      return plain(cellOf(scope, columnOf(scope, dimension.column)));
    case 'time':
      return timeOf(scope, dimension, surroundings.shift);
    case 'date_part':
      return datePartOf(scope, dimension);
    case 'bins':
      return binsOf(scope, dimension, surroundings);
    default:
      return plain(widthOf(scope, numberColumnOf(scope, dimension.column), dimension.width));
  }
}

const plain = (key: Fragment): Grouping => ({ key, convert: null, joins: [] });

function widthOf(scope: Scope, column: Column, width: number): Fragment {
  const { up, down } = fractionOf(width);
  const cell = scope.dialect.asNumber(cellOf(scope, column));
  return edgeOf(cell, { up: bind(up, 'number'), down: bind(down, 'number') });
}

/**
 * The multiple of a width, `up` by `down`, that a number reaches. Dividing may end on the wrong side of an edge, so the
 * edges themselves decide: a group holds what a filter from its edge to the next one finds.
 */
function edgeOf(cell: Fragment, { up, down }: { up: Fragment; down: Fragment }): Fragment {
  const place = sql`floor(${cell} * ${down} / ${up})`;
  const edge = (moved: Fragment) => sql`(${moved}) * ${up} / ${down}`;
  const isAbove = sql`${cell} >= ${edge(sql`${place} + 1`)}`;
  const isBelow = sql`${cell} < ${edge(place)}`;
  return edge(sql`${place} + case when ${isAbove} then 1 when ${isBelow} then -1 else 0 end`);
}

/** What bins may be wide, times a power of ten, and below which width each of them is the nearest. */
const roundWidths = [
  [1, 1.41],
  [2, 2.24],
  [2.5, 3.54],
  [5, 7.07],
] as const;

/**
 * About as many bins as were asked for between the smallest and the largest value that pass the filters, as wide as
 * people count: 1, 2, 2.5 or 5 times a power of ten, and beginning at a multiple of that. `up` by `down` is the width:
 * a fraction such as 0.1 would be none of its multiples.
 */
function boundsOf(scope: Scope, cell: Fragment, { count, reach }: { count: number; reach: Fragment[] }): Fragment {
  const rough = select({
    columns: [sql`min(${cell}) as low`, sql`(max(${cell}) - min(${cell})) / ${integer(count)} as rough`],
    from: rowsOf(scope),
    where: reach,
  });
  const sized = select({
    columns: [raw('low'), raw('rough'), raw('floor(log10(nullif(rough, 0)) + 1e-9) as size')],
    from: nested(rough, 'reach'),
  });
  const cases = roundWidths.map(([width, below]) => `when rough / power(10, size) < ${below} then ${width}`);
  return select({
    columns: [
      raw('low'),
      raw(`case when size is null then null ${cases.join(' ')} else 10 end * power(10, greatest(size, 0)) as up`),
      raw('power(10, greatest(-size, 0)) as down'),
    ],
    from: nested(sized, 'sized'),
  });
}

function binsOf(scope: Scope, dimension: Dimension & { kind: 'bins' }, { alias, reach }: Surroundings): Grouping {
  const cell = scope.dialect.asNumber(cellOf(scope, numberColumnOf(scope, dimension.column)));
  const [low, up, down] = ['low', 'up', 'down'].map((each) => raw(`${alias}.${each}`)) as [
    Fragment,
    Fragment,
    Fragment,
  ];
  // Where all values are the same there is no width.
  const key = sql`case when ${cell} is null then null else coalesce(${edgeOf(cell, { up, down })}, ${low}) end`;
  const bounds = boundsOf(scope, cell, { count: dimension.count, reach });
  return { key, convert: null, joins: [sql`cross join ${nested(bounds, alias)}`] };
}

function timeOf(scope: Scope, dimension: Dimension & { kind: 'time' }, shift: StepShift | null): Grouping {
  const { dialect, clock } = scope;
  const { grain } = dimension;
  const column = timeColumnOf(scope, dimension.column);
  const cell = cellOf(scope, column);
  const place = { grain, zone: clock.zone };
  if (column.type === 'date') return plain(stepOf(dialect, cell, grain, shift));
  const { slots } = dialect;
  if (!slots) return plain(bucketOf(dialect, cell, place, shift));
  const kind = { minutes: minutesOf(grain, clock.zone), isRecent: scope.recent === column.id };
  const convert = (slot: Fragment) => {
    const moment = slots.momentOf(slot, kind);
    const isStep = isBelowDay(grain) && kind.minutes === minutesOf(grain, 'UTC');
    return isStep ? movedMoment(dialect, moment, shift) : bucketOf(dialect, moment, place, shift);
  };
  return { key: slots.of(cell, kind), convert, joins: [] };
}

/** The hour, weekday or month on the wall; of moments in slots where an engine is slow at calendars. */
export function datePartOf(scope: Scope, { column: id, part }: { column: string; part: DatePart }): Grouping {
  const { dialect, clock } = scope;
  const column = timeColumnOf(scope, id);
  if (column.type === 'date' && part === 'hour') throw new Problem('column_not_time', { column: column.name });
  const cell = cellOf(scope, column);
  if (column.type === 'date') return plain(dialect.datePart(cell, part));
  const ofMoment = (moment: Fragment) => dialect.datePart(dialect.local(moment, clock.zone), part);
  const { slots } = dialect;
  if (!slots) return plain(ofMoment(cell));
  const minutes = minutesOf({ unit: part === 'hour' ? 'hour' : 'day' }, clock.zone);
  const kind = { minutes, isRecent: scope.recent === column.id };
  return { key: slots.of(cell, kind), convert: (slot) => ofMoment(slots.momentOf(slot, kind)), joins: [] };
}

// The longest slots that lie in one step of the grain each.
function minutesOf({ unit }: Grain, zone: string): number {
  if (unit === 'minute') return 1;
  if (zone !== 'UTC') return slotMinutesOf(zone);
  return unit === 'hour' ? 60 : 24 * 60;
}

type Place = { grain: Grain; zone: string };

function bucketOf(dialect: Dialect, moment: Fragment, { grain, zone }: Place, shift: StepShift | null): Fragment {
  if (grain.unit === 'minute' || grain.unit === 'hour') {
    return movedMoment(dialect, dialect.truncateMoment(moment, grain.unit, zone), shift);
  }
  return stepOf(dialect, dialect.local(moment, zone), grain, shift);
}

/** The step of a date, or of a date and time, moved to the one that it is compared with. */
function stepOf(dialect: Dialect, local: Fragment, grain: Grain, shift: StepShift | null): Fragment {
  const { truncate, addDays, addMonths } = dialect;
  if (!shift || shift.kind === 'pieces') return truncateLocal(dialect, local, grain);
  if (shift.kind === 'days') {
    const isByDay = grain.unit === 'day' || isWeek(grain);
    if (isByDay) return addDays(truncateLocal(dialect, local, grain), shift.count);
    return truncateLocal(dialect, addDays(truncate(local, 'day'), shift.count), grain);
  }
  const bucket = truncateLocal(dialect, local, grain);
  const moved = addMonths(bucket, shift.count);
  if (shift.kind === 'months') return moved;
  return sql`case when ${addMonths(moved, -shift.count)} = ${bucket} then ${moved} end`;
}

function movedMoment(dialect: Dialect, moment: Fragment, shift: StepShift | null): Fragment {
  if (shift?.kind !== 'pieces') return moment;
  const moved = shift.pieces.map(({ seconds }) =>
    seconds === null ? raw('null') : dialect.addSeconds(moment, seconds),
  );
  if (moved.length < 2) return moved[0] ?? moment;
  const cases = shift.pieces
    .slice(0, -1)
    .map(({ to }, index) => sql`when ${moment} < ${bindMoment(to)} then ${moved[index]!}`);
  return sql`case ${join(cases, ' ')} else ${moved.at(-1)!} end`;
}

function truncateLocal(dialect: Dialect, local: Fragment, grain: Grain): Fragment {
  const { truncate, addDays, addMonths } = dialect;
  switch (grain.unit) {
    case 'fiscal_year': {
      const months = grain.start - 1;
      if (months === 0) return truncate(local, 'year');
      return addMonths(truncate(addMonths(truncate(local, 'month'), -months), 'year'), months);
    }
    case 'week':
      if (grain.start === 'monday') return truncate(local, 'week');
      return addDays(truncate(addDays(truncate(local, 'day'), 1), 'week'), -1);
    case 'iso_week':
      return truncate(local, 'week');
    default:
      return truncate(local, grain.unit as 'day' | 'month' | 'quarter' | 'year');
  }
}

/** Converts first and groups then, by way of the distinct keys: for what cannot be added up afterwards. */
export function converted(scope: Scope, grouping: Grouping, { alias, where }: Surroundings): Grouping {
  if (!grouping.convert) return grouping;
  const keys = select({ columns: [sql`distinct ${grouping.key} as slot`], from: rowsOf(scope), where });
  const table = select({
    columns: [raw('slot'), sql`${grouping.convert(raw('slot'))} as bucket`],
    from: nested(keys, 'distinct_slots'),
  });
  return plainWith(
    raw(`${alias}.bucket`),
    sql`left join ${nested(table, alias)} on ${raw(alias)}.slot = ${grouping.key}`,
  );
}

const plainWith = (key: Fragment, joined: Fragment): Grouping => ({ key, convert: null, joins: [joined] });
