import { day, hour, midnightOf, minute, momentOf, wallOf } from './calendar.ts';

/** When something is done by the clock of a zone. Monday is day 1; a month that is too short ends early. */
export type Slots =
  | { kind: 'daily'; at: string }
  | { kind: 'weekdays'; at: string }
  | { kind: 'weekly'; day: number; at: string }
  | { kind: 'monthly'; day: number; at: string };

// No two slots of a kind are further apart than the longest month, and a day.
const furthest = 32;

/** The first slot after a moment. */
export function nextSlot(slots: Slots, zone: string, now: number): number {
  const [hours, minutes] = slots.at.split(':').map(Number) as [number, number];
  const today = midnightOf(wallOf(now, zone));
  for (let ahead = 0; ahead <= furthest; ahead++) {
    const midnight = today + ahead * day;
    const moment = momentOf(midnight + hours * hour + minutes * minute, zone);
    if (moment > now && isOn(slots, new Date(midnight))) return moment;
  }
  throw new Error(`no slot of ${JSON.stringify(slots)} in ${zone}`);
}

function isOn(slots: Slots, date: Date): boolean {
  const weekday = ((date.getUTCDay() + 6) % 7) + 1;
  if (slots.kind === 'daily') return true;
  if (slots.kind === 'weekdays') return weekday <= 5;
  if (slots.kind === 'weekly') return weekday === slots.day;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(slots.day, last);
}
