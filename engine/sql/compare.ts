import { type Alignment, alignmentOf, baseOf } from '#contract/alignment.ts';
import { day, isBelowDay, startOf, truncateWall, wallOf } from '#contract/calendar.ts';
import { isAligned, type StepShift, stepShiftOf } from '#contract/counterpart.ts';
import { type Dimension, type Grain, type Period, type Query, stepsOfPeriod } from '#contract/query.ts';
import { type Clock, type Window, windowOf } from '#contract/span.ts';
import type { Part } from './aggregate.ts';
import type { Dialect } from './dialect.ts';
import { duringOf } from './filter.ts';
import { type Fragment, indent, join, raw, sql } from './fragment.ts';
import { bindDay, bindMoment, type Scope, timeColumnOf } from './scope.ts';
import { nested, select } from './select.ts';

/** A second window beside the first. */
export type Comparison = {
  column: string;
  base: Window;
  /** How steps of the base become those they are compared with, for each dimension; null for what is no time. */
  shifts: (StepShift | null)[];
  /** What steps of the first window fulfil that have a counterpart, and what all its steps fulfil. */
  matched: Fragment[];
  within: Fragment[];
};

/** The conditions on the rows of the period, of what it is compared with, and of both together. */
export type Windows = { value: Fragment[]; base: Fragment[]; reach: Fragment[] };

// Steps may move a base by up to a year from where it would begin without them.
const margin = 2 * 366 * day;

/** The column of the period if that and what it is compared with lie after 1970. */
export function recentOf({ period }: Pick<Query, 'period'>, clock: Clock): string | null {
  if (period.kind === 'all') return null;
  const { span, compare } = period;
  const windows = [windowOf(span, clock), ...(compare.kind === 'none' ? [] : [baseOf(span, compare, clock)])];
  return windows.every(({ from }) => from >= margin) ? period.column : null;
}

export function periodWhere(scope: Scope, { period }: Pick<Query, 'period'>): Fragment[] {
  if (period.kind === 'all') return [];
  return [duringOf(scope, timeColumnOf(scope, period.column), windowOf(period.span, scope.clock))];
}

export const baseWhere = (scope: Scope, { column, base }: Comparison): Fragment =>
  duringOf(scope, timeColumnOf(scope, column), base);

/** The steps by which both windows are matched. A date has no hours, so that hours of dates are days. */
function grainsOf(scope: Scope, query: Query, { column, span }: During): Grain[] {
  const grains = stepsOfPeriod(query);
  if (timeColumnOf(scope, column).type !== 'date') return grains;
  const isShort = span.kind !== 'range' && isBelowDay(span.grain);
  if (grains.length === 0) return isShort ? [{ unit: 'day' }] : [];
  return grains.map((grain) => (isBelowDay(grain) ? { unit: 'day' } : grain));
}

type During = Extract<Period, { kind: 'during' }>;

export function comparisonOf(scope: Scope, query: Query): Comparison | null {
  const { period, dimensions } = query;
  if (period.kind === 'all' || period.compare.kind === 'none') return null;
  const { column, span, compare } = period;
  const alignment = alignmentOf({ span, compare, clock: scope.clock }, grainsOf(scope, query, period));
  // Steps of another column than the period's are not moved by it.
  const isMoved = (each: Dimension) => each.kind === 'time' && each.column === column;
  const steps = dimensions.map((each) =>
    isMoved(each) && isAligned(alignment) ? stepShiftOf(alignment, (each as TimeDimension).grain) : null,
  );
  const conditions = steps.map((shift, index) =>
    shift
      ? conditionsOf(scope, raw(`d${index + 1}`), (dimensions[index] as TimeDimension).grain, { alignment, shift })
      : null,
  );
  return {
    column,
    base: alignment.base,
    shifts: steps,
    matched: conditions.flatMap((each) => each?.matched ?? []),
    within: conditions.flatMap((each) => each?.within ?? []),
  };
}

type TimeDimension = Extract<Dimension, { kind: 'time' }>;
type Matching = { alignment: Alignment; shift: StepShift };

