import dayjs from 'dayjs';

/** A moment as people read it here, in the browser's zone; a dash for nothing. */
export function formatMoment(moment: string | null | undefined): string {
  return moment ? dayjs(moment).format('YYYY-MM-DD HH:mm') : '-';
}
