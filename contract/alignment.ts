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
  wallOf,
} from './calendar.ts';
import type { Compare, Grain, Span } from './query.ts';
import { type Clock, type Window, windowOf } from './span.ts';

// Like is compared with like: the base is the window moved back by whole steps, so that each step, and each part of a
// step, is compared with the same part of its counterpart.

/** A distance on the wall clock. */
export type Shift = { unit: 'seconds' | 'days' | 'months'; count: number };

/** A comparison of two windows. */
export type ComparedSpan = { span: Span; compare: Exclude<Compare, { kind: 'none' }>; clock: Clock };

/** What has a counterpart in `base`: `matched`, a part of `window`. Without steps there is no shift between the two. */
export type Alignment = { window: Window; matched: Window; base: Window; shift: Shift | null; zone: string };

const weeksPerYear = 365.25 / 7;
const yearInWeeks: Shift = { unit: 'days', count: 364 };
const aYear: Shift = { unit: 'months', count: 12 };
const lengths = { seconds: 1000, days: day, months: 30.4375 * day };

/** The wall so much later, or earlier where `direction` is -1. */
export function moveWall(wall: number, { unit, count }: Shift, direction: 1 | -1): number {
  if (unit === 'months') return addMonths(wall, direction * count);
  return wall + direction * count * lengths[unit];
}

const moveMoment = (moment: number, shift: Shift, direction: 1 | -1, zone: string) =>
  momentOf(moveWall(wallOf(moment, zone), shift, direction), zone);

// An end is the first instant after the last one. By months it is its last day that moves, or the year before one that
// ends on February 28th would end on the 27th; and what ends on a day that the other month does not have ends with it.
function moveEndByMonths(end: number, months: number): number {
  const date = new Date(end).getUTCDate();
  if (end === midnightOf(end)) return date === 1 ? addMonths(end, months) : addMonths(end - day, months) + day;
  const moved = addMonths(end, months);
  return new Date(moved).getUTCDate() === date ? moved : midnightOf(moved) + day;
}

function moveWindow({ from, to }: Window, shift: Shift, zone: string): Window {
  const end = wallOf(to, zone);
  const movedEnd = shift.unit === 'months' ? moveEndByMonths(end, -shift.count) : moveWall(end, shift, -1);
  return { from: moveMoment(from, shift, -1, zone), to: momentOf(movedEnd, zone) };
}

/** How long a span is, by the calendar. Whole months are as long as they are, other ranges have days. */
function lengthOf(span: Span): Shift {
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
const isOfWeeks = (span: Span) => span.kind !== 'range' && isWeek(span.grain);

/** The window that a span is compared with as a whole. */
export function baseOf(span: Span, compare: ComparedSpan['compare'], clock: Clock): Window {
  if (compare.kind === 'custom') return windowOf(compare.span, clock);
  const window = windowOf(span, clock);
  const { zone } = clock;
  if (compare.kind === 'last_year') return moveWindow(window, isOfWeeks(span) ? yearInWeeks : aYear, zone);
  const length = lengthOf(span);
  if (length.unit !== 'seconds') return moveWindow(window, length, zone);
  return { from: window.from - length.count * 1000, to: window.to - length.count * 1000 };
}

/** The distances that keep the steps of all grains apart by whole steps: multiples of this. */
function unitOf(grains: Grain[]): Shift {
  if (grains.some(isWeek)) return { unit: 'days', count: 7 };
  const months = Math.max(...grains.map((grain) => monthsOf(grain) ?? 0));
  if (months > 0) return { unit: 'months', count: months };
  if (grains.some((grain) => !isBelowDay(grain))) return { unit: 'days', count: 1 };
  return { unit: 'seconds', count: grains.some(({ unit }) => unit === 'hour') ? 3600 : 60 };
}

const fineness = { months: 0, days: 1, seconds: 2 };

// Days of months are compared by their dates, hours of days by the hour.
const isWhole = (length: Shift, unit: Shift) =>
  unit.count === 7
    ? length.unit === 'days' && length.count % 7 === 0
    : fineness[length.unit] < fineness[unit.unit] || (length.unit === unit.unit && length.count % unit.count === 0);

const times = (unit: Shift, factor: number): Shift => ({ unit: unit.unit, count: unit.count * factor });

/** The multiple of a unit that comes nearest to moving one moment to another. */
function nearestShift(from: number, to: number, unit: Shift, zone: string): Shift {
  const about = Math.round((from - to) / (lengths[unit.unit] * unit.count));
  const distanceOf = (factor: number) => Math.abs(moveMoment(from, times(unit, factor), -1, zone) - to);
  const [best] = [about, about - 1, about + 1].sort((a, b) => distanceOf(a) - distanceOf(b));
  return times(unit, best!);
}

/** The nearest multiple of a unit that leaves no time in both windows. */
function shiftBefore(window: Window, base: Window, unit: Shift, zone: string): Shift {
  let { count } = nearestShift(window.from, base.from, unit, zone);
  const isApart = () => count > 0 && moveWindow(window, { unit: unit.unit, count }, zone).to <= window.from;
  while (!isApart()) count += unit.count;
  return { unit: unit.unit, count };
}

function shiftOf({ span, compare, clock }: ComparedSpan, grains: Grain[]): Shift {
  const unit = unitOf(grains);
  const [window, base] = [windowOf(span, clock), baseOf(span, compare, clock)];
  if (compare.kind === 'custom') return nearestShift(window.from, base.from, unit, clock.zone);
  const isByWeek = unit.count === 7 && unit.unit === 'days';
  if (compare.kind === 'last_year')
    return isByWeek || (isOfWeeks(span) && unit.unit !== 'months') ? yearInWeeks : aYear;
  const length = lengthOf(span);
  if (isWhole(length, unit)) return length;
  if (isByWeek && length.unit === 'months' && length.count % 12 === 0) {
    return { unit: 'days', count: 7 * Math.round((length.count / 12) * weeksPerYear) };
  }
  return shiftBefore(window, base, unit, clock.zone);
}

/** The part of the window whose steps begin, moved back, before the base ends. */
function matchedOf(
  window: Window,
  base: Window,
  shift: Shift,
  { grain, zone }: { grain: Grain; zone: string },
): Window {
  const end = moveMoment(base.to, shift, 1, zone);
  if (end >= window.to) return window;
  return { from: window.from, to: Math.min(window.to, step(startOf(end - 1, grain, zone), 1, { grain, zone })) };
}

/**
 * How the steps of a window are matched one to one with those of its base: weeks with weeks that lie a whole number of
 * weeks before, months with months, days of months by their dates, hours by the clock on the wall.
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
