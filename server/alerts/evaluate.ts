import type { AlertCondition, Firing, Watch } from '#contract/alert.ts';
import { isDay } from '#contract/point.ts';

/** The numbers of one value, step by step; `has` tells where there were rows. */
export type Course = { key: string; label: string | null; values: (number | null)[]; has: boolean[] };

/** Everything that a condition is held against. Without time there is one step, and it is over. */
export type Series = { steps: string[]; isRunning: boolean; courses: Course[] };

/** What met the condition, with the key by which it is known again. */
export type Met = Firing & { key: string };

const week: Partial<Record<string, number>> = { hour: 168, day: 7 };
const year: Partial<Record<string, number>> = { week: 52, iso_week: 52, month: 12, quarter: 4 };

/** The place of the step that one is compared with; -1 if it is not known. */
function baseOf(place: number, steps: string[], condition: AlertCondition, unit: string): number {
  if (!('against' in condition)) return -1;
  if (condition.against === 'week') return place - (week[unit] ?? 1);
  if (condition.against === 'previous') return place - 1;
  const step = steps[place]!;
  if (unit === 'day' && isDay(step)) return steps.indexOf(`${Number(step.slice(0, 4)) - 1}${step.slice(4)}`);
  return place - (year[unit] ?? 1);
}

/** How many steps there must be before the one that is looked at. */
export function stepsBefore(condition: AlertCondition, { time, by }: Watch): number {
  if (!time) return 0;
  const { unit } = time.grain;
  // A value that sends nothing any more is known by what it sent before.
  if (condition.kind === 'no_data') return by === null ? 0 : 14;
  if (!('against' in condition) || condition.against === 'previous') return 1;
  if (condition.against === 'week') return week[unit] ?? 1;
  return unit === 'day' ? 366 : (year[unit] ?? 1);
}

function isMet(condition: AlertCondition, value: number | null, base: number | null, has: boolean): boolean {
  if (condition.kind === 'no_data') return !has;
  if (value === null) return false;
  if ('value' in condition) return condition.kind === 'above' ? value > condition.value : value < condition.value;
  if (base === null || base === 0) return false;
  const percent = ((value - base) / Math.abs(base)) * 100;
  return condition.kind === 'rises' ? percent >= condition.percent : percent <= -condition.percent;
}

/** What meets the condition at a step. */
export function metAt(series: Series, place: number, condition: AlertCondition, unit: string): Met[] {
  const before = baseOf(place, series.steps, condition, unit);
  return series.courses.flatMap(({ key, label, values, has }) => {
    const [value, base] = [values[place] ?? null, values[before] ?? null];
    return isMet(condition, value, base, has[place] ?? false) ? [{ key, label, value, base }] : [];
  });
}

/** What an alert remembers between two checks: what fires, and what someone closed and has not been normal since. */
export type Memory = { firing: Met[]; muted: string[] };

/** One check: what is new, whether all is well again, and what to remember. */
export type Turn = { fresh: Met[]; isResolved: boolean; memory: Memory };

export function turnOf({ firing, muted }: Memory, met: Met[]): Turn {
  const keys = new Set(met.map(({ key }) => key));
  const still = muted.filter((key) => keys.has(key));
  const active = met.filter(({ key }) => !still.includes(key));
  const known = new Set(firing.map(({ key }) => key));
  return {
    fresh: active.filter(({ key }) => !known.has(key)),
    isResolved: firing.length > 0 && active.length === 0,
    memory: { firing: active, muted: still },
  };
}

/** Which steps of a series a rehearsal looks at; the one that is not over counts only where it is said so. */
export function placesOf(series: Series, isRunning: boolean, before: number): number[] {
  const end = series.steps.length - (series.isRunning && !isRunning ? 1 : 0);
  return Array.from({ length: Math.max(0, end - before) }, (_, index) => before + index);
}
