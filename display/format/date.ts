import dayjs from 'dayjs';

/** A moment as people read it here, in the browser's zone; a dash for nothing. */
export function formatMoment(moment: string | null | undefined): string {
  const date = dayjs(moment);
  return moment && date.isValid() ? date.format('YYYY-MM-DD HH:mm') : '-';
}

/** The same to the second, where seconds tell something: a time that was measured, not one that was agreed. */
export function formatInstant(moment: string | null | undefined): string {
  const date = dayjs(moment);
  return moment && date.isValid() && date.second() !== 0 ? date.format('YYYY-MM-DD HH:mm:ss') : formatMoment(moment);
}

/** A day without its time, whatever zone it is read in. */
export function formatDay(day: string | null | undefined): string {
  return (/^-?\d{4,6}-\d\d-\d\d/.exec(day ?? '')?.[0] ?? day) || '-';
}
