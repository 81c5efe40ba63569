import { Problem } from '#contract/errors.ts';
import { type Dimension, nameOfRest, type Order, nameOfPart, type Query, type Scalar } from '#contract/query.ts';
import { collect, type Valued } from './aggregate.ts';
import { isBelowDay } from '#contract/calendar.ts';
import { partsAsked } from '#contract/date-part.ts';
import { stepsAsked } from '#contract/reach.ts';
import {
  baseWhere,
  type Comparison,
  compared,
  comparisonOf,
  periodWhere,
  recentOf,
  stepped,
  type Windows,
} from './compare.ts';
import type { Dialect } from './dialect.ts';
import { conditionOf } from './filter.ts';
import { bind, type Fragment, indent, join, name, raw, render, sql } from './fragment.ts';
import { type Best, bestName, grouped } from './group.ts';
import { shownOf } from './measure.ts';
import { columnOf, found, type Scope, type Table } from './scope.ts';
import { nested, select } from './select.ts';
import { topOf } from './top.ts';

/** A question in SQL. Its columns are named by the ids of dimensions and measures, see `nameOfPart` and `nameOfRest`. */
export type Compiled = { sql: string; params: Scalar[] };

/** Whether steps of time without rows are in the answer: a file has nobody who fills them in. */
type Wishes = { everyStep: boolean };

export function compile(asked: Query, table: Table, dialect: Dialect, wishes: Wishes = { everyStep: false }): Compiled {
  const clock = { now: Date.parse(asked.now), zone: asked.zone };
  const scope: Scope = { table, dialect, clock, recent: recentOf(asked, clock) };
  const query = { ...asked, dimensions: asked.dimensions.map((dimension) => inWholeDays(scope, dimension)) };
  const { parts, valued } = collect(
    scope,
    query.measures.map(({ formula }) => formula),
  );
  const comparison = comparisonOf(scope, query);
  const windows = windowsOf(scope, query, comparison);
  const best = topOf(scope, { query, windows, comparison });
  const groups = { dimensions: query.dimensions, parts, best, reach: windows.reach };
  const current = grouped(scope, { ...groups, where: windows.value, shifts: [] });
  const answer = (source: Fragment) =>
    render(withBest(scope, best, answerOf(scope, { query, valued, source, comparison })), dialect);
  const steps = wishes.everyStep ? stepsOf(scope, query) : [];
  if (!comparison) return answer(steps.length > 0 ? stepped({ current, groups, steps }) : current);
  const base = grouped(scope, { ...groups, where: windows.base, shifts: comparison.shifts });
  return answer(compared({ current, base, groups, comparison, steps }));
}

/** The steps of time, or the hours, weekdays or months, where that is the only dimension. */
function stepsOf(scope: Scope, query: Query): Fragment[] {
  const [dimension] = query.dimensions;
  if (!dimension || query.dimensions.length > 1 || query.top.kind !== 'every') return [];
  if (dimension.kind === 'date_part') return partsAsked(query, dimension).map((value) => bind(value, 'integer'));
  if (dimension.kind !== 'time') return [];
  const { steps } = stepsAsked(query, dimension, scope.clock) ?? { steps: [] };
  return steps.map((step) => bind(step, isBelowDay(dimension.grain) ? 'time' : 'date'));
}

// A date has no hours: its smallest step is a day.
function inWholeDays(scope: Scope, dimension: Dimension): Dimension {
  if (dimension.kind !== 'time' || !isBelowDay(dimension.grain)) return dimension;
  return columnOf(scope, dimension.column).type === 'date' ? { ...dimension, grain: { unit: 'day' } } : dimension;
}

// Both windows need it, so that it stands before them and is found once.
const withBest = (scope: Scope, best: Best | null, answer: Fragment) =>
  best ? sql`with ${bestName(scope)} as (\n  ${indent(best.values)}\n)\n${answer}` : answer;

function windowsOf(scope: Scope, query: Query, comparison: Comparison | null): Windows {
  const filters = query.filters.map((filter) => conditionOf(scope, filter));
  const period = periodWhere(scope, query);
  const value = [...filters, ...period];
  if (!comparison) return { value, base: [], reach: value };
  const base = baseWhere(scope, comparison);
  return { value, base: [...filters, base], reach: [...filters, sql`(${join([...period, base], ' or ')})`] };
}

type Answer = { query: Query; valued: Valued[]; source: Fragment; comparison: Comparison | null };

function answerOf(scope: Scope, { query, valued, source, comparison }: Answer): Fragment {
  const { dimensions, top } = query;
  const columns = dimensions.flatMap((dimension, index) => {
    const value = sql`${raw(`d${index + 1}`)} as ${name(dimension.id)}`;
    return isRest(query, dimension) ? [value, sql`rest = 1 as ${name(nameOfRest(dimension.id))}`] : [value];
  });
  const shown = shownOf(scope, { query, valued, isCompared: comparison !== null });
  const answer = { columns: [...columns, ...shown.columns], from: nested(source, 'grouped') };
  // The rest is not one among others, so it comes after them.
  const last = top.kind === 'most' && top.others === 'rest' ? [name(nameOfRest(top.dimension))] : [];
  const order = [...last, ...ordersOf(scope, query, comparison !== null)];
  if (shown.changes.length === 0) return select({ ...answer, order, limit: query.limit });
  return select({
    columns: [raw('answer.*'), ...shown.changes],
    from: nested(select(answer), 'answer'),
    order,
    limit: query.limit,
  });
}

const isRest = ({ top }: Query, { id }: Dimension) =>
  top.kind === 'most' && top.others === 'rest' && top.dimension === id;

// Dimensions settle what is left open, so that an answer is the same every time.
function ordersOf({ dialect }: Scope, query: Query, isCompared: boolean): Fragment[] {
  const ties = query.dimensions.map(({ id }): Order => ({ kind: 'dimension', id, direction: 'ascending' }));
  const orders = [...query.order, ...ties].map((order) => {
    if (order.kind === 'dimension') return { id: found(query.dimensions, order.id).id, direction: order.direction };
    if (order.part !== 'value' && !isCompared) throw new Problem('query_part_unknown', { value: order.part });
    return { id: nameOfPart(found(query.measures, order.id).id, order.part), direction: order.direction };
  });
  const isFirst = (id: string, index: number) => orders.findIndex((order) => order.id === id) === index;
  return orders
    .filter(({ id }, index) => isFirst(id, index))
    .map(({ id, direction }) => dialect.order(name(id), direction));
}
