import dayjs from 'dayjs';

/** A moment as people read it here, in the browser's zone; a dash for nothing. */
export function formatMoment(moment: string | null | undefined): string {
  const date = dayjs(moment);
  return moment && date.isValid() ? date.format('YYYY-MM-DD HH:mm') : '-';
}

/** A day without its time, whatever zone it is read in. */
export function formatDay(day: string | null | undefined): string {
  return (/^-?\d{4,6}-\d\d-\d\d/.exec(day ?? '')?.[0] ?? day) || '-';
}
