import {
  addMonths,
  day,
  isBelowDay,
  isWeek,
  midnightOf,
  momentOf,
  monthsOf,
  startOf,
  addSteps,
  wallOf,
} from './calendar.ts';
import type { Compare, Grain, Span } from '#domain/query/query.ts';
import { type Clock, type TimeWindow, windowOf } from './span.ts';

// The base window is the window moved back by whole steps, so that each step, or part of one, is compared with the same
// part of its counterpart.

/** A distance in wall-clock time. */
export type CalendarShift = { unit: 'seconds' | 'days' | 'months'; count: number };

/** A span with its comparison. */
export type ComparedSpan = { span: Span; compare: Exclude<Compare, { kind: 'none' }>; clock: Clock };

/** `matched` is the part of `window` that has a counterpart in `base`. Without steps there is no shift. */
export type Alignment = {
  window: TimeWindow;
  matched: TimeWindow;
  base: TimeWindow;
  shift: CalendarShift | null;
  zone: string;
};

const weeksPerYear = 365.25 / 7;
const yearInWeeks: CalendarShift = { unit: 'days', count: 364 };
const oneYear: CalendarShift = { unit: 'months', count: 12 };
const lengths = { seconds: 1000, days: day, months: 30.4375 * day };

/** Moves a wall time by a shift, back if `direction` is -1. */
export function moveWall(wall: number, { unit, count }: CalendarShift, direction: 1 | -1): number {
  if (unit === 'months') return addMonths(wall, direction * count);
  return wall + direction * count * lengths[unit];
}

const moveMoment = (moment: number, shift: CalendarShift, direction: 1 | -1, zone: string) =>
  momentOf(moveWall(wallOf(moment, zone), shift, direction), zone);

// Ends are exclusive. By months it is the last included day that moves, or else the year before a window that ends on
// February 28th would end on the 27th. An end on a day that the target month lacks becomes the end of that month.
function moveEndByMonths(end: number, months: number): number {
  const date = new Date(end).getUTCDate();
  if (end === midnightOf(end)) return date === 1 ? addMonths(end, months) : addMonths(end - day, months) + day;
  const moved = addMonths(end, months);
  return new Date(moved).getUTCDate() === date ? moved : midnightOf(moved) + day;
}

function moveWindow({ from, to }: TimeWindow, shift: CalendarShift, zone: string): TimeWindow {
  const end = wallOf(to, zone);
  const movedEnd = shift.unit === 'months' ? moveEndByMonths(end, -shift.count) : moveWall(end, shift, -1);
  return { from: moveMoment(from, shift, -1, zone), to: momentOf(movedEnd, zone) };
}

/** Length of a span by the calendar: in months for whole months, in days for other ranges. */
function lengthOf(span: Span): CalendarShift {
  if (span.kind !== 'range') {
    const count = span.kind === 'this' ? 1 : span.count;
    const months = monthsOf(span.grain);
    if (months) return { unit: 'months', count: count * months };
    if (!isBelowDay(span.grain)) return { unit: 'days', count: count * (isWeek(span.grain) ? 7 : 1) };
    return { unit: 'seconds', count: count * (span.grain.unit === 'minute' ? 60 : 3600) };
  }
  const [first, end] = [Date.parse(span.from), Date.parse(span.to) + day];
  const [a, b] = [new Date(first), new Date(end)];
  if (a.getUTCDate() !== 1 || b.getUTCDate() !== 1) return { unit: 'days', count: Math.round((end - first) / day) };
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return { unit: 'months', count: months };
}

/** Weeks are compared with the weeks 52 weeks before, which have the same weekdays. */
const isWeekSpan = (span: Span) => span.kind !== 'range' && isWeek(span.grain);

/** The base window of a span as a whole. */
export function baseOf(span: Span, compare: ComparedSpan['compare'], clock: Clock): TimeWindow {
  if (compare.kind === 'custom') return windowOf(compare.span, clock);
  const window = windowOf(span, clock);
  const { zone } = clock;
  if (compare.kind === 'last_year') return moveWindow(window, isWeekSpan(span) ? yearInWeeks : oneYear, zone);
  const length = lengthOf(span);
  if (length.unit !== 'seconds') return moveWindow(window, length, zone);
  return { from: window.from - length.count * 1000, to: window.to - length.count * 1000 };
}

