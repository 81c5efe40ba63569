import type { Grain } from '#domain/query/query.ts';

// A moment is a timestamp in milliseconds since 1970. A wall time is the local time in the zone at that moment, encoded
// as if it were UTC.

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A formatter of all parts of a wall time, cached: creating one is slow. */
export function zoneFormatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    const numeric = 'numeric' as const;
    const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' as const };
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      era: 'short',
      year: numeric,
      month: numeric,
      day: numeric,
      ...time,
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** The wall time in the zone at a moment. */
export function wallOf(moment: number, zone: string): number {
  if (zone === 'UTC') return moment;
  const parts = Object.fromEntries(
    zoneFormatterOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === 'AD' ? Number(parts.year) : 1 - Number(parts.year);
  const wall = wallAt(year, Number(parts.month) - 1, Number(parts.day));
  const seconds = Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second);
  return wall + seconds * 1000 + (((moment % 1000) + 1000) % 1000);
}

/** The first moment with this wall time; if DST skips it, the moment that it would have been. */
export function momentOf(wall: number, zone: string): number {
  const before = wallOf(wall - day, zone) - (wall - day);
  const after = wallOf(wall + day, zone) - (wall + day);
  const candidates = [wall - before, wall - after].filter((moment) => wallOf(moment, zone) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : wall - before;
}

// Date.UTC would read the year 50 as 1950.
function wallAt(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, dayOfMonth);
  return date.getTime();
}

/** Adds months to a wall time, clamped to the last day of the month. */
export function addMonths(wall: number, months: number): number {
  const date = new Date(wall);
  const first = wallAt(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(wallAt(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * day + (((wall % day) + day) % day);
}

export const midnightOf = (wall: number) => Math.floor(wall / day) * day;

/** Number of months in a grain; null for grains of days or less. */
export function monthsOf(grain: Grain): number | null {
  if (grain.unit === 'month') return 1;
  if (grain.unit === 'quarter') return 3;
  return grain.unit === 'year' || grain.unit === 'fiscal_year' ? 12 : null;
}

export const isWeek = ({ unit }: Grain) => unit === 'week' || unit === 'iso_week';
export const isBelowDay = ({ unit }: Grain) => unit === 'minute' || unit === 'hour';

/** The wall time at which the step of a wall time begins, for grains of a day or more. */
export function truncateWall(wall: number, grain: Grain): number {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (grain.unit === 'fiscal_year') {
    const first = grain.start - 1;
    return wallAt(month >= first ? year : year - 1, first, 1);
  }
  if (isWeek(grain)) {
    const weekday = grain.unit === 'week' && grain.start === 'sunday' ? date.getUTCDay() : (date.getUTCDay() + 6) % 7;
    return midnightOf(wall) - weekday * day;
  }
  const months = monthsOf(grain);
  return months ? wallAt(year, month - (month % months), 1) : midnightOf(wall);
}

const lengthOf = ({ unit }: Grain) => (unit === 'minute' ? minute : hour);

/** The moment at which the step of a moment begins. */
export function startOf(moment: number, grain: Grain, zone: string): number {
  const wall = wallOf(moment, zone);
  if (!isBelowDay(grain)) return momentOf(truncateWall(wall, grain), zone);
  const length = lengthOf(grain);
  return moment - (((wall % length) + length) % length);
}

/** Adds steps to a moment: elapsed time for hours and minutes, calendar time for days and more. */
export function addSteps(moment: number, count: number, { grain, zone }: { grain: Grain; zone: string }): number {
  if (isBelowDay(grain)) return moment + count * lengthOf(grain);
  const wall = wallOf(moment, zone);
  const months = monthsOf(grain);
  if (months) return momentOf(addMonths(wall, count * months), zone);
  return momentOf(wall + count * (isWeek(grain) ? 7 : 1) * day, zone);
}

const years = Array.from({ length: 68 }, (_, index) => 1970 + index);
const slotMinutesByZone = new Map<string, number>();

/** The longest slot in minutes that no midnight of the zone falls inside: an hour or a quarter of an hour. */
export function slotMinutesOf(zone: string): number {
  let minutes = slotMinutesByZone.get(zone);
  if (!minutes) {
    const moments = years.flatMap((year) => [Date.UTC(year, 0, 15), Date.UTC(year, 6, 15)]);
    minutes = moments.every((moment) => (wallOf(moment, zone) - moment) % hour === 0) ? 60 : 15;
    slotMinutesByZone.set(zone, minutes);
  }
  return minutes;
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Whether a value is a date without a time, as ISO 8601. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false;
  const moment = new Date(value);
  // Dates that do not exist, like February 31, are parsed as days of the next month.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}
