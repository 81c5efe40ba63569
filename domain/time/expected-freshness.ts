import { day, hour, midnightOf, minute, momentOf, wallOf } from './calendar.ts';
import { nextSlot, weekdayOf } from './schedule.ts';

/** The day whose rows must be there by the time of day: the same day, or the expected day before it. */
export const coveredDays = ['same_day', 'day_before'] as const;
type CoveredDay = (typeof coveredDays)[number];

/** When new data is expected: at an interval, or by the clock on some days of the week. Monday is day 1. */
export type ExpectedFreshness =
  | { kind: 'every'; minutes: number; zone: string }
  | { kind: 'by'; at: string; days: number[]; covers: CoveredDay; zone: string };

type ClockExpectation = Extract<ExpectedFreshness, { kind: 'by' }>;

/**
 * `reachesTo` is the first moment that the data does not cover; null without data. `since` is when the expectation was
 * set.
 */
type DataReach = { reachesTo: number | null; since: number };

/** The moment by which newer data has to be there: from then on the data is late. */
export function deadlineOf(expectation: ExpectedFreshness, { reachesTo, since }: DataReach): number {
  const { kind, zone } = expectation;
  if (kind === 'every') return Math.max((reachesTo ?? since) + expectation.minutes * minute, since);
  if (reachesTo === null) return nextSlot({ ...expectation, kind: 'days' }, zone, since);
  // Data that was behind before the expectation was set missed the last slot before that, and not one of years ago.
  return Math.max(firstSlotBeyond(expectation, reachesTo), lastSlotUntil(expectation, since));
}

// Two slots are at most a week apart, and the slot before the one that is missed may have to be covered.
const maxDays = 15;

function* slotDaysFrom({ days }: ClockExpectation, midnight: number, step: number): Generator<number> {
  for (let count = 0; count <= maxDays; count++) {
    const each = midnight + count * step;
    if (days.includes(weekdayOf(new Date(each)))) yield each;
  }
}

function slotOf({ at, zone }: ClockExpectation, midnight: number): number {
  const [hours, minutes] = at.split(':').map(Number) as [number, number];
  return momentOf(midnight + hours * hour + minutes * minute, zone);
}

/** The first slot that needs newer data. */
function firstSlotBeyond(expectation: ClockExpectation, reachesTo: number): number {
  const { covers, zone } = expectation;
  for (const midnight of slotDaysFrom(expectation, midnightOf(wallOf(reachesTo, zone)), day)) {
    const [before] = slotDaysFrom(expectation, midnight - day, -day);
    const covered = covers === 'same_day' ? midnight : before!;
    if (momentOf(covered, zone) >= reachesTo) return slotOf(expectation, midnight);
  }
  throw new Error(`no slot of ${JSON.stringify(expectation)} after ${reachesTo}`);
}

function lastSlotUntil(expectation: ClockExpectation, now: number): number {
  for (const midnight of slotDaysFrom(expectation, midnightOf(wallOf(now, expectation.zone)), -day)) {
    const slot = slotOf(expectation, midnight);
    if (slot <= now) return slot;
  }
  throw new Error(`no slot of ${JSON.stringify(expectation)} before ${now}`);
}
