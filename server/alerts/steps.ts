import type { AlertCondition, AlertWatch } from '#contract/alerts/schemas.ts';
import { isBelowDay, momentOf, startOf, truncateWall, wallOf } from '#domain/time/calendar.ts';
import { isDay } from '#domain/time/calendar.ts';
import type { Grain, Span } from '#domain/query/query.ts';
import { type Clock, wallOfDay } from '#domain/time/span.ts';
import { daysOf } from '#domain/time/time-steps.ts';
import { stepsBefore } from './evaluate.ts';

const maxSteps = 2_500;
const backtestDays = 90;

/** Number of steps of a backtest, with a minimum for long steps. */
export const backtestStepsOf = ({ time }: AlertWatch): number =>
  time ? Math.min(maxSteps, Math.max(8, Math.ceil(backtestDays / daysOf(time.grain)))) : 1;

/** Number of steps of a check: the compared ones, and the incomplete one. */
export const checkStepsOf = (watch: AlertWatch, condition: AlertCondition): number => stepsBefore(condition, watch) + 2;

/** The span of the last `count` steps up to now. */
export const spanOf = (grain: Grain, count: number): Span => ({ kind: 'last', count, grain });

// Timestamps may be written with or without fractions of a second.
const keyOf = (step: string) => (step.length > 10 ? String(Date.parse(step)) : step);

/** Lookup from a step to its index. */
export function createStepIndex(steps: string[]): (step: string) => number | undefined {
  const indexes = new Map(steps.map((step, index) => [keyOf(step), index]));
  return (step) => indexes.get(keyOf(step));
}

/** The step that contains a date or timestamp; undefined for anything else. */
export function stepOf(cell: unknown, grain: Grain, zone: Clock['zone']): string | undefined {
  const moment = isDay(cell) ? momentOf(wallOfDay(cell), zone) : Date.parse(String(cell));
  if (Number.isNaN(moment)) return undefined;
  if (isBelowDay(grain)) return new Date(startOf(moment, grain, zone)).toISOString();
  return new Date(truncateWall(wallOf(moment, zone), grain)).toISOString().slice(0, 10);
}
