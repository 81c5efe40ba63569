import type { AlertCondition, Firing, AlertWatch } from '#contract/alerts/schemas.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { isDay } from '#domain/time/calendar.ts';

/** The numbers of one value, step by step; `has` says which steps had rows. */
export type AlertTrend = {
  key: string;
  label: string | null;
  /** Labels of its value, if there are some. */
  names?: LocalizedText | undefined;
  values: (number | null)[];
  has: boolean[];
};

/** The numbers that a condition is evaluated on. Without a time column there is one, complete step. */
export type AlertSeries = { steps: string[]; isRunning: boolean; trends: AlertTrend[] };

/** A value that meets the condition, with a key that identifies it across checks. */
export type KeyedFiring = Firing & { key: string };

const week: Partial<Record<string, number>> = { hour: 168, day: 7 };
const year: Partial<Record<string, number>> = { week: 52, iso_week: 52, month: 12, quarter: 4 };

/** Index of the step to compare with; -1 if there is none. */
function baseOf(index: number, steps: string[], condition: AlertCondition, unit: string): number {
  if (!('against' in condition)) return -1;
  if (condition.against === 'week') return index - (week[unit] ?? 1);
  if (condition.against === 'previous') return index - 1;
  const step = steps[index]!;
  if (unit === 'day' && isDay(step)) return steps.indexOf(`${Number(step.slice(0, 4)) - 1}${step.slice(4)}`);
  return index - (year[unit] ?? 1);
}

/** How many steps are needed before the checked one. */
export function stepsBefore(condition: AlertCondition, { time, by }: AlertWatch): number {
  if (!time) return 0;
  const { unit } = time.grain;
  // A value that stopped sending data is known only from earlier steps.
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

/** The values that meet the condition at a step. */
export function firingsAt(series: AlertSeries, index: number, condition: AlertCondition, unit: string): KeyedFiring[] {
  const before = baseOf(index, series.steps, condition, unit);
  return series.trends.flatMap(({ key, label, names, values, has }) => {
    const [value, base] = [values[index] ?? null, values[before] ?? null];
    return isMet(condition, value, base, has[index] ?? false)
      ? [{ key, label, ...(names && { names }), value, base }]
      : [];
  });
}

/** State of an alert between checks: what fires, and what was closed and has not been normal since. */
export type AlertMemory = { firing: KeyedFiring[]; muted: string[] };

/** Result of one check: new firings, whether the alert resolved, and the new state. */
export type FiringChange = { newFirings: KeyedFiring[]; isResolved: boolean; memory: AlertMemory };

export function firingChangeOf({ firing, muted }: AlertMemory, current: KeyedFiring[]): FiringChange {
  const keys = new Set(current.map(({ key }) => key));
  const stillMuted = muted.filter((key) => keys.has(key));
  const active = current.filter(({ key }) => !stillMuted.includes(key));
  const firingKeys = new Set(firing.map(({ key }) => key));
  return {
    newFirings: active.filter(({ key }) => !firingKeys.has(key)),
    isResolved: firing.length > 0 && active.length === 0,
    memory: { firing: active, muted: stillMuted },
  };
}

/** Indexes of the steps that a backtest evaluates; the incomplete step counts only if the alert includes it. */
export function stepIndexesOf(series: AlertSeries, isRunning: boolean, before: number): number[] {
  const end = series.steps.length - (series.isRunning && !isRunning ? 1 : 0);
  return Array.from({ length: Math.max(0, end - before) }, (_, index) => before + index);
}
