import { zoneFormatterOf } from '#domain/time/calendar.ts';
/** Wall-clock date and time in a zone. */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** Wall-clock time of a moment in a zone. */
function wallTimeIn(zone: string, moment: Date): WallTime {
  const parts = Object.fromEntries(
    zoneFormatterOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as WallTime;
  return { year, month, day, hour, minute, second };
}

/** Wall-clock time of a date or moment; undefined for other values. A date is the same in every zone. */
export function wallOf(value: unknown, zone: string): WallTime | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const day = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  if (day) return { year: Number(day[1]), month: Number(day[2]), day: Number(day[3]), hour: 0, minute: 0, second: 0 };
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : wallTimeIn(zone, moment);
}

const dayLength = 86_400_000;

/** Days since 1970-01-01. */
export const numberOfDay = ({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number =>
  Math.round(Date.UTC(year, month - 1, day) / dayLength);

export function wallOfNumber(number: number): WallTime {
  const date = new Date(number * dayLength);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return { year, month, day, hour: 0, minute: 0, second: 0 };
}

export const twoDigits = (value: number) => String(value).padStart(2, '0');

/** 2026-01-31 */
export const dayText = ({ year, month, day }: WallTime): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
/** 07:08 */
export const clockText = ({ hour, minute }: WallTime): string => `${twoDigits(hour)}:${twoDigits(minute)}`;

/** 0 for Sunday. */
export const weekdayOf = (wall: WallTime): number => (((numberOfDay(wall) + 4) % 7) + 7) % 7;

/** The ISO week of a day, and the year that the week belongs to. */
export function isoWeekOf(wall: WallTime): { year: number; week: number } {
  const number = numberOfDay(wall);
  // The Thursday of a week decides which year it belongs to.
  const thursday = number - ((weekdayOf(wall) + 6) % 7) + 3;
  const { year } = wallOfNumber(thursday);
  return { year, week: Math.floor((thursday - numberOfDay({ year, month: 1, day: 1 })) / 7) + 1 };
}
