import type { ExtractSchedule } from '#contract/extracts/routes.ts';
import { minute } from '#domain/time/calendar.ts';
import { nextSlot } from '#domain/time/schedule.ts';
import { slotKinds, slotsOf } from '#web/schedule/slots.ts';

/** Null runs once. */
export type ScheduleChoice = ExtractSchedule | null;

export const scheduleKinds = ['once', 'every', ...slotKinds] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** Intervals that are offered, in minutes. */
export const intervals = [5, 15, 30, 60, 120, 360, 720];

const defaultMinutes = 60;
const defaultTime = '06:00';

export const kindOf = (schedule: ScheduleChoice): ScheduleKind => schedule?.kind ?? 'once';

/** A schedule of another kind, at the same time of day if both have one. */
export function scheduleOf(kind: ScheduleKind, before: ScheduleChoice): ScheduleChoice {
  if (kind === 'once') return null;
  if (kind === 'every') return { kind, minutes: defaultMinutes };
  return slotsOf(kind, before && before.kind !== 'every' ? before.at : defaultTime);
}

/** The first scheduled run after `now`, computed as on the server. */
export const nextExtractOf = (schedule: ExtractSchedule, zone: string, now: number): Date =>
  new Date(schedule.kind === 'every' ? now + schedule.minutes * minute : nextSlot(schedule, zone, now));
