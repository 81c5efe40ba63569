import type { Dimension } from '#contract/query.ts';
import type { Part } from './aggregate.ts';
import { converted, groupingOf, type Surroundings } from './dimension.ts';
import { type Fragment, raw, sql } from './fragment.ts';
import { rowsOf, type Scope } from './scope.ts';
import { as, nested, select } from './select.ts';
import type { StepShift } from '#contract/counterpart.ts';

/** Rows to be grouped: d1, d2, … are the dimensions, a1, a2, … the numbers, and `rest` is 1 for the rest. */
export type Groups = {
  dimensions: Dimension[];
  parts: Part[];
  where: Fragment[];
  /** The rows that bins span: with a comparison, those of both windows. */
  reach: Fragment[];
  /** How far the steps of each dimension are moved. */
  shifts: (StepShift | null)[];
  best: Best | null;
};

/** The values of one dimension that are shown, as a select of `value` and `hit`; the whole question begins with it. */
export type Best = { dimension: Dimension; others: 'left_out' | 'rest'; values: Fragment };

export function grouped(scope: Scope, groups: Groups): Fragment {
  const canMerge = groups.parts.every(({ merge }) => merge);
  return canMerge ? groupedTwice(scope, groups) : groupedOnce(scope, groups);
}

/** For numbers that cannot be added up: every row gets its finished values first. */
function groupedOnce(scope: Scope, groups: Groups): Fragment {
  const groupings = groups.dimensions.map((dimension, index) => {
    const surroundings = surroundingsOf(groups, index);
    return converted(scope, groupingOf(scope, dimension, surroundings), surroundings);
  });
  const values = groupings.map(({ key }) => key);
  const labels = labelsOf(groups, values);
  return select({
    columns: [...labels, ...groups.parts.map((part, index) => as(part.select, `a${index + 1}`))],
    from: rowsOf(scope),
    joins: [...groupings.flatMap(({ joins }) => joins), ...bestJoin(scope, groups, values)],
    where: groups.where,
    groups: labels.length,
  });
}

/** Rows by what is fast to group by, and then those few groups by what was asked for. */
function groupedTwice(scope: Scope, groups: Groups): Fragment {
  const { dimensions, parts, where, best } = groups;
  const groupings = dimensions.map((each, index) => groupingOf(scope, each, surroundingsOf(groups, index)));
  const inner = select({
    columns: [
      ...groupings.map(({ key }, index) => as(key, `d${index + 1}`)),
      ...parts.map((part, index) => as(part.select, `a${index + 1}`)),
    ],
    from: rowsOf(scope),
    joins: groupings.flatMap(({ joins }) => joins),
    where,
    groups: groupings.length,
  });
  if (!best && groupings.every(({ convert }) => !convert)) return inner;
  const values = groupings.map(({ convert }, index) => (convert ?? same)(raw(`d${index + 1}`)));
  const labels = labelsOf(groups, values);
  return select({
    columns: [...labels, ...parts.map(({ merge }, index) => as(merge!(raw(`a${index + 1}`)), `a${index + 1}`))],
    from: nested(inner, 'finer'),
    joins: bestJoin(scope, groups, values),
    groups: labels.length,
  });
}

const same = (value: Fragment) => value;

const surroundingsOf = ({ where, reach, shifts }: Groups, index: number): Surroundings => ({
  alias: `s${index + 1}`,
  where,
  reach,
  shift: shifts[index] ?? null,
});

/** The columns to group by. What is not among the best has no value, but says that it is the rest. */
function labelsOf({ dimensions, best }: Groups, values: Fragment[]): Fragment[] {
  const hasRest = best?.others === 'rest';
  const labels = values.map((value, index) => {
    const isRest = hasRest && dimensions[index] === best.dimension;
    return as(isRest ? sql`case when best.hit = 1 then ${value} end` : value, `d${index + 1}`);
  });
  return hasRest ? [...labels, raw('case when best.hit = 1 then 0 else 1 end as rest')] : labels;
}

/** What the best are called for the whole question: by no name that the dataset may have. */
export const bestName = ({ table }: Scope): Fragment =>
  raw(table.name.toLowerCase() === 'top_values' ? 'best_values' : 'top_values');

function bestJoin(scope: Scope, { dimensions, best }: Groups, values: Fragment[]): Fragment[] {
  if (!best) return [];
  const how = raw(best.others === 'rest' ? 'left join' : 'join');
  const value = values[dimensions.indexOf(best.dimension)]!;
  return [sql`${how} ${bestName(scope)} as best on ${scope.dialect.isSame(raw('best.value'), value)}`];
}
