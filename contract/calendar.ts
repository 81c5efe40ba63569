import type { Grain } from './query.ts';

// A moment is in milliseconds since 1970. A wall is what clocks in the zone show then, as if it were a moment of UTC.

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const numeric = 'numeric' as const;
    const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' as const };
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      era: 'short',
      year: numeric,
      month: numeric,
      day: numeric,
      ...time,
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** What clocks in the zone show at a moment. */
export function wallOf(moment: number, zone: string): number {
  if (zone === 'UTC') return moment;
  const shown = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const year = shown.era === 'AD' ? Number(shown.year) : 1 - Number(shown.year);
  const wall = wallAt(year, Number(shown.month) - 1, Number(shown.day));
  const seconds = Number(shown.hour) * 3600 + Number(shown.minute) * 60 + Number(shown.second);
  return wall + seconds * 1000 + (((moment % 1000) + 1000) % 1000);
}

/** The first moment at which clocks show the wall, or would have if they had not been put forward. */
export function momentOf(wall: number, zone: string): number {
  const before = wallOf(wall - day, zone) - (wall - day);
  const after = wallOf(wall + day, zone) - (wall + day);
  const candidates = [wall - before, wall - after].filter((moment) => wallOf(moment, zone) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : wall - before;
}

// Date.UTC would take the year 50 for 1950.
function wallAt(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, dayOfMonth);
  return date.getTime();
}

/** The wall a number of months later, on the last day of the month if there is no such day. */
export function addMonths(wall: number, months: number): number {
  const date = new Date(wall);
  const first = wallAt(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(wallAt(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * day + (((wall % day) + day) % day);
}

export const midnightOf = (wall: number) => Math.floor(wall / day) * day;

/** How many months a step has; null for steps of days or less. */
export function monthsOf(grain: Grain): number | null {
  if (grain.unit === 'month') return 1;
  if (grain.unit === 'quarter') return 3;
  return grain.unit === 'year' || grain.unit === 'fiscal_year' ? 12 : null;
}

export const isWeek = ({ unit }: Grain) => unit === 'week' || unit === 'iso_week';
export const isBelowDay = ({ unit }: Grain) => unit === 'minute' || unit === 'hour';

/** The wall at which the step of a wall begins, for steps of a day or more. */
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

/** The moment a number of steps later. Hours are counted as they pass, days and more by the calendar. */
export function step(moment: number, count: number, { grain, zone }: { grain: Grain; zone: string }): number {
  if (isBelowDay(grain)) return moment + count * lengthOf(grain);
  const wall = wallOf(moment, zone);
  const months = monthsOf(grain);
  if (months) return momentOf(addMonths(wall, count * months), zone);
  return momentOf(wall + count * (isWeek(grain) ? 7 : 1) * day, zone);
}

const years = Array.from({ length: 68 }, (_, index) => 1970 + index);
const stepsOfZones = new Map<string, number>();

/** The longest step in minutes that never lies on both sides of a midnight in the zone: an hour or a quarter of one. */
export function slotMinutesOf(zone: string): number {
  let minutes = stepsOfZones.get(zone);
  if (!minutes) {
    const moments = years.flatMap((year) => [Date.UTC(year, 0, 15), Date.UTC(year, 6, 15)]);
    minutes = moments.every((moment) => (wallOf(moment, zone) - moment) % hour === 0) ? 60 : 15;
    stepsOfZones.set(zone, minutes);
  }
  return minutes;
}
