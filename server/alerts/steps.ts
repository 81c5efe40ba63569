import type { AlertCondition, Watch } from '#contract/alert.ts';
import { isBelowDay, momentOf, startOf, truncateWall, wallOf } from '#contract/calendar.ts';
import { isDay } from '#contract/point.ts';
import type { Grain, Span } from '#contract/query.ts';
import { type Clock, wallOfDay } from '#contract/span.ts';
import { daysOf } from '#contract/steps.ts';
import { stepsBefore } from './evaluate.ts';

const mostSteps = 2_500;
const rehearsed = 90;

/** How many steps make what a rehearsal looks at, at least a few where steps are long. */
export const stepsRehearsed = ({ time }: Watch): number =>
  time ? Math.min(mostSteps, Math.max(8, Math.ceil(rehearsed / daysOf(time.grain)))) : 1;

/** How many steps a check looks at: those that are compared, and the one that is not over. */
export const stepsChecked = (watch: Watch, condition: AlertCondition): number => stepsBefore(condition, watch) + 2;

/** So many steps up to now. */
export const spanOf = (grain: Grain, count: number): Span => ({ kind: 'last', count, grain });

// A moment may be written with or without its fraction.
const keyOf = (step: string) => (step.length > 10 ? String(Date.parse(step)) : step);

/** Finds the place of a step among others. */
export function placesAmong(steps: string[]): (step: string) => number | undefined {
  const places = new Map(steps.map((step, place) => [keyOf(step), place]));
  return (step) => places.get(keyOf(step));
}

/** The step in which a day or a moment lies; undefined for what is neither. */
export function stepOf(cell: unknown, grain: Grain, zone: Clock['zone']): string | undefined {
  const moment = isDay(cell) ? momentOf(wallOfDay(cell), zone) : Date.parse(String(cell));
  if (Number.isNaN(moment)) return undefined;
  if (isBelowDay(grain)) return new Date(startOf(moment, grain, zone)).toISOString();
  return new Date(truncateWall(wallOf(moment, zone), grain)).toISOString().slice(0, 10);
}
