import { type Alignment, alignmentOf, baseOf } from '#domain/time/alignment.ts';
import { day, isBelowDay, startOf, truncateWall, wallOf } from '#domain/time/calendar.ts';
import { isAligned, type StepShift, stepShiftOf } from '#domain/time/counterpart.ts';
import { type Dimension, type Grain, type Period, type Query, stepsOfPeriod } from '#domain/query/query.ts';
import { type Clock, type TimeWindow, windowOf } from '#domain/time/span.ts';
import type { AggregatePart } from './aggregate.ts';
import type { Dialect } from './dialect.ts';
import { duringOf } from './filter.ts';
import { keysOf } from './group.ts';
import { bindDay, bindMoment, type Fragment, indent, inner, integer, join, raw, sql } from './fragment.ts';
import { type Scope, timeColumnOf } from './scope.ts';
import { as, nested, select } from './select.ts';

/** A second time window beside the first. */
export type PeriodComparison = {
  column: string;
  base: TimeWindow;
  /** How time steps of the base map to those they are compared with, per dimension; null for other dimensions. */
  shifts: (StepShift | null)[];
  /** Conditions for steps of the first window that have a counterpart, and for all of its steps. */
  matched: Fragment[];
  within: Fragment[];
};

/** Conditions on the rows of the period, of its base, and of both together. */
export type Windows = { value: Fragment[]; base: Fragment[]; reach: Fragment[] };

// Time steps may shift a base by up to a year.
const maxShift = 2 * 366 * day;

/** The period's column if the period and its base are after 1970. */
export function recentOf({ period }: Pick<Query, 'period'>, clock: Clock): string | null {
  if (period.kind === 'all') return null;
  const { span, compare } = period;
  const windows = [windowOf(span, clock), ...(compare.kind === 'none' ? [] : [baseOf(span, compare, clock)])];
  return windows.every(({ from }) => from >= maxShift) ? period.column : null;
}

export function periodWhere(scope: Scope, { period }: Pick<Query, 'period'>): Fragment[] {
  if (period.kind === 'all') return [];
  return [duringOf(scope, timeColumnOf(scope, period.column), windowOf(period.span, scope.clock))];
}

export const baseWhere = (scope: Scope, { column, base }: PeriodComparison): Fragment =>
  duringOf(scope, timeColumnOf(scope, column), base);

/** The time steps by which both windows are aligned. Dates have no hours, so hours of dates become days. */
function alignedGrainsOf(scope: Scope, query: Query, { column, span }: ComparedPeriod): Grain[] {
  const grains = stepsOfPeriod(query);
  if (timeColumnOf(scope, column).type !== 'date') return grains;
  const isShort = span.kind !== 'range' && isBelowDay(span.grain);
  if (grains.length === 0) return isShort ? [{ unit: 'day' }] : [];
  return grains.map((grain) => (isBelowDay(grain) ? { unit: 'day' } : grain));
}

type ComparedPeriod = Extract<Period, { kind: 'during' }>;

