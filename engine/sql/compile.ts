import { Problem } from '#contract/errors.ts';
import {
  type Dimension,
  nameOfRest,
  type QueryOrder,
  nameOfPart,
  type Query,
  type Scalar,
} from '#domain/query/query.ts';
import { collectParts, type FormulaValue } from './aggregate.ts';
import { isBelowDay } from '#domain/time/calendar.ts';
import { expectedDateParts } from '#domain/time/date-part.ts';
import { expectedStepsOf } from '#domain/time/step-range.ts';
import {
  baseWhere,
  type PeriodComparison,
  compareSides,
  comparisonOf,
  periodWhere,
  recentOf,
  fillSteps,
  type Windows,
} from './compare.ts';
import type { Dialect } from './dialect.ts';
import { conditionOf } from './filter.ts';
import { bind, type Fragment, indent, inner, join, name, raw, render, sql } from './fragment.ts';
import { type TopValues, topValuesName, groupRows } from './group.ts';
import { readingOf } from './late-joins.ts';
import { expandTable, requireSingleCounts } from './model.ts';
import { changeColumnsOf, measureColumnsOf } from './measure.ts';
import { columnOf, type QueryTable, type RelatedTable, requireById, type Scope } from './scope.ts';
import { nested, select, type SelectItem, withAlias } from './select.ts';
import { topOf } from './top.ts';

/** A query as SQL. Its columns are named by the ids of dimensions and measures, see `nameOfPart` and `nameOfRest`. */
export type CompiledQuery = { sql: string; params: Scalar[] };

/** Whether the result includes time steps without rows: for exports, where the page does not fill them in. */
type CompileOptions = { everyStep: boolean };

export function compile(
  requested: Query,
  table: QueryTable,
  dialect: Dialect,
  options: CompileOptions = { everyStep: false },
): CompiledQuery {
  const clock = { now: Date.parse(requested.now), zone: requested.zone };
  requireSingleCounts(requested, table);
  const { columns, lateJoins } = readingOf(requested, table);
  const expanded = withLateJoins(expandTable(table, columns, { dialect, clock }), lateJoins);
  const scope: Scope = { table: expanded, dialect, clock, recent: recentOf(requested, clock) };
  const query = { ...requested, dimensions: requested.dimensions.map((dimension) => withWholeDays(scope, dimension)) };
  const { parts, valued } = collectParts(
    scope,
    query.measures.map(({ formula }) => formula),
  );
  const comparison = comparisonOf(scope, query);
  const windows = windowsOf(scope, query, comparison);
  const best = topOf(scope, { query, windows, comparison });
  const groups = { dimensions: query.dimensions, parts, best, reach: windows.reach };
  const current = groupRows(scope, { ...groups, where: windows.value, shifts: [] });
  const answer = (source: Fragment) =>
    render(withTopValues(scope, best, answerOf(scope, { query, valued, source, comparison })), dialect);
  const steps = options.everyStep ? stepsOf(scope, query) : [];
  if (!comparison) return answer(steps.length > 0 ? fillSteps({ current, groups, steps }) : current);
  const base = groupRows(scope, { ...groups, where: windows.base, shifts: comparison.shifts });
  return answer(compareSides({ current, base, groups, comparison, steps }));
}

/** The table with relations that are joined to groups of its rows, see `groupRows`. */
const withLateJoins = (table: QueryTable, related: RelatedTable[]): QueryTable =>
  related.length > 0 ? { ...table, model: { calculated: [], related, rowRule: null } } : table;

/** The time steps or date parts, if that is the only dimension. */
function stepsOf(scope: Scope, query: Query): Fragment[] {
  const [dimension] = query.dimensions;
  if (!dimension || query.dimensions.length > 1 || query.top.kind !== 'every') return [];
  if (dimension.kind === 'date_part') return expectedDateParts(query, dimension).map((value) => bind(value, 'integer'));
  if (dimension.kind !== 'time') return [];
  const { steps } = expectedStepsOf(query, dimension, scope.clock) ?? { steps: [] };
  return steps.map((step) => bind(step, isBelowDay(dimension.grain) ? 'time' : 'date'));
}

