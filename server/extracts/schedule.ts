import type { ExtractSchedule } from '#contract/extracts/routes.ts';
import { minute } from '#domain/time/calendar.ts';
import { nextSlot } from '#domain/time/schedule.ts';

/** When an extract runs next; null if it has no schedule. One run makes up for all missed ones. */
export function nextRunOf(schedule: ExtractSchedule | null, zone: string, now: number): Date | null {
  if (!schedule) return null;
  return new Date(schedule.kind === 'every' ? now + schedule.minutes * minute : nextSlot(schedule, zone, now));
}