export function comparisonOf(scope: Scope, query: Query): PeriodComparison | null {
  const { period, dimensions } = query;
  if (period.kind === 'all' || period.compare.kind === 'none') return null;
  const { column, span, compare } = period;
  const alignment = alignmentOf({ span, compare, clock: scope.clock }, alignedGrainsOf(scope, query, period));
  // Steps of other columns than the period's are not shifted.
  const isShifted = (each: Dimension) => each.kind === 'time' && each.column === column;
  const steps = dimensions.map((each) =>
    isShifted(each) && isAligned(alignment) ? stepShiftOf(alignment, (each as ShiftedDimension).grain) : null,
  );
  const conditions = steps.map((shift, index) =>
    shift
      ? conditionsOf(scope, inner(`d${index + 1}`), (dimensions[index] as ShiftedDimension).grain, { alignment, shift })
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

type ShiftedDimension = Extract<Dimension, { kind: 'time' }>;
type ShiftAlignment = { alignment: Alignment; shift: StepShift };

function conditionsOf(scope: Scope, label: Fragment, grain: Grain, { alignment, shift }: ShiftAlignment) {
  const { window, matched } = alignment;
  const stepAt = (moment: number) => stepOf(moment, grain, scope.clock.zone);
  const isIn = ({ from, to }: TimeWindow) => sql`${label} >= ${stepAt(from)} and ${label} <= ${stepAt(to - 1)}`;
  const upTo = matched.to < window.to ? [sql`${label} <= ${stepAt(matched.to - 1)}`] : [];
  return { within: [isIn(window)], matched: [...upTo, ...counterpartConditions(scope.dialect, label, shift)] };
}

const stepOf = (moment: number, grain: Grain, zone: string) =>
  isBelowDay(grain) ? bindMoment(startOf(moment, grain, zone)) : bindDay(truncateWall(wallOf(moment, zone), grain));

/** Excludes steps without a counterpart: a date that the other month does not have, an hour that clocks skipped. */
function counterpartConditions({ addMonths }: Dialect, label: Fragment, shift: StepShift): Fragment[] {
  if (shift.kind === 'dates')
    return [sql`${addMonths(addMonths(label, integer(-shift.count)), integer(shift.count))} = ${label}`];
  if (shift.kind !== 'pieces') return [];
  return shift.unmatched.map(({ from, to }) => sql`(${label} < ${bindMoment(from)} or ${label} >= ${bindMoment(to)})`);
}

type ComparedSides = {
  current: Fragment;
  base: Fragment;
  groups: { dimensions: unknown[]; parts: AggregatePart[]; best: { others: string } | null };
  comparison: PeriodComparison;
  /** Steps of the only dimension, which are included even without rows. */
  steps?: Fragment[];
};

/** Joins both windows: columns #a1, #a2, … of the first, #b1, #b2, … of the second. */
export function compareSides({ current, base, groups, comparison, steps = [] }: ComparedSides): Fragment {
  const { parts } = groups;
  const [keys, numbers] = columnsOf(groups);
  const first = select({ columns: [as(raw('0'), 'side'), ...keys, ...numbers], from: nested(current, 'value_side') });
  const second = select({
    columns: [as(raw('1'), 'side'), ...keys, ...numbers],
    from: nested(base, 'base_side'),
    where: comparison.within,
  });
  return mergeSides(
    [first, second, ...emptySteps(steps, parts)],
    keys,
    parts.flatMap((part, index) => [
      sideColumn(part, 0, index + 1),
      sideColumn(part, 1, index + 1, comparison.matched),
    ]),
  );
}

/** One window with all steps of its only dimension, including those without rows. */
export function fillSteps({
  current,
  groups,
  steps,
}: Omit<ComparedSides, 'base' | 'comparison'> & { steps: Fragment[] }) {
  const { parts } = groups;
  const [keys, numbers] = columnsOf(groups);
  const first = select({ columns: [as(raw('0'), 'side'), ...keys, ...numbers], from: nested(current, 'value_side') });
  return mergeSides(
    [first, ...emptySteps(steps, parts)],
    keys,
    parts.map((part, index) => sideColumn(part, 0, index + 1)),
  );
}

function columnsOf({ dimensions, parts, best }: ComparedSides['groups']): [keys: Fragment[], numbers: Fragment[]] {
  // Renamed, because the columns calculated from them are called #a1, #a2, … again.
  return [keysOf({ dimensions, best }), parts.map((_, index) => as(inner(`a${index + 1}`), `n${index + 1}`))];
}

const emptySteps = (steps: Fragment[], parts: AggregatePart[]): Fragment[] =>
  steps.map(
    (step) =>
      sql`select 2, ${step}${join(
        parts.map(() => raw(', null')),
        '',
      )}`,
  );

const mergeSides = (sides: Fragment[], keys: Fragment[], numbers: Fragment[]): Fragment =>
  select({
    columns: [...keys, ...numbers],
    from: sql`(\n  ${indent(join(sides, '\nunion all\n'))}\n) as sides`,
    groups: keys.length,
  });

// If one side has no rows, its amounts are zero: a drop to zero is a change. Steps without a counterpart have no base.
function sideColumn({ isAmount }: AggregatePart, side: 0 | 1, number: number, matched: Fragment[] = []): Fragment {
  const value = sql`max(case when ${inner('side')} = ${integer(side)} then ${inner(`n${number}`)} end)`;
  const amount = isAmount ? sql`coalesce(${value}, 0)` : value;
  const matchedAmount =
    isAmount && matched.length > 0 ? sql`case when ${join(matched, ' and ')} then ${amount} end` : amount;
  return as(matchedAmount, `${side === 0 ? 'a' : 'b'}${number}`);
}
