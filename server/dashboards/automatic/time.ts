import type { DatasetColumn } from '#contract/datasets.ts';
import type { TimeRange } from '#contract/dashboard.ts';
import type { Grain, Span } from '#contract/query.ts';
import { atLeastStep } from '#contract/steps.ts';
import type { Known } from './amounts.ts';

/** When the rows of a dataset happened. */
export type When = {
  column: DatasetColumn;
  from: string;
  to: string;
  days: number;
  /** The days between one time and the next, on average. */
  step: number;
};

const day = 86_400_000;
const unlikely = /birth|born|出生|生日|expire|due|到期|截止/i;
const ofPeople = /hire|join|birth|born|onboard|入职|出生|生日/i;
const likely = /order|creat|event|time|date$|ts$|at$|日期|时间/i;

/** The column that tells when a row happened. */
export function whenOf(known: Known[], rows: number): When | null {
  const [best] = known
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

function weightOf({ column, profile }: Known, rows: number): number {
  const filled = 1 - profile.nulls / Math.max(1, rows);
  const meant = unlikely.test(column.name) ? 0.2 : likely.test(column.name) ? 1.2 : 1;
  return (column.role === 'time' ? 1 : 0.5) * filled * meant;
}

/** A list of people or things, each with a day on which it began, is looked at whole. */
export const isList = (when: When, rows: number) =>
  ofPeople.test(when.column.name) || (rows / when.days < 0.1 && !isSeries(when));

/** Whether its times are a calendar's steps one after the other, such as the first of every month. */
export const isSeries = ({ step, days }: When): boolean =>
  days / step >= 6 && grains.some((grain) => Math.abs(step / grain.days - 1) < 0.06);

const slowSteps = 20;
/** A range of a few months has too few steps of a series by months or years. */
export const isSlow = ({ step }: When): boolean => step >= slowSteps;

const choices: { least: number; count: number; unit: 'day' | 'month'; days: number }[] = [
  { least: 730, count: 12, unit: 'month', days: 365 },
  { least: 180, count: 90, unit: 'day', days: 90 },
  { least: 60, count: 30, unit: 'day', days: 30 },
  { least: 14, count: 7, unit: 'day', days: 7 },
  { least: 4, count: 2, unit: 'day', days: 2 },
];

/**
 * The range that a dashboard opens with: so long that there is as much before it to compare with. It moves with the
 * days if data still comes, and with the newest row if that lies back.
 */
export function openingRange(when: When, now: Date): TimeRange {
  const choice = choices.find(({ least }) => when.days >= least);
  if (!choice) return { span: null, compare: { kind: 'none' } };
  const end = Date.parse(when.to);
  // Days without rows at the end would be shown as zero, and as a loss against the time before.
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

type Course = { rows: number; rowsPerStep: number; isWhole: boolean };

/**
 * The smallest step in which at least so many rows happen, and of which there are not too many in what is looked at;
 * of a series its own step.
 */
export function grainFor(when: When, { rows, rowsPerStep, isWhole }: Course): Grain {
  const { column, days, step } = when;
  const looked = (!isWhole && choices.find((choice) => days >= choice.least)?.days) || days;
  const isRegular = isSeries(when);
  const most = isRegular ? maxSteps.series : maxSteps.events;
  const fitting = grains.filter(
    (each) =>
      (each.grain.unit !== 'hour' || column.type === 'time') &&
      ((!isRegular && !isSlow(when)) || each.days > step * 0.94),
  );
  // A series has the same rows at every step; days on which something happened differ.
  const isEven = isRegular && (step > 6 || Number.isInteger(rows / Math.round(1 + (days - 1) / step)));
  const isFull = (each: (typeof grains)[number]) => isEven || (rows / days) * each.days >= rowsPerStep;
  const found = fitting.find((each) => isFull(each) && looked / each.days <= most);
  return atLeastStep((found ?? fitting.at(-1) ?? grains.at(-1)!).grain, column.format);
}
