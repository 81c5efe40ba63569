import { day, hour, midnightOf, minute, momentOf, wallOf } from './calendar.ts';

/** Schedule by the clock of a zone. Monday is day 1; a day that the month lacks is its last day. */
export type SlotSchedule =
  | { kind: 'daily'; at: string }
  | { kind: 'weekdays'; at: string }
  | { kind: 'weekly'; day: number; at: string }
  | { kind: 'monthly'; day: number; at: string };

/** The same on chosen days of the week. */
type DaysSchedule = { kind: 'days'; days: number[]; at: string };

// Two slots are at most the longest month and a day apart.
const maxDaysAhead = 32;

/** The first slot after a moment. */
export function nextSlot(slots: SlotSchedule | DaysSchedule, zone: string, now: number): number {
  const [hours, minutes] = slots.at.split(':').map(Number) as [number, number];
  const today = midnightOf(wallOf(now, zone));
  for (let daysAhead = 0; daysAhead <= maxDaysAhead; daysAhead++) {
    const midnight = today + daysAhead * day;
    const moment = momentOf(midnight + hours * hour + minutes * minute, zone);
    if (moment > now && isOn(slots, new Date(midnight))) return moment;
  }
  throw new Error(`no slot of ${JSON.stringify(slots)} in ${zone}`);
}

/** The day of the week, from Monday (1) to Sunday (7). */
export const weekdayOf = (date: Date): number => ((date.getUTCDay() + 6) % 7) + 1;

function isOn(slots: SlotSchedule | DaysSchedule, date: Date): boolean {
  const weekday = weekdayOf(date);
  if (slots.kind === 'daily') return true;
  if (slots.kind === 'days') return slots.days.includes(weekday);
  if (slots.kind === 'weekdays') return weekday <= 5;
  if (slots.kind === 'weekly') return weekday === slots.day;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(slots.day, last);
}
