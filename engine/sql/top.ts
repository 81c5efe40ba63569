import { Problem } from '#contract/errors.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { Dimension, Query, Top } from '#domain/query/query.ts';
import { cleanOf, collectParts, type AggregatePart, type FormulaValue } from './aggregate.ts';
import { type PeriodComparison, compareSides, type Windows } from './compare.ts';
import { type Fragment, inner, raw } from './fragment.ts';
import { type TopValues, groupRows } from './group.ts';
import { differenceOf, percentOf } from './measure.ts';
import { requireById, type Scope } from './scope.ts';
import { as, nested, select } from './select.ts';

type TopInput = { query: Query; windows: Windows; comparison: PeriodComparison | null };

/** The top N values of a dimension by a measure; ties are broken by value. */
export function topOf(scope: Scope, { query, windows, comparison }: TopInput): TopValues | null {
  const { top, dimensions, measures } = query;
  if (top.kind === 'every') return null;
  const dimension = requireById(dimensions, top.dimension);
  // Time steps of two windows are compared in pairs, so none can be left out of one of them.
  if (comparison?.shifts[dimensions.indexOf(dimension)]) throw new Problem('top_compared');
  if (top.part !== 'value' && !comparison) throw new Problem('query_part_unknown', { value: top.part });
  const { parts, valued } = collectParts(scope, [requireById(measures, top.measure).formula]);
  const ranked = rankSql(scope, top, valued[0]!);
  const { order } = scope.dialect;
  const values = select({
    columns: [as(inner('d1'), 'value'), as(raw('1'), 'hit')],
    from: nested(candidatesSql(scope, { dimension, parts, windows, comparison, top }), 'ranked'),
    order: [order(ranked, top.direction), order(inner('d1'), 'ascending')],
    limit: top.count,
  });
  return { dimension, others: top.others, values };
}

type TopN = Extract<Top, { kind: 'most' }>;

function rankSql(scope: Scope, { part }: TopN, valued: FormulaValue): Fragment {
  const { dialect } = scope;
  const [value, base] = [cleanOf(scope, valued, 'a'), cleanOf(scope, valued, 'b')];
  if (part === 'value') return value;
  if (part === 'base') return base;
  // Dates have no difference, so all are equal.
  if (!isNumeric(valued)) return dialect.asNumber(raw('null'));
  const sides = { value, base, isWhole: valued.type === 'integer' };
  return part === 'difference' ? differenceOf(dialect, sides) : percentOf(dialect, sides);
}

type CandidateInput = Pick<TopInput, 'windows' | 'comparison'> & {
  dimension: Dimension;
  parts: AggregatePart[];
  top: TopN;
};

/** Ranking by value reads the period alone; ranking by change also needs values that are in the other window only. */
function candidatesSql(scope: Scope, { dimension, parts, windows, comparison, top }: CandidateInput): Fragment {
  const groups = { dimensions: [dimension], parts, reach: windows.reach, shifts: [null], best: null };
  const current = groupRows(scope, { ...groups, where: windows.value });
  if (top.part === 'value' || !comparison) return current;
  const base = groupRows(scope, { ...groups, where: windows.base });
  return compareSides({
    current,
    base,
    groups,
    comparison: { ...comparison, shifts: [null], matched: [], within: [] },
  });
}
