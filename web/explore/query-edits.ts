import { aggregateFor } from '#domain/columns/column-kinds.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type {
  DatePart,
  Compare,
  Dimension,
  Filter,
  Formula,
  Measure,
  Period,
  QueryAsk,
  Span,
} from '#domain/query/query.ts';
import { coarserGrain, daysOfSpan } from '#domain/time/time-steps.ts';
import { type GrainContext, fits, fittingGrain, type WeekStart } from './grains.ts';

// Pure edits: each takes a query and returns the next one, without dangling references.

const isTime = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'time' || type === 'date';
export const isNumber = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'integer' || type === 'number';

function freeId(taken: { id: string }[], prefix: 'd' | 'm'): string {
  let number = 1;
  while (taken.some(({ id }) => id === `${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

/** Removes references to parts that the query does not have. */
function removeDangling(ask: QueryAsk): QueryAsk {
  const ids = new Set([...ask.dimensions, ...ask.measures].map(({ id }) => id));
  const hasCompare = ask.period.kind === 'during' && ask.period.compare.kind !== 'none';
  const order = ask.order.filter(
    (each) => ids.has(each.id) && (each.kind === 'dimension' || each.part === 'value' || hasCompare),
  );
  const { top } = ask;
  const isTopValid =
    top.kind === 'every' || (ids.has(top.dimension) && ids.has(top.measure) && (top.part === 'value' || hasCompare));
  return {
    ...ask,
    order,
    // A limit belongs to its order.
    limit: order.length < ask.order.length ? plainLimit : ask.limit,
    top: isTopValid ? top : { kind: 'every' },
    totals: ask.totals.map((left) => left.filter((id) => ids.has(id))),
  };
}

export const plainLimit = 10_000;

/** The default dimension of a column. */
export function dimensionFor(ask: QueryAsk, column: DatasetColumn, weekStart: WeekStart): Dimension {
  const base = { id: freeId(ask.dimensions, 'd'), column: column.id };
  if (isTime(column)) {
    const length = ask.period.kind === 'during' ? daysOfSpan(ask.period.span) : 730;
    return { ...base, kind: 'time', grain: coarserGrain(fittingGrain(length, column.type, weekStart), column.format) };
  }
  return column.role === 'measure' && isNumber(column)
    ? { ...base, kind: 'bins', count: 20 }
    : { ...base, kind: 'value' };
}

/** A dimension by a date part of a column. */
export const partDimensionFor = (ask: QueryAsk, column: string, part: DatePart): Dimension => ({
  id: freeId(ask.dimensions, 'd'),
  column,
  kind: 'date_part',
  part,
});

/** Limits the first value dimension to the top 10. */
function withTop(ask: QueryAsk, { id }: Dimension): QueryAsk {
  const isRanked = ask.top.kind === 'most' || ask.limit < plainLimit;
  const measure = ask.measures[0];
  if (isRanked || !measure) return ask;
  const top = {
    kind: 'most',
    dimension: id,
    measure: measure.id,
    part: 'value',
    direction: 'descending',
    count: 10,
    others: 'rest',
  } as const;
  return { ...ask, top };
}

export function addDimension(ask: QueryAsk, dimension: Dimension, at = ask.dimensions.length): QueryAsk {
  const next = { ...ask, dimensions: ask.dimensions.toSpliced(at, 0, dimension) };
  if (dimension.kind === 'value') return withTop(next, dimension);
  // Time steps have their own order, unless the rows are limited.
  return dimension.kind === 'time' && ask.limit >= plainLimit ? { ...next, order: [] } : next;
}

export const changeDimension = (ask: QueryAsk, changed: Dimension): QueryAsk =>
  removeDangling({ ...ask, dimensions: ask.dimensions.map((each) => (each.id === changed.id ? changed : each)) });

export const removeDimension = (ask: QueryAsk, id: string): QueryAsk =>
  removeDangling({ ...ask, dimensions: ask.dimensions.filter((each) => each.id !== id) });

/** The default aggregate of a column. */
export const formulaFor = (column: DatasetColumn, { columns }: Pick<GrainContext, 'columns'>): Formula => ({
  kind: aggregateFor(column, columns.some(isTime)),
  column: column.id,
});

// The row count is a placeholder as long as it is the only measure.
const isPlaceholder = (measures: Measure[]) => measures.length === 1 && measures[0]!.formula.kind === 'count';

export function addMeasure(ask: QueryAsk, formula: Formula, at = ask.measures.length): QueryAsk {
  const isReplacing = isPlaceholder(ask.measures) && formula.kind !== 'count';
  if (isReplacing) return { ...ask, measures: [{ ...ask.measures[0]!, formula }] };
  const measure: Measure = { id: freeId(ask.measures, 'm'), formula, show: 'value' };
  return { ...ask, measures: ask.measures.toSpliced(at, 0, measure) };
}

export const changeMeasure = (ask: QueryAsk, changed: Measure): QueryAsk =>
  removeDangling({ ...ask, measures: ask.measures.map((each) => (each.id === changed.id ? changed : each)) });

/** Removes a measure; the last one is replaced by the row count. */
export function removeMeasure(ask: QueryAsk, id: string): QueryAsk {
  const left = ask.measures.filter((each) => each.id !== id);
  return removeDangling({
    ...ask,
    measures: left.length > 0 ? left : [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
  });
}

export function movePart(ask: QueryAsk, part: 'dimensions' | 'measures', from: number, to: number): QueryAsk {
  const list: { id: string }[] = ask[part];
  const moved = list[from];
  if (!moved || to < 0 || to >= list.length) return ask;
  return { ...ask, [part]: list.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

export const addFilter = (ask: QueryAsk, filter: Filter): QueryAsk => ({ ...ask, filters: [...ask.filters, filter] });
export const changeFilter = (ask: QueryAsk, at: number, filter: Filter): QueryAsk => ({
  ...ask,
  filters: ask.filters.with(at, filter),
});
export const removeFilter = (ask: QueryAsk, at: number): QueryAsk => ({
  ...ask,
  filters: ask.filters.toSpliced(at, 1),
});

/** Changes the period and fits grains that would give too many or too few steps. */
export function changePeriod(ask: QueryAsk, period: Period, { columns, weekStart }: GrainContext): QueryAsk {
  const length = period.kind === 'during' ? daysOfSpan(period.span) : undefined;
  const typeOf = (id: string) => columns.find((column) => column.id === id)?.type ?? 'date';
  const dimensions = ask.dimensions.map((each) =>
    each.kind === 'time' && length !== undefined && !fits(each.grain, length)
      ? { ...each, grain: fittingGrain(length, typeOf(each.column), weekStart) }
      : each,
  );
  return removeDangling({ ...ask, period, dimensions });
}

const thisMonth: Span = { kind: 'this', grain: { unit: 'month' }, until: 'now' };

/** A comparison needs a period: this month, unless one is chosen. */
export function changeCompare(ask: QueryAsk, column: string, compare: Compare, calendar: GrainContext): QueryAsk {
  if (ask.period.kind === 'during') return removeDangling({ ...ask, period: { ...ask.period, compare } });
  return compare.kind === 'none'
    ? ask
    : changePeriod(ask, { kind: 'during', column, span: thisMonth, compare }, calendar);
}

type DatasetFields = { columns: { id: string }[]; metrics: { id: string }[] };

function hasFields(fields: DatasetFields, formula: Formula): boolean {
  if ('left' in formula) return hasFields(fields, formula.left) && hasFields(fields, formula.right);
  if (formula.kind === 'metric') return fields.metrics.some(({ id }) => id === formula.metric);
  return !('column' in formula) || fields.columns.some(({ id }) => id === formula.column);
}

function hasFilterColumns(fields: DatasetFields, filter: Filter): boolean {
  if ('filters' in filter) return filter.filters.every((each) => hasFilterColumns(fields, each));
  if ('filter' in filter) return hasFilterColumns(fields, filter.filter);
  return fields.columns.some(({ id }) => id === filter.column);
}

/** Removes columns and metrics that no longer exist. */
export function withoutMissing(ask: QueryAsk, fields: DatasetFields): QueryAsk {
  const has = (id: string) => fields.columns.some((each) => each.id === id);
  const measures = ask.measures.filter(({ formula }) => hasFields(fields, formula));
  const { period } = ask;
  return removeDangling({
    ...ask,
    dimensions: ask.dimensions.filter(({ column }) => has(column)),
    measures: measures.length > 0 ? measures : [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
    filters: ask.filters.filter((filter) => hasFilterColumns(fields, filter)),
    period: period.kind === 'during' && !has(period.column) ? { kind: 'all' } : period,
  });
}

/** Whether a query refers to missing columns or metrics. */
export const isBroken = (ask: QueryAsk, fields: DatasetFields): boolean =>
  JSON.stringify(withoutMissing(ask, fields)) !== JSON.stringify(removeDangling(ask));

const numericAggregates = new Set<Formula['kind']>(['sum', 'average', 'median', 'percentile']);

function countFormula(formula: Formula, columns: Pick<DatasetColumn, 'id' | 'type'>[]): Formula {
  if ('left' in formula) {
    return { ...formula, left: countFormula(formula.left, columns), right: countFormula(formula.right, columns) };
  }
  if (!('column' in formula) || !numericAggregates.has(formula.kind)) return formula;
  const column = columns.find(({ id }) => id === formula.column);
  const isShare = column?.type === 'boolean' && formula.kind === 'average';
  return column && !isNumber(column) && !isShare ? { kind: 'distinct', column: formula.column } : formula;
}

/** Replaces aggregates of non-numeric columns by distinct counts; undefined if there are none. */
export function withDistinctCounts(ask: QueryAsk, { columns }: Pick<GrainContext, 'columns'>): QueryAsk | undefined {
  const measures = ask.measures.map((each) => ({ ...each, formula: countFormula(each.formula, columns) }));
  return JSON.stringify(measures) === JSON.stringify(ask.measures) ? undefined : { ...ask, measures };
}
