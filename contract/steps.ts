import type { Day, Dimension, Grain, Span } from './query.ts';

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

/** How many days a step has, more or less. */
export const daysOf = (grain: Grain) => days[grain.unit];

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const stepGrains = new Map<string, Grain>([
  ['year', { unit: 'year' }],
  ['quarter', { unit: 'quarter' }],
  ['month', { unit: 'month' }],
  ['week', { unit: 'week', start: 'monday' }],
]);

/** The step that the dates of a column stand for, by its format; null for days and moments. */
export const stepGrainOf = (format: string): Grain | null => stepGrains.get(format) ?? null;

/** A step, or the one that dates of a column stand for if that is longer. */
export function atLeastStep(grain: Grain, format: string): Grain {
  const step = stepGrainOf(format);
  return step && daysOf(grain) < daysOf(step) ? step : grain;
}

/** How many days a span has, more or less. */
export function daysOfSpan(span: Span): number {
  if (span.kind === 'range') return daysBetween(span.from, span.to) + 1;
  return daysOf(span.grain) * (span.kind === 'this' ? 1 : span.count);
}

const monday: Grain = { unit: 'week', start: 'monday' };

/** Steps of a picture: a line has room for many, bars for as many as can be told apart. */
export type Room = 'line' | 'bars';

/** Up to how many days a picture is drawn in these steps. */
const fits: { grain: Grain; line: number; bars: number }[] = [
  { grain: { unit: 'minute' }, line: 0.2, bars: 0.03 },
  { grain: { unit: 'hour' }, line: 3, bars: 2 },
  { grain: { unit: 'day' }, line: 93, bars: 35 },
  { grain: monday, line: 250, bars: 250 },
  { grain: { unit: 'month' }, line: 366 * 6, bars: 366 * 4 },
  { grain: { unit: 'quarter' }, line: 366 * 20, bars: 366 * 12 },
];

/** The steps that make a picture of so many days, for whoever looks. */
export const grainFor = (length: number, room: Room = 'line'): Grain =>
  fits.find((each) => length <= each[room])?.grain ?? { unit: 'year' };

const [fewest, most] = [4, 400];

/** The dimension with other steps if its own would be a handful of points, or a heap of them. */
export function refitted<T extends Dimension>(dimension: T, span: Span, room: Room): T {
  if (dimension.kind !== 'time') return dimension;
  const length = daysOfSpan(span);
  const steps = length / daysOf(dimension.grain);
  return steps >= fewest && steps <= most ? dimension : { ...dimension, grain: grainFor(length, room) };
}

function moved(day: Day, { months = 0, days: count = 0 }): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

const monthsOf: Partial<Record<Grain['unit'], number>> = { month: 1, quarter: 3, year: 12, fiscal_year: 12 };

/** The last day of the step that begins on a day; steps below a day have none. */
export function lastDayOf(first: Day, grain: Grain): Day {
  const months = monthsOf[grain.unit];
  if (months) return moved(first, { months, days: -1 });
  return grain.unit === 'week' || grain.unit === 'iso_week' ? moved(first, { days: 6 }) : first;
}

/** The moment at which the next step below a day begins. */
export const nextMomentOf = (moment: string, grain: Grain): string =>
  new Date(Date.parse(moment) + (grain.unit === 'minute' ? 60_000 : 3_600_000)).toISOString();

/** So many months before a day; where that month is shorter, its last day. */
function monthsBefore(day: Day, months: number): Day {
  const first = moved(`${day.slice(0, 8)}01`, { months: -months });
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  const last = lastDayOf(first, { unit: 'month' });
  return same < last ? same : last;
}

/** The day that lies before a span as far as its length: what a day of the span is compared with. */
export function dayBefore(day: Day, span: Span): Day {
  const count = span.kind === 'range' || span.kind === 'this' ? 1 : span.count;
  const months = span.kind === 'range' ? undefined : monthsOf[span.grain.unit];
  if (months) return monthsBefore(day, months * count);
  return moved(day, { days: -Math.max(1, Math.round(daysOfSpan(span))) });
}

export const weeksBefore = (day: Day, weeks: number): Day => moved(day, { days: -7 * weeks });

/** How many weeks lie between weeks of a span and those before it: 52 in a year, else as many as it has. */
export function weeksOf(span: Span): number {
  const weeks = daysOfSpan(span) / 7;
  const isByDay = span.kind === 'range' || span.grain.unit === 'day';
  return Math.max(1, isByDay ? Math.ceil(weeks) : Math.round(weeks));
}
