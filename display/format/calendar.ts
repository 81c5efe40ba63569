/** A moment as a clock and a calendar on the wall show it. */
export type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const formats = new Map<string, Intl.DateTimeFormat>();

// Making a format is slow, and an axis asks for the same one again and again.
function formatOf(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, format);
  return format;
}

/** A moment in a zone. */
function wallIn(zone: string, moment: Date): Wall {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Wall;
  return { year, month, day, hour, minute, second };
}

/** A day or a moment as it stands in the zone; undefined for what is neither. A day is the same in every zone. */
export function wallOf(value: unknown, zone: string): Wall | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const day = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  if (day) return { year: Number(day[1]), month: Number(day[2]), day: Number(day[3]), hour: 0, minute: 0, second: 0 };
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : wallIn(zone, moment);
}

const dayLength = 86_400_000;

/** The days since 1970 of a day on the wall. */
export const numberOfDay = ({ year, month, day }: Pick<Wall, 'year' | 'month' | 'day'>): number =>
  Math.round(Date.UTC(year, month - 1, day) / dayLength);

export function wallOfNumber(number: number): Wall {
  const date = new Date(number * dayLength);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return { year, month, day, hour: 0, minute: 0, second: 0 };
}

const two = (value: number) => String(value).padStart(2, '0');

/** 2026-01-31 */
export const dayText = ({ year, month, day }: Wall): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
/** 07:08 */
export const clockText = ({ hour, minute }: Wall): string => `${two(hour)}:${two(minute)}`;

/** 0 for Sunday. */
export const weekdayOf = (wall: Wall): number => (((numberOfDay(wall) + 4) % 7) + 7) % 7;

/** The ISO week of a day, and the year that the week belongs to. */
export function isoWeekOf(wall: Wall): { year: number; week: number } {
  const number = numberOfDay(wall);
  // The Thursday of a week decides which year it belongs to.
  const thursday = number - ((weekdayOf(wall) + 6) % 7) + 3;
  const { year } = wallOfNumber(thursday);
  return { year, week: Math.floor((thursday - numberOfDay({ year, month: 1, day: 1 })) / 7) + 1 };
}
