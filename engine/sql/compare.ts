import type { Compare, Query } from '#contract/query.ts';
import type { Part } from './aggregate.ts';
import { isBelowDay, startOf, truncateWall, wallOf } from './calendar.ts';
import { duringOf } from './filter.ts';
import { type Fragment, indent, join, raw, sql } from './fragment.ts';
import { bindDay, bindMoment, type Scope, timeColumnOf } from './scope.ts';
import { nested, select } from './select.ts';
import { baseOf, type Shift, shiftOf, type Window, windowOf } from './span.ts';

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
};

/** Both windows side by side: a1, a2, … of the first, b1, b2, … of the second. */
export function compared({ current, base, groups, comparison }: Sides): Fragment {
  const { dimensions, parts, best } = groups;
  const keys = dimensions.map((_, index) => raw(`d${index + 1}`));
  if (best?.others === 'rest') keys.push(raw('rest'));
  const numbers = parts.map((_, index) => raw(`a${index + 1}`));
  const where = comparison.lasts.flatMap((last, index) => (last ? [sql`${raw(`d${index + 1}`)} <= ${last}`] : []));
  const first = select({ columns: [raw('0 as side'), ...keys, ...numbers], from: nested(current, 'value_side') });
  const second = select({ columns: [raw('1 as side'), ...keys, ...numbers], from: nested(base, 'base_side'), where });
  return select({
    columns: [...keys, ...parts.flatMap((part, index) => [ofSide(part, 0, index + 1), ofSide(part, 1, index + 1)])],
    from: sql`(\n  ${indent(join([first, second], '\nunion all\n'))}\n) as sides`,
    groups: keys.length,
  });
}

// Where one side has nothing, amounts are zero: what fell to nothing has fallen.
function ofSide({ isAmount }: Part, side: 0 | 1, number: number): Fragment {
  const value = `max(case when side = ${side} then a${number} end)`;
  return raw(`${isAmount ? `coalesce(${value}, 0)` : value} as ${side === 0 ? 'a' : 'b'}${number}`);
}