/** The unit of shifts that keep the steps of all grains aligned: a shift must be a multiple of it. */
function unitOf(grains: Grain[]): CalendarShift {
  if (grains.some(isWeek)) return { unit: 'days', count: 7 };
  const months = Math.max(...grains.map((grain) => monthsOf(grain) ?? 0));
  if (months > 0) return { unit: 'months', count: months };
  if (grains.some((grain) => !isBelowDay(grain))) return { unit: 'days', count: 1 };
  return { unit: 'seconds', count: grains.some(({ unit }) => unit === 'hour') ? 3600 : 60 };
}

const fineness = { months: 0, days: 1, seconds: 2 };

// Days of months are matched by date, hours of days by the hour.
const isWhole = (length: CalendarShift, unit: CalendarShift) =>
  unit.count === 7
    ? length.unit === 'days' && length.count % 7 === 0
    : fineness[length.unit] < fineness[unit.unit] || (length.unit === unit.unit && length.count % unit.count === 0);

const multiplyShift = (unit: CalendarShift, factor: number): CalendarShift => ({
  unit: unit.unit,
  count: unit.count * factor,
});

/** The multiple of a unit that moves one moment closest to another. */
function nearestShift(from: number, to: number, unit: CalendarShift, zone: string): CalendarShift {
  const about = Math.round((from - to) / (lengths[unit.unit] * unit.count));
  const distanceOf = (factor: number) => Math.abs(moveMoment(from, multiplyShift(unit, factor), -1, zone) - to);
  const [best] = [about, about - 1, about + 1].sort((a, b) => distanceOf(a) - distanceOf(b));
  return multiplyShift(unit, best!);
}

/** The nearest multiple of a unit for which the two windows do not overlap. */
function shiftBefore(window: TimeWindow, base: TimeWindow, unit: CalendarShift, zone: string): CalendarShift {
  let { count } = nearestShift(window.from, base.from, unit, zone);
  const isApart = () => count > 0 && moveWindow(window, { unit: unit.unit, count }, zone).to <= window.from;
  while (!isApart()) count += unit.count;
  return { unit: unit.unit, count };
}

function shiftOf({ span, compare, clock }: ComparedSpan, grains: Grain[]): CalendarShift {
  const unit = unitOf(grains);
  const [window, base] = [windowOf(span, clock), baseOf(span, compare, clock)];
  if (compare.kind === 'custom') return nearestShift(window.from, base.from, unit, clock.zone);
  const isByWeek = unit.count === 7 && unit.unit === 'days';
  if (compare.kind === 'last_year')
    return isByWeek || (isWeekSpan(span) && unit.unit !== 'months') ? yearInWeeks : oneYear;
  const length = lengthOf(span);
  if (isWhole(length, unit)) return length;
  if (isByWeek && length.unit === 'months' && length.count % 12 === 0) {
    return { unit: 'days', count: 7 * Math.round((length.count / 12) * weeksPerYear) };
  }
  return shiftBefore(window, base, unit, clock.zone);
}

/** The part of the window whose steps, moved back, begin before the base ends. */
function matchedOf(
  window: TimeWindow,
  base: TimeWindow,
  shift: CalendarShift,
  { grain, zone }: { grain: Grain; zone: string },
): TimeWindow {
  const end = moveMoment(base.to, shift, 1, zone);
  if (end >= window.to) return window;
  return { from: window.from, to: Math.min(window.to, addSteps(startOf(end - 1, grain, zone), 1, { grain, zone })) };
}

/**
 * Matches the steps of a window one to one with those of its base: weeks with weeks a whole number of weeks earlier,
 * months with months, days of months by date, hours by wall-clock time.
 */
export function alignmentOf(compared: ComparedSpan, grains: Grain[]): Alignment {
  const { span, compare, clock } = compared;
  const { zone } = clock;
  const window = windowOf(span, clock);
  const base = baseOf(span, compare, clock);
  if (grains.length === 0) return { window, matched: window, base, shift: null, zone };
  const shift = shiftOf(compared, grains);
  const matched = compare.kind === 'custom' ? matchedOf(window, base, shift, { grain: grains[0]!, zone }) : window;
  return { window, matched, base: moveWindow(matched, shift, zone), shift, zone };
}
