import {
  addMonths,
  day,
  hour,
  isBelowDay,
  isWeek,
  minute,
  monthsOf,
  startOf,
  truncateWall,
  wallOf,
} from './calendar.ts';
import { isDay } from './calendar.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { Dimension, Filter, Grain, BuiltQuerySpec } from '#domain/query/query.ts';
import { type Clock, type TimeWindow, windowOf, windowOfDay } from './span.ts';
import { daysOf } from './time-steps.ts';

type TimeDimension = Extract<Dimension, { kind: 'time' }>;

const always: TimeWindow = { from: -Infinity, to: Infinity };
const intersect = (one: TimeWindow, other: TimeWindow): TimeWindow => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

/** The window that a filter leaves; null if it is not a range of whole days or a span. */
function windowOfFilter(filter: Filter, column: string, clock: Clock): TimeWindow | null {
  if (!columnsOfFilter(filter).includes(column)) return always;
  if (filter.op === 'all') return windowOfAll(filter.filters, column, clock);
  if (filter.op === 'during') return windowOf(filter.span, clock);
  if (filter.op === 'filled') return always;
  if (filter.op === 'equals' && isDay(filter.value)) return windowOfDay(filter.value, clock.zone);
  if (filter.op !== 'between' || !isDay(filter.from) || !isDay(filter.to)) return null;
  return windowOf({ kind: 'range', from: filter.from, to: filter.to }, clock);
}

function windowOfAll(filters: Filter[], column: string, clock: Clock): TimeWindow | null {
  return filters.reduce<TimeWindow | null>((window, filter) => {
    const next = windowOfFilter(filter, column, clock);
    return window && next && intersect(window, next);
  }, always);
}

/** A chart has no more pixels, and a table with more rows is unreadable. */
const maxSteps = 5000;

/** Consecutive steps; `isCut` means that the last one extends beyond the queried window or beyond now. */
export type StepRange = { steps: string[]; isCut: boolean };

function dayStepsIn({ from, to }: TimeWindow, grain: Grain, zone: string): StepRange {
  const last = wallOf(to - 1, zone);
  const months = monthsOf(grain);
  const next = (wall: number) => (months ? addMonths(wall, months) : wall + (isWeek(grain) ? 7 : 1) * day);
  const steps: string[] = [];
  let wall = truncateWall(wallOf(from, zone), grain);
  for (; wall <= last; wall = next(wall)) steps.push(new Date(wall).toISOString().slice(0, 10));
  return { steps, isCut: wall > wallOf(to, zone) };
}

function momentStepsIn({ from, to }: TimeWindow, grain: Grain, zone: string): StepRange {
  const length = grain.unit === 'minute' ? minute : hour;
  const first = startOf(from, grain, zone);
  const count = Math.max(0, Math.ceil((to - first) / length));
  const textOf = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z');
  const steps = Array.from({ length: count }, (_, index) => textOf(first + index * length));
  return { steps, isCut: first + count * length > to };
}

const momentOfStep = (step: string, zone: string) => (isDay(step) ? windowOfDay(step, zone).from : Date.parse(step));

/** The first and the last step with rows. */
export type StepExtent = { first: string; last: string };

type PeriodAndFilters = Pick<BuiltQuerySpec, 'period' | 'filters'>;

/**
 * The steps of a dimension that a query covers, up to now, with or without rows; open ends are taken from the extent of
 * the data. Null if the query excludes steps in between, or if there are too many.
 */
export function expectedStepsOf(
  spec: PeriodAndFilters,
  dimension: TimeDimension,
  clock: Clock,
  extent: StepExtent | null = null,
): StepRange | null {
  const { period } = spec;
  const { column, grain } = dimension;
  const own = period.kind === 'during' && period.column === column ? windowOf(period.span, clock) : always;
  const left = windowOfAll(spec.filters, column, clock);
  if (!left) return null;
  const { from, to } = intersect(own, left);
  const isOpen = from === -Infinity || to === Infinity;
  if (isOpen && !extent) return null;
  const window = {
    from: from === -Infinity ? momentOfStep(extent!.first, clock.zone) : from,
    to: to === Infinity ? momentOfStep(extent!.last, clock.zone) + 1 : Math.min(to, clock.now),
  };
  const length = (window.to - window.from) / day;
  if (!(length > 0) || length / daysOf(grain) > maxSteps) return null;
  const range = isBelowDay(grain) ? momentStepsIn(window, grain, clock.zone) : dayStepsIn(window, grain, clock.zone);
  return { ...range, isCut: range.isCut && to !== Infinity };
}
