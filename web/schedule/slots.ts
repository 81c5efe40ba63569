import type { SlotSchedule } from '#domain/time/schedule.ts';

export const slotKinds = ['daily', 'weekdays', 'weekly', 'monthly'] as const;

/** A schedule of a kind at a time of day; a new week or month starts on its first day. */
export function slotsOf(kind: SlotSchedule['kind'], at: string): SlotSchedule {
  return kind === 'weekly' || kind === 'monthly' ? { kind, day: 1, at } : { kind, at };
}
