import type { Schedule } from '#contract/alerts.ts';
import { day, hour, midnightOf, minute, momentOf, wallOf } from '#contract/calendar.ts';

/** When an alert is to be checked next; one that waits for data is looked at now and then all the same. */
export function nextCheck(schedule: Schedule, zone: string, now: number): Date {
  if (schedule.kind === 'arrival') return new Date(now + hour);
  if (schedule.kind === 'every') return new Date(now + schedule.minutes * minute);
  const [hours, minutes] = schedule.at.split(':').map(Number) as [number, number];
  const today = midnightOf(wallOf(now, zone)) + hours * hour + minutes * minute;
  const moment = momentOf(today, zone);
  return new Date(moment > now ? moment : momentOf(today + day, zone));
}
