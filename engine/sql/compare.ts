import type { Compare, Query } from '#contract/query.ts';
import type { Part } from './aggregate.ts';
import { isBelowDay, startOf, truncateWall, wallOf } from '#contract/calendar.ts';
import { duringOf } from './filter.ts';
import { type Fragment, indent, join, raw, sql } from './fragment.ts';
import { bindDay, bindMoment, type Scope, timeColumnOf } from './scope.ts';
import { nested, select } from './select.ts';
import { baseOf, type Clock, type Shift, shiftOf, type Window, windowOf } from '#contract/span.ts';

/** A second window beside the first. */
export type Comparison = {
  column: string;
  base: Window;
  /** How far the steps of each dimension are from those they are compared with; null for what is no time. */
  shifts: (Shift | null)[];
  /** The last step of the first window for each of them; what lies after it has nothing to be compared with. */
  lasts: (Fragment | null)[];
};

/** The conditions on the rows of the period, of what it is compared with, and of both together. */
export type Windows = { value: Fragment[]; base: Fragment[]; reach: Fragment[] };

/** The column of the period if that and what it is compared with lie after 1970. */
export function recentOf({ period }: Pick<Query, 'period'>, clock: Clock): string | null {
  if (period.kind === 'all') return null;
  const { span, compare } = period;
  const windows = [windowOf(span, clock), ...(compare.kind === 'none' ? [] : [baseOf(span, compare, clock)])];
  return windows.every(({ from }) => from >= 0) ? period.column : null;
}

export function periodWhere(scope: Scope, { period }: Pick<Query, 'period'>): Fragment[] {
  if (period.kind === 'all') return [];
  return [duringOf(scope, timeColumnOf(scope, period.column), windowOf(period.span, scope.clock))];
}

export const baseWhere = (scope: Scope, { column, base }: Comparison): Fragment =>
  duringOf(scope, timeColumnOf(scope, column), base);

export function comparisonOf(scope: Scope, { period, dimensions }: Query): Comparison | null {
  if (period.kind === 'all' || period.compare.kind === 'none') return null;
  const { zone } = scope.clock;
  const compare: Compare = period.compare;
  const window = windowOf(period.span, scope.clock);
  const base = baseOf(period.span, period.compare, scope.clock);
  // Steps of another column than the period's are not moved by it.
  const grains = dimensions.map((each) => (each.kind === 'time' && each.column === period.column ? each.grain : null));
  return {
    column: period.column,
    base,
    shifts: grains.map((grain) => grain && shiftOf({ window, base }, grain, compare, zone)),
    lasts: grains.map((grain) => {
      if (!grain) return null;
      if (isBelowDay(grain)) return bindMoment(startOf(window.to - 1, grain, zone));
      return bindDay(truncateWall(wallOf(window.to - 1, zone), grain));
    }),
  };
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
  const where = comparison.lasts.flatMap((last, index) => (last ? [sql`${raw(`d${index + 1}`)} <= ${last}`] : []));
  const first = select({ columns: [raw('0 as side'), ...keys, ...numbers], from: nested(current, 'value_side') });
  const second = select({ columns: [raw('1 as side'), ...keys, ...numbers], from: nested(base, 'base_side'), where });
  return together(
    [first, second, ...idle(steps, parts)],
    keys,
    parts.flatMap((part, index) => [ofSide(part, 0, index + 1), ofSide(part, 1, index + 1)]),
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

// Where one side has nothing, amounts are zero: what fell to nothing has fallen.
function ofSide({ isAmount }: Part, side: 0 | 1, number: number): Fragment {
  const value = `max(case when side = ${side} then a${number} end)`;
  return raw(`${isAmount ? `coalesce(${value}, 0)` : value} as ${side === 0 ? 'a' : 'b'}${number}`);
}
