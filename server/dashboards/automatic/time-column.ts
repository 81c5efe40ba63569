import type { DatasetColumn } from '#domain/columns/column.ts';
import type { TimeRange } from '#domain/dashboard/dashboard.ts';
import type { Grain, Span } from '#domain/query/query.ts';
import { coarserGrain } from '#domain/time/time-steps.ts';
import type { ProfiledColumn } from './amounts.ts';

/** The time column of a dataset and its extent. */
export type TimeColumn = {
  column: DatasetColumn;
  from: string;
  to: string;
  days: number;
  /** Average days between consecutive values. */
  step: number;
};

const day = 86_400_000;
const unlikely = /birth|born|出生|生日|expire|due|到期|截止/i;
const ofPeople = /hire|join|birth|born|onboard|入职|出生|生日/i;
const likely = /order|creat|event|time|date$|ts$|at$|日期|时间/i;

/** The column that says when a row happened. */
export function findTimeColumn(columns: ProfiledColumn[], rows: number): TimeColumn | null {
  const [best] = columns
    .filter(({ column, profile }) => isTime(column) && typeof profile.min === 'string' && profile.distinct > 1)
    .map((each) => ({ each, weight: weightOf(each, rows) }))
    .toSorted((a, b) => b.weight - a.weight);
  if (!best) return null;
  const { column, profile } = best.each;
  const [from, to] = [String(profile.min), String(profile.max)];
  const days = (Date.parse(to) - Date.parse(from)) / day + 1;
  return { column, from, to, days, step: (days - 1) / Math.max(1, profile.distinct - 1) };
}

const isTime = ({ type }: DatasetColumn) => type === 'time' || type === 'date';

function weightOf({ column, profile }: ProfiledColumn, rows: number): number {
  const filled = 1 - profile.nulls / Math.max(1, rows);
  const nameWeight = unlikely.test(column.name) ? 0.2 : likely.test(column.name) ? 1.2 : 1;
  return (column.role === 'time' ? 1 : 0.5) * filled * nameWeight;
}

/** A list of people or things, each with a start date, is shown whole. */
export const isList = (when: TimeColumn, rows: number) =>
  ofPeople.test(when.column.name) || (rows / when.days < 0.1 && !isSeries(when));

/** Whether the values are regular calendar steps, such as the first of every month. */
const isSeries = ({ step, days }: TimeColumn): boolean =>
  days / step >= 6 && grains.some((grain) => Math.abs(step / grain.days - 1) < 0.06);

const slowSteps = 20;
/** A range of a few months has too few steps of a monthly or yearly series. */
export const isSlow = ({ step }: TimeColumn): boolean => step >= slowSteps;

const choices: { minDays: number; count: number; unit: 'day' | 'month'; days: number }[] = [
  { minDays: 730, count: 12, unit: 'month', days: 365 },
  { minDays: 180, count: 90, unit: 'day', days: 90 },
  { minDays: 60, count: 30, unit: 'day', days: 30 },
  { minDays: 14, count: 7, unit: 'day', days: 7 },
  { minDays: 4, count: 2, unit: 'day', days: 2 },
];

/**
 * The initial time range of a dashboard, with as much time before it to compare with. It ends today if data still
 * arrives, else at the newest row.
 */
export function openingRange(when: TimeColumn, now: Date): TimeRange {
  const choice = choices.find(({ minDays }) => when.days >= minDays);
  if (!choice) return { span: null, compare: { kind: 'none' } };
  const end = Date.parse(when.to);
  // Days without rows at the end would be shown as zero, and as a loss in the comparison.
  const gap = Math.max(choice.unit === 'month' ? 15 : 2, 1.5 * when.step);
  const isCurrent = Math.abs(now.getTime() - end) < gap * day;
  const span: Span = { kind: 'last', count: choice.count, grain: { unit: choice.unit } };
  return { span: isCurrent ? span : { ...span, anchor: 'newest' }, compare: { kind: 'previous' } };
}

const grains: { grain: Grain; days: number }[] = [
  { grain: { unit: 'hour' }, days: 1 / 24 },
  { grain: { unit: 'day' }, days: 1 },
  { grain: { unit: 'week', start: 'monday' }, days: 7 },
  { grain: { unit: 'month' }, days: 30.4 },
  { grain: { unit: 'quarter' }, days: 91.3 },
  { grain: { unit: 'year' }, days: 365.25 },
];

const maxSteps = { events: 120, series: 500 };

type GrainOptions = { rows: number; rowsPerStep: number; isWhole: boolean };

/**
 * The smallest grain with at least `rowsPerStep` rows per step and not too many steps in the initial range; for a
 * series, its own grain.
 */
export function grainFor(when: TimeColumn, { rows, rowsPerStep, isWhole }: GrainOptions): Grain {
  const { column, days, step } = when;
  const visibleDays = (!isWhole && choices.find((choice) => days >= choice.minDays)?.days) || days;
  const isRegular = isSeries(when);
  const maxCount = isRegular ? maxSteps.series : maxSteps.events;
  const fitting = grains.filter(
    (each) =>
      (each.grain.unit !== 'hour' || column.type === 'time') &&
      ((!isRegular && !isSlow(when)) || each.days > step * 0.94),
  );
  // A series has equally many rows at every step; days of events differ.
  const isEven = isRegular && (step > 6 || Number.isInteger(rows / Math.round(1 + (days - 1) / step)));
  const isFull = (each: (typeof grains)[number]) => isEven || (rows / days) * each.days >= rowsPerStep;
  const grain = fitting.find((each) => isFull(each) && visibleDays / each.days <= maxCount);
  return coarserGrain((grain ?? fitting.at(-1) ?? grains.at(-1)!).grain, column.format);
}