function conditionsOf(scope: Scope, label: Fragment, grain: Grain, { alignment, shift }: Matching) {
  const { window, matched } = alignment;
  const stepAt = (moment: number) => stepOf(moment, grain, scope.clock.zone);
  const isIn = ({ from, to }: Window) => sql`${label} >= ${stepAt(from)} and ${label} <= ${stepAt(to - 1)}`;
  const upTo = matched.to < window.to ? [sql`${label} <= ${stepAt(matched.to - 1)}`] : [];
  return { within: [isIn(window)], matched: [...upTo, ...partnered(scope.dialect, label, shift)] };
}

const stepOf = (moment: number, grain: Grain, zone: string) =>
  isBelowDay(grain) ? bindMoment(startOf(moment, grain, zone)) : bindDay(truncateWall(wallOf(moment, zone), grain));

/** Steps without a counterpart: a date that the other month does not have, an hour that clocks skipped. */
function partnered({ addMonths }: Dialect, label: Fragment, shift: StepShift): Fragment[] {
  if (shift.kind === 'dates') return [sql`${addMonths(addMonths(label, -shift.count), shift.count)} = ${label}`];
  if (shift.kind !== 'pieces') return [];
  return shift.unmatched.map(({ from, to }) => sql`(${label} < ${bindMoment(from)} or ${label} >= ${bindMoment(to)})`);
}

type Sides = {
  current: Fragment;
  base: Fragment;
  groups: { dimensions: unknown[]; parts: Part[]; best: { others: string } | null };
  comparison: Comparison;
  /** Those of the only dimension, which are there also without rows. */
  steps?: Fragment[];
};

/** Both windows side by side: a1, a2, … of the first, b1, b2, … of the second. */
export function compared({ current, base, groups, comparison, steps = [] }: Sides): Fragment {
  const { parts } = groups;
  const [keys, numbers] = columnsOf(groups);
  const first = select({ columns: [raw('0 as side'), ...keys, ...numbers], from: nested(current, 'value_side') });
  const second = select({
    columns: [raw('1 as side'), ...keys, ...numbers],
    from: nested(base, 'base_side'),
    where: comparison.within,
  });
  return together(
    [first, second, ...idle(steps, parts)],
    keys,
    parts.flatMap((part, index) => [ofSide(part, 0, index + 1), ofSide(part, 1, index + 1, comparison.matched)]),
  );
}

/** One window with all steps of its only dimension, also those that have no rows. */
export function stepped({ current, groups, steps }: Omit<Sides, 'base' | 'comparison'> & { steps: Fragment[] }) {
  const { parts } = groups;
  const [keys, numbers] = columnsOf(groups);
  const first = select({ columns: [raw('0 as side'), ...keys, ...numbers], from: nested(current, 'value_side') });
  return together(
    [first, ...idle(steps, parts)],
    keys,
    parts.map((part, index) => ofSide(part, 0, index + 1)),
  );
}

function columnsOf({ dimensions, parts, best }: Sides['groups']): [keys: Fragment[], numbers: Fragment[]] {
  const keys = dimensions.map((_, index) => raw(`d${index + 1}`));
  if (best?.others === 'rest') keys.push(raw('rest'));
  return [keys, parts.map((_, index) => raw(`a${index + 1}`))];
}

const idle = (steps: Fragment[], parts: Part[]): Fragment[] =>
  steps.map(
    (step) =>
      sql`select 2, ${step}${join(
        parts.map(() => raw(', null')),
        '',
      )}`,
  );

const together = (sides: Fragment[], keys: Fragment[], numbers: Fragment[]): Fragment =>
  select({
    columns: [...keys, ...numbers],
    from: sql`(\n  ${indent(join(sides, '\nunion all\n'))}\n) as sides`,
    groups: keys.length,
  });

// Where one side has nothing, amounts are zero: what fell to nothing has fallen. What has no counterpart has no base.
function ofSide({ isAmount }: Part, side: 0 | 1, number: number, matched: Fragment[] = []): Fragment {
  const value = raw(`max(case when side = ${side} then a${number} end)`);
  const amount = isAmount ? sql`coalesce(${value}, 0)` : value;
  const shown = isAmount && matched.length > 0 ? sql`case when ${join(matched, ' and ')} then ${amount} end` : amount;
  return sql`${shown} as ${raw(`${side === 0 ? 'a' : 'b'}${number}`)}`;
}
