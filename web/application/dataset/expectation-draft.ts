import type { ExpectedFreshness } from '#domain/time/expected-freshness.ts';
import { intervalOf, weekdays } from '#web/freshness/expectation-words.ts';

export const expectationKinds = ['none', 'every', 'by'] as const;
export const intervalUnits = ['minutes', 'hours', 'days'] as const;
type IntervalUnit = (typeof intervalUnits)[number];

/** Form values; fields of kinds that are not selected keep their values. */
export type ExpectationDraft = {
  kind: (typeof expectationKinds)[number];
  /** Null while the field is empty. */
  count: number | null;
  unit: IntervalUnit;
  at: string;
  days: number[];
  covers: Extract<ExpectedFreshness, { kind: 'by' }>['covers'];
  zone: string;
};

const minutesIn: Record<IntervalUnit, number> = { minutes: 1, hours: 60, days: 1440 };
const maxMinutes = 366 * minutesIn.days;

/** The default covers the day before, as daily files usually do; a dataset judged by its loads has no such delay. */
export function draftOf(
  expectation: ExpectedFreshness | null,
  { zone, isByRow }: { zone: string; isByRow: boolean },
): ExpectationDraft {
  const covers = isByRow ? ('day_before' as const) : ('same_day' as const);
  const draft = { count: 1, unit: 'days' as const, at: '09:00', days: weekdays, covers, zone };
  if (!expectation) return { ...draft, kind: 'by' };
  return expectation.kind === 'every'
    ? { ...draft, ...intervalOf(expectation.minutes), kind: 'every', zone: expectation.zone }
    : { ...draft, ...expectation };
}

/** Null for none; undefined if a field is missing or too large. */
export function expectationOf(draft: ExpectationDraft): ExpectedFreshness | null | undefined {
  const { kind, count, unit, at, days, covers, zone } = draft;
  if (kind === 'none') return null;
  if (kind === 'by') return days.length > 0 ? { kind, at, days, covers, zone } : undefined;
  const minutes = (count ?? 0) * minutesIn[unit];
  return minutes >= 1 && minutes <= maxMinutes ? { kind, minutes, zone } : undefined;
}