// Dates have no hours: their smallest step is a day.
function withWholeDays(scope: Scope, dimension: Dimension): Dimension {
  if (dimension.kind !== 'time' || !isBelowDay(dimension.grain)) return dimension;
  return columnOf(scope, dimension.column).type === 'date' ? { ...dimension, grain: { unit: 'day' } } : dimension;
}

// A CTE, because both windows need it.
const withTopValues = (scope: Scope, best: TopValues | null, answer: Fragment) =>
  best ? sql`with ${topValuesName(scope)} as (\n  ${indent(best.values)}\n)\n${answer}` : answer;

function windowsOf(scope: Scope, query: Query, comparison: PeriodComparison | null): Windows {
  const filters = query.filters.map((filter) => conditionOf(scope, filter));
  const period = periodWhere(scope, query);
  const value = [...filters, ...period];
  if (!comparison) return { value, base: [], reach: value };
  const base = baseWhere(scope, comparison);
  return { value, base: [...filters, base], reach: [...filters, sql`(${join([...period, base], ' or ')})`] };
}

type AnswerParts = { query: Query; valued: FormulaValue[]; source: Fragment; comparison: PeriodComparison | null };

function answerOf(scope: Scope, { query, valued, source, comparison }: AnswerParts): Fragment {
  const { dimensions, top } = query;
  const keys = dimensions.flatMap((dimension, index): SelectItem[] => {
    const key = { value: inner(`d${index + 1}`), name: name(dimension.id) };
    if (!isRest(query, dimension)) return [key];
    const isOther = scope.dialect.asBoolean(sql`${inner('rest')} = 1`);
    return [key, { value: isOther, name: name(nameOfRest(dimension.id)) }];
  });
  const measures = measureColumnsOf(scope, { query, valued, isCompared: comparison !== null });
  const columns = [...keys, ...measures];
  const answer = { columns: columns.map(withAlias), from: nested(source, 'grouped') };
  // "Others" always comes last.
  const last = top.kind === 'most' && top.others === 'rest' ? [name(nameOfRest(top.dimension))] : [];
  const order = [...last, ...ordersOf(scope, query, comparison !== null)];
  if (!comparison) return select({ ...answer, order, limit: query.limit });
  const changes = changeColumnsOf(scope, query, valued);
  // In a select of their own: repeated in each percentage, the differences would take longer to plan than to calculate.
  const differences = changes.map(({ difference }) => withAlias(difference));
  const compared = select({ columns: [raw('answer.*'), ...differences], from: nested(select(answer), 'answer') });
  return select({
    columns: [
      ...columns.map((column) => column.name),
      ...changes.flatMap(({ difference, percent }) => [difference.name, withAlias(percent)]),
    ],
    from: nested(compared, 'compared'),
    order,
    limit: query.limit,
  });
}

const isRest = ({ top }: Query, { id }: Dimension) =>
  top.kind === 'most' && top.others === 'rest' && top.dimension === id;

// Dimensions break ties, so that the order is deterministic.
function ordersOf({ dialect }: Scope, query: Query, isCompared: boolean): Fragment[] {
  const ties = query.dimensions.map(({ id }): QueryOrder => ({ kind: 'dimension', id, direction: 'ascending' }));
  const orders = [...query.order, ...ties].map((order) => {
    if (order.kind === 'dimension')
      return { id: requireById(query.dimensions, order.id).id, direction: order.direction };
    if (order.part !== 'value' && !isCompared) throw new Problem('query_part_unknown', { value: order.part });
    return { id: nameOfPart(requireById(query.measures, order.id).id, order.part), direction: order.direction };
  });
  const isFirst = (id: string, index: number) => orders.findIndex((order) => order.id === id) === index;
  return orders
    .filter(({ id }, index) => isFirst(id, index))
    .map(({ id, direction }) => dialect.order(name(id), direction));
}
