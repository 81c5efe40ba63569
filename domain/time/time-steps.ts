import type { IsoDay, Dimension, Grain, Span } from '#domain/query/query.ts';
import { monthsOf } from './calendar.ts';

const days: Record<Grain['unit'], number> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  iso_week: 7,
  month: 30.4,
  quarter: 91.3,
  year: 365.25,
  fiscal_year: 365.25,
};

/** Approximate length of a grain in days. */
export const daysOf = (grain: Grain) => days[grain.unit];

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const stepGrains = new Map<string, Grain>([
  ['year', { unit: 'year' }],
  ['quarter', { unit: 'quarter' }],
  ['month', { unit: 'month' }],
  ['week', { unit: 'week', start: 'monday' }],
]);

/** The grain that dates of a column stand for, by its format; null for days and timestamps. */
export const stepGrainOf = (format: string): Grain | null => stepGrains.get(format) ?? null;

/** A grain, or the one that dates of a column stand for if that is coarser. */
export function coarserGrain(grain: Grain, format: string): Grain {
  const step = stepGrainOf(format);
  return step && daysOf(grain) < daysOf(step) ? step : grain;
}

/** Approximate length of a span in days. */
export function daysOfSpan(span: Span): number {
  if (span.kind === 'range') return daysBetween(span.from, span.to) + 1;
  return daysOf(span.grain) * (span.kind === 'this' ? 1 : span.count);
}

const monday: Grain = { unit: 'week', start: 'monday' };

/** How many time steps fit on a chart: many on a line, fewer as bars. */
export type StepSpace = 'line' | 'bars';

/** Max days of a span for each grain. */
const maxDaysByGrain: { grain: Grain; line: number; bars: number }[] = [
  { grain: { unit: 'minute' }, line: 0.2, bars: 0.03 },
  { grain: { unit: 'hour' }, line: 3, bars: 2 },
  { grain: { unit: 'day' }, line: 93, bars: 35 },
  { grain: monday, line: 250, bars: 250 },
  { grain: { unit: 'month' }, line: 366 * 6, bars: 366 * 4 },
  { grain: { unit: 'quarter' }, line: 366 * 20, bars: 366 * 12 },
];

/** The grain that suits a chart of this many days. */
export const grainFor = (length: number, space: StepSpace = 'line'): Grain =>
  maxDaysByGrain.find((each) => length <= each[space])?.grain ?? { unit: 'year' };

const [minSteps, maxSteps] = [4, 400];

/** Changes the grain of a dimension if it would give too few or too many points. */
export function refitGrain<T extends Dimension>(dimension: T, span: Span, space: StepSpace): T {
  if (dimension.kind !== 'time') return dimension;
  const length = daysOfSpan(span);
  const steps = length / daysOf(dimension.grain);
  return steps >= minSteps && steps <= maxSteps ? dimension : { ...dimension, grain: grainFor(length, space) };
}

function moveDay(day: IsoDay, { months = 0, days: count = 0 }): IsoDay {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The last day of the step that begins on a day; for grains below a day the day itself. */
export function lastDayOf(first: IsoDay, grain: Grain): IsoDay {
  const months = monthsOf(grain);
  if (months) return moveDay(first, { months, days: -1 });
  return grain.unit === 'week' || grain.unit === 'iso_week' ? moveDay(first, { days: 6 }) : first;
}

/** The moment at which the next step below a day begins. */
export const nextMomentOf = (moment: string, grain: Grain): string =>
  new Date(Date.parse(moment) + (grain.unit === 'minute' ? 60_000 : 3_600_000)).toISOString();

/** Subtracts months from a day, clamped to the last day of the month. */
function monthsBefore(day: IsoDay, months: number): IsoDay {
  const first = moveDay(`${day.slice(0, 8)}01`, { months: -months });
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  const last = lastDayOf(first, { unit: 'month' });
  return same < last ? same : last;
}

/** The day that a day of the span is compared with: earlier by the length of the span. */
export function dayBefore(day: IsoDay, span: Span): IsoDay {
  const count = span.kind === 'range' || span.kind === 'this' ? 1 : span.count;
  const months = span.kind === 'range' ? undefined : monthsOf(span.grain);
  if (months) return monthsBefore(day, months * count);
  return moveDay(day, { days: -Math.max(1, Math.round(daysOfSpan(span))) });
}

export const weeksBefore = (day: IsoDay, weeks: number): IsoDay => moveDay(day, { days: -7 * weeks });

/** Weeks between a span and the one before it: 52 for a year, else its length. */
export function weeksOf(span: Span): number {
  const weeks = daysOfSpan(span) / 7;
  const isByDay = span.kind === 'range' || span.grain.unit === 'day';
  return Math.max(1, isByDay ? Math.ceil(weeks) : Math.round(weeks));
}
