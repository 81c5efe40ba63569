import { day, hour, minute, wallOf } from '#contract/calendar.ts';
import { isDay } from '#contract/point.ts';
import type { Grain } from '#contract/query.ts';
import { wallOfDay } from '#contract/span.ts';

const months = [
  { unit: 'year', every: 12 },
  { unit: 'quarter', every: 3 },
  { unit: 'month', every: 1 },
] as const;

/** The steps in which an answer comes, as its days or moments tell. */
export function grainOfCells(cells: unknown[], zone: string): Grain {
  const known = [...new Set(cells)].filter((cell) => typeof cell === 'string');
  const walls = known
    .filter((cell) => !Number.isNaN(Date.parse(cell)))
    .map((cell) => (isDay(cell) ? wallOfDay(cell) : wallOf(Date.parse(cell), zone)));
  const isEach = (length: number) => walls.every((wall) => wall % length === 0);
  if (isEach(day)) return grainOfDays(walls.map((wall) => new Date(wall)));
  if (isEach(hour)) return { unit: 'hour' };
  // Things that happen at any second are rather counted by the day.
  return isEach(minute) ? { unit: 'minute' } : { unit: 'day' };
}

function grainOfDays(days: Date[]): Grain {
  const isFirst = (every: number) => days.every((each) => each.getUTCDate() === 1 && each.getUTCMonth() % every === 0);
  const found = months.find(({ every }) => isFirst(every));
  if (found) return { unit: found.unit };
  const weekdays = new Set(days.map((each) => each.getUTCDay()));
  if (weekdays.size > 1) return { unit: 'day' };
  if (weekdays.has(0)) return { unit: 'week', start: 'sunday' };
  return weekdays.has(1) ? { unit: 'week', start: 'monday' } : { unit: 'day' };
}
