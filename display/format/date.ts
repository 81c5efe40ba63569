import { dayText, wallOf } from './calendar.ts';

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const two = (value: number) => String(value).padStart(2, '0');

/** A moment as people read it, in their zone or else in that of this machine; a dash for nothing. */
export function formatMoment(moment: string | null | undefined, zone = ownZone): string {
  const wall = moment ? wallOf(moment, zone) : undefined;
  return wall ? `${dayText(wall)} ${two(wall.hour)}:${two(wall.minute)}` : '-';
}

/** The same to the second, where seconds tell something: a time that was measured, not one that was agreed. */
export function formatInstant(moment: string | null | undefined, zone = ownZone): string {
  const second = moment ? wallOf(moment, zone)?.second : undefined;
  return formatMoment(moment, zone) + (second ? `:${two(second)}` : '');
}

/** A day without its time, whatever zone it is read in. */
export function formatDay(day: string | null | undefined): string {
  return (/^-?\d{4,6}-\d\d-\d\d/.exec(day ?? '')?.[0] ?? day) || '-';
}
