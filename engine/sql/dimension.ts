import type { Column, Dimension, Grain } from '#contract/query.ts';
import { isBelowDay, slotMinutesOf } from '#contract/calendar.ts';
import type { Dialect } from './dialect.ts';
import { bind, type Fragment, integer, raw, sql } from './fragment.ts';
import { cellOf, columnOf, numberColumnOf, rowsOf, type Scope, timeColumnOf } from './scope.ts';
import { nested, select } from './select.ts';
import type { Shift } from '#contract/span.ts';

/**
 * How rows are grouped by a dimension: by the key, which is of a row, and then by what `convert` makes of the key.
 * Without `convert` the key is the value. `joins` are what the key refers to.
 */
export type Grouping = { key: Fragment; convert: ((key: Fragment) => Fragment) | null; joins: Fragment[] };

/** What a grouping depends on beside its dimension. `alias` is a name for what it joins, `reach` are the rows that bins span. */
export type Surroundings = { alias: string; where: Fragment[]; reach: Fragment[]; shift: Shift | null };

export function groupingOf(scope: Scope, dimension: Dimension, surroundings: Surroundings): Grouping {
  switch (dimension.kind) {
    case 'value':
      return plain(cellOf(scope, columnOf(scope, dimension.column)));
    case 'time':
      return timeOf(scope, dimension, surroundings.shift);
    case 'bins':
      return binsOf(scope, dimension, surroundings);
    default:
      return plain(widthOf(scope, numberColumnOf(scope, dimension.column), dimension.width));
  }
}

const plain = (key: Fragment): Grouping => ({ key, convert: null, joins: [] });

function widthOf(scope: Scope, column: Column, width: number): Fragment {
  const bound = bind(width, 'number');
  return sql`floor(${scope.dialect.asNumber(cellOf(scope, column))} / ${bound}) * ${bound}`;
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
  // Where all values are the same there is no width. What calculating leaves over must not move a bound.
  const bound = sql`floor(${cell} * ${down} / ${up} + 1e-9) * ${up} / ${down}`;
  const key = sql`case when ${cell} is null then null else coalesce(${bound}, ${low}) end`;
  const bounds = boundsOf(scope, cell, { count: dimension.count, reach });
  return { key, convert: null, joins: [sql`cross join ${nested(bounds, alias)}`] };
}

function timeOf(scope: Scope, dimension: Dimension & { kind: 'time' }, shift: Shift | null): Grouping {
  const { dialect, clock } = scope;
  const { grain } = dimension;
  const column = timeColumnOf(scope, dimension.column);
  const cell = cellOf(scope, column);
  const shifted = (bucket: Fragment) => (shift ? shiftBy(dialect, bucket, shift) : bucket);
  if (column.type === 'date') return plain(shifted(truncateLocal(dialect, cell, grain)));
  const { slots } = dialect;
  if (!slots) return plain(shifted(bucketOf(dialect, cell, { grain, zone: clock.zone })));
  const kind = { minutes: minutesOf(grain, clock.zone), isRecent: scope.recent === column.id };
  const convert = (slot: Fragment) => {
    const moment = slots.momentOf(slot, kind);
    const isStep = isBelowDay(grain) && kind.minutes === minutesOf(grain, 'UTC');
    return shifted(isStep ? moment : bucketOf(dialect, moment, { grain, zone: clock.zone }));
  };
  return { key: slots.of(cell, kind), convert, joins: [] };
}

// The longest slots that lie in one step of the grain each.
function minutesOf({ unit }: Grain, zone: string): number {
  if (unit === 'minute') return 1;
  if (zone !== 'UTC') return slotMinutesOf(zone);
  return unit === 'hour' ? 60 : 24 * 60;
}

function bucketOf(dialect: Dialect, moment: Fragment, { grain, zone }: { grain: Grain; zone: string }): Fragment {
  if (grain.unit === 'minute' || grain.unit === 'hour') return dialect.truncateMoment(moment, grain.unit, zone);
  return truncateLocal(dialect, dialect.local(moment, zone), grain);
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

function shiftBy(dialect: Dialect, bucket: Fragment, shift: Shift): Fragment {
  if ('seconds' in shift) return dialect.addSeconds(bucket, shift.seconds);
  if ('days' in shift) return dialect.addDays(bucket, shift.days);
  const moved = dialect.addMonths(bucket, shift.months);
  if (!shift.isWholeDay) return moved;
  return sql`case when ${dialect.addMonths(moved, -shift.months)} = ${bucket} then ${moved} end`;
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
