import type { Schedule } from '#contract/alerts/routes.ts';
import { day, hour, midnightOf, minute, momentOf, wallOf } from '#domain/time/calendar.ts';

/** When to check an alert next; one with the arrival schedule is also checked every hour. */
export function nextCheck(schedule: Schedule, zone: string, now: number): Date {
  if (schedule.kind === 'arrival') return new Date(now + hour);
  if (schedule.kind === 'every') return new Date(now + schedule.minutes * minute);
  const [hours, minutes] = schedule.at.split(':').map(Number) as [number, number];
  const today = midnightOf(wallOf(now, zone)) + hours * hour + minutes * minute;
  const moment = momentOf(today, zone);
  return new Date(moment > now ? moment : momentOf(today + day, zone));
}
