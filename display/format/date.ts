import { dayText, wallOf, twoDigits } from './calendar.ts';

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A moment as yyyy-MM-dd HH:mm in the given zone or that of this machine; a dash if empty. */
export function formatMoment(moment: string | null | undefined, zone = ownZone): string {
  const wall = moment ? wallOf(moment, zone) : undefined;
  return wall ? `${dayText(wall)} ${twoDigits(wall.hour)}:${twoDigits(wall.minute)}` : '-';
}

/** With seconds, for measured times; scheduled ones have none. */
export function formatInstant(moment: string | null | undefined, zone = ownZone): string {
  const second = moment ? wallOf(moment, zone)?.second : undefined;
  return formatMoment(moment, zone) + (second ? `:${twoDigits(second)}` : '');
}

/** A date without its time, independent of the zone. */
export function formatDay(day: string | null | undefined): string {
  return (/^-?\d{4,6}-\d\d-\d\d/.exec(day ?? '')?.[0] ?? day) || '-';
}

/** The newest row of a dataset: a date as it is, or a moment in the zone. */
export const newestText = (newest: string, zone = ownZone): string =>
  newest.length > 'yyyy-MM-dd'.length ? formatMoment(newest, zone) : newest;
