import { Problem } from '#contract/errors.ts';
import type { Dimension, Query, Top } from '#contract/query.ts';
import { cleanOf, collect, type Part, type Valued } from './aggregate.ts';
import { type Comparison, compared, type Windows } from './compare.ts';
import { type Fragment, raw } from './fragment.ts';
import { type Best, grouped } from './group.ts';
import { differenceOf, isNumber, percentOf } from './measure.ts';
import { found, type Scope } from './scope.ts';
import { nested, select } from './select.ts';

type Asked = { query: Query; windows: Windows; comparison: Comparison | null };

/** The values of a dimension with the most of a measure; of equal ones the first in order. */
export function topOf(scope: Scope, { query, windows, comparison }: Asked): Best | null {
  const { top, dimensions, measures } = query;
  if (top.kind === 'every') return null;
  const dimension = found(dimensions, top.dimension);
  // The steps of two windows are compared in pairs, so that none can be left out of one of them.
  if (comparison?.shifts[dimensions.indexOf(dimension)]) throw new Problem('top_compared');
  if (top.part !== 'value' && !comparison) throw new Problem('query_part_unknown', { value: top.part });
  const { parts, valued } = collect(scope, [found(measures, top.measure).formula]);
  const ranked = rankedBy(scope, top, valued[0]!);
  const { order } = scope.dialect;
  const values = select({
    columns: [raw('d1 as value'), raw('1 as hit')],
    from: nested(candidates(scope, { dimension, parts, windows, comparison, top }), 'ranked'),
    order: [order(ranked, top.direction), order(raw('d1'), 'ascending')],
    limit: top.count,
  });
  return { dimension, others: top.others, values };
}

type Most = Extract<Top, { kind: 'most' }>;

function rankedBy(scope: Scope, { part }: Most, valued: Valued): Fragment {
  const { dialect } = scope;
  const [value, base] = [cleanOf(scope, valued, 'a'), cleanOf(scope, valued, 'b')];
  if (part === 'value') return value;
  if (part === 'base') return base;
  // A date has no difference, so that all are equal.
  if (!isNumber(valued)) return dialect.asNumber(raw('null'));
  const sides = { value, base, isWhole: valued.type === 'integer' };
  return part === 'difference' ? differenceOf(dialect, sides) : percentOf(dialect, sides);
}

type Ranking = Pick<Asked, 'windows' | 'comparison'> & { dimension: Dimension; parts: Part[]; top: Most };

/** Who is most is asked of the period alone; who changed, also of those that are in the other window only. */
function candidates(scope: Scope, { dimension, parts, windows, comparison, top }: Ranking): Fragment {
  const groups = { dimensions: [dimension], parts, reach: windows.reach, shifts: [null], best: null };
  const current = grouped(scope, { ...groups, where: windows.value });
  if (top.part === 'value' || !comparison) return current;
  const base = grouped(scope, { ...groups, where: windows.base });
  return compared({ current, base, groups, comparison: { ...comparison, shifts: [null], matched: [], within: [] } });
}
