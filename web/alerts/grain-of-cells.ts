import { day, hour, minute, wallOf } from '#domain/time/calendar.ts';
import { isDay } from '#domain/time/calendar.ts';
import type { Grain } from '#domain/query/query.ts';
import { wallOfDay } from '#domain/time/span.ts';

const months = [
  { unit: 'year', every: 12 },
  { unit: 'quarter', every: 3 },
  { unit: 'month', every: 1 },
] as const;

/** Infers the grain of a time column from its dates or timestamps. */
export function grainOfCells(cells: unknown[], zone: string): Grain {
  const texts = [...new Set(cells)].filter((cell) => typeof cell === 'string');
  const localTimes = texts
    .filter((cell) => !Number.isNaN(Date.parse(cell)))
    .map((cell) => (isDay(cell) ? wallOfDay(cell) : wallOf(Date.parse(cell), zone)));
  const isMultipleOf = (length: number) => localTimes.every((wall) => wall % length === 0);
  if (isMultipleOf(day)) return grainOfDays(localTimes.map((wall) => new Date(wall)));
  if (isMultipleOf(hour)) return { unit: 'hour' };
  // Timestamps at arbitrary seconds are counted by day.
  return isMultipleOf(minute) ? { unit: 'minute' } : { unit: 'day' };
}

function grainOfDays(days: Date[]): Grain {
  const isFirst = (every: number) => days.every((each) => each.getUTCDate() === 1 && each.getUTCMonth() % every === 0);
  const match = months.find(({ every }) => isFirst(every));
  if (match) return { unit: match.unit };
  const weekdays = new Set(days.map((each) => each.getUTCDay()));
  if (weekdays.size > 1) return { unit: 'day' };
  if (weekdays.has(0)) return { unit: 'week', start: 'sunday' };
  return weekdays.has(1) ? { unit: 'week', start: 'monday' } : { unit: 'day' };
}
