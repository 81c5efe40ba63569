import type { Compare, Grain, Span } from './query.ts';
import {
  addMonths,
  day,
  isBelowDay,
  isWeek,
  midnightOf,
  momentOf,
  monthsOf,
  startOf,
  step,
  truncateWall,
  wallOf,
} from './calendar.ts';

/** From a moment until just before another. */
export type Window = { from: number; to: number };

/** When and where a question is asked. */
export type Clock = { now: number; zone: string };

export const wallOfDay = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** The window of a day in the zone. */
export const windowOfDay = (text: string, zone: string): Window => ({
  from: momentOf(wallOfDay(text), zone),
  to: momentOf(wallOfDay(text) + day, zone),
});

export function windowOf(span: Span, { now, zone }: Clock): Window {
  if (span.kind === 'range') {
    return { from: windowOfDay(span.from, zone).from, to: windowOfDay(span.to, zone).to };
  }
  const place = { grain: span.grain, zone };
  const start = startOf(now, span.grain, zone);
  if (span.kind === 'last') return { from: step(start, 1 - span.count, place), to: now };
  if (span.kind === 'previous') return { from: step(start, -span.count, place), to: start };
  return { from: start, to: span.until === 'now' ? now : step(start, 1, place) };
}

/** The window that a span is compared with. */
export function baseOf(span: Span, compare: Exclude<Compare, { kind: 'none' }>, clock: Clock): Window {
  if (compare.kind === 'custom') return windowOf(compare.span, clock);
  const window = windowOf(span, clock);
  if (compare.kind === 'last_year') return shiftMonths(window, -12, clock.zone);
  if (span.kind === 'range') return windowBefore(window, clock.zone);
  const count = span.kind === 'this' ? 1 : span.count;
  const months = monthsOf(span.grain);
  if (months) return shiftMonths(window, -count * months, clock.zone);
  const place = { grain: span.grain, zone: clock.zone };
  return { from: step(window.from, -count, place), to: step(window.to, -count, place) };
}

// Whole months are compared with whole months, other ranges with as many days.
function windowBefore({ from, to }: Window, zone: string): Window {
  const [first, end] = [wallOf(from, zone), wallOf(to, zone)];
  const [a, b] = [new Date(first), new Date(end)];
  if (a.getUTCDate() === 1 && b.getUTCDate() === 1) {
    const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
    return shiftMonths({ from, to }, -months, zone);
  }
  const days = Math.round((midnightOf(end) - midnightOf(first)) / day);
  return { from: momentOf(first - days * day, zone), to: momentOf(end - days * day, zone) };
}

function shiftMonths({ from, to }: Window, months: number, zone: string): Window {
  return {
    from: momentOf(addMonths(wallOf(from, zone), months), zone),
    to: momentOf(shiftEnd(wallOf(to, zone), months), zone),
  };
}

// An end is the first instant after the last day. It is that last day which moves, or the year before one that ends
// on February 28th would end on the 27th; but the end of a month stays the end of a month.
function shiftEnd(end: number, months: number): number {
  const isMidnight = end === midnightOf(end);
  const isMonthEnd = new Date(end).getUTCDate() === 1;
  return isMidnight && !isMonthEnd ? addMonths(end - day, months) + day : addMonths(end, months);
}

/** By how much a step of the base lies before the step of the window that it is compared with. */
export type Shift = { seconds: number } | { days: number } | { months: number; isWholeDay: boolean };

/** The first step is compared with the first, and so on; days of last year with the same date, the 29th of February with none. */
export function shiftOf(
  windows: { window: Window; base: Window },
  grain: Grain,
  compare: Compare,
  zone: string,
): Shift {
  const { window, base } = windows;
  if (isBelowDay(grain)) {
    return { seconds: (startOf(window.from, grain, zone) - startOf(base.from, grain, zone)) / 1000 };
  }
  if (grain.unit === 'day' && compare.kind === 'last_year') return { months: 12, isWholeDay: true };
  const [to, from] = [window.from, base.from].map((moment) => truncateWall(wallOf(moment, zone), grain)) as [
    number,
    number,
  ];
  if (grain.unit === 'day' || isWeek(grain)) return { days: Math.round((to - from) / day) };
  const [a, b] = [new Date(from), new Date(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return { months, isWholeDay: false };
}
