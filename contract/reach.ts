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
import { isDay } from './point.ts';
import type { Dimension, Filter, Grain, QueryAsk } from './query.ts';
import { type Clock, type Window, windowOf, windowOfDay } from './span.ts';
import { daysOf } from './steps.ts';

type TimeDimension = Extract<Dimension, { kind: 'time' }>;

const always: Window = { from: -Infinity, to: Infinity };
const both = (one: Window, other: Window): Window => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

const isAbout = (filter: Filter, column: string): boolean => {
  if ('filters' in filter) return filter.filters.some((each) => isAbout(each, column));
  return 'filter' in filter ? isAbout(filter.filter, column) : filter.column === column;
};

/** When the rows that a filter leaves can be; null if that is no stretch of whole days or a span. */
function windowOfFilter(filter: Filter, column: string, clock: Clock): Window | null {
  if (!isAbout(filter, column)) return always;
  if (filter.op === 'all') return windowOfAll(filter.filters, column, clock);
  if (filter.op === 'during') return windowOf(filter.span, clock);
  if (filter.op === 'filled') return always;
  if (filter.op === 'equals' && isDay(filter.value)) return windowOfDay(filter.value, clock.zone);
  if (filter.op !== 'between' || !isDay(filter.from) || !isDay(filter.to)) return null;
  return windowOf({ kind: 'range', from: filter.from, to: filter.to }, clock);
}

function windowOfAll(filters: Filter[], column: string, clock: Clock): Window | null {
  return filters.reduce<Window | null>((window, filter) => {
    const next = windowOfFilter(filter, column, clock);
    return window && next && both(window, next);
  }, always);
}

/** A picture has not more pixels than these, nor a table more rows that anyone reads. */
const mostSteps = 5000;

/** Steps from the first to the last; the last may reach beyond what was asked for, or beyond now. */
export type Reach = { steps: string[]; isCut: boolean };

function daysFrom({ from, to }: Window, grain: Grain, zone: string): Reach {
  const last = wallOf(to - 1, zone);
  const months = monthsOf(grain);
  const next = (wall: number) => (months ? addMonths(wall, months) : wall + (isWeek(grain) ? 7 : 1) * day);
  const steps: string[] = [];
  let wall = truncateWall(wallOf(from, zone), grain);
  for (; wall <= last; wall = next(wall)) steps.push(new Date(wall).toISOString().slice(0, 10));
  return { steps, isCut: wall > wallOf(to, zone) };
}

function momentsFrom({ from, to }: Window, grain: Grain, zone: string): Reach {
  const length = grain.unit === 'minute' ? minute : hour;
  const first = startOf(from, grain, zone);
  const count = Math.max(0, Math.ceil((to - first) / length));
  const textOf = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z');
  const steps = Array.from({ length: count }, (_, index) => textOf(first + index * length));
  return { steps, isCut: first + count * length > to };
}

const momentOfStep = (step: string, zone: string) => (isDay(step) ? windowOfDay(step, zone).from : Date.parse(step));

/** The first and the last step that there are rows of. */
export type Seen = { first: string; last: string };

type Asked = Pick<QueryAsk, 'period' | 'filters'>;

/**
 * The steps of a dimension that a question is about, up to now and whether there are rows in them or not; where it is
 * open when they begin or end, from the first one seen to the last. Null where the question leaves out some between
 * them, or where there are more than anyone could see.
 */
export function stepsAsked(ask: Asked, dimension: TimeDimension, clock: Clock, seen: Seen | null = null): Reach | null {
  const { period } = ask;
  const { column, grain } = dimension;
  const own = period.kind === 'during' && period.column === column ? windowOf(period.span, clock) : always;
  const left = windowOfAll(ask.filters, column, clock);
  if (!left) return null;
  const { from, to } = both(own, left);
  const isOpen = from === -Infinity || to === Infinity;
  if (isOpen && !seen) return null;
  const window = {
    from: from === -Infinity ? momentOfStep(seen!.first, clock.zone) : from,
    to: to === Infinity ? momentOfStep(seen!.last, clock.zone) + 1 : Math.min(to, clock.now),
  };
  const length = (window.to - window.from) / day;
  if (!(length > 0) || length / daysOf(grain) > mostSteps) return null;
  const reach = isBelowDay(grain) ? momentsFrom(window, grain, clock.zone) : daysFrom(window, grain, clock.zone);
  return { ...reach, isCut: reach.isCut && to !== Infinity };
}
