import { aggregateFor } from '#domain/columns/column-kinds.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type {
  DatePart,
  Compare,
  Dimension,
  Filter,
  Formula,
  Measure,
  Period,
  BuiltQuerySpec,
  Span,
} from '#domain/query/query.ts';
import { coarserGrain, daysOfSpan } from '#domain/time/time-steps.ts';
import { type GrainContext, fits, fittingGrain, type WeekStart } from './grains.ts';

// Pure edits: each takes a query and returns the next one, without dangling references.

const isTime = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'time' || type === 'date';
function freeId(taken: { id: string }[], prefix: 'd' | 'm'): string {
  let number = 1;
  while (taken.some(({ id }) => id === `${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

/** Removes references to parts that the query does not have. */
function removeDangling(spec: BuiltQuerySpec): BuiltQuerySpec {
  const ids = new Set([...spec.dimensions, ...spec.measures].map(({ id }) => id));
  const hasCompare = spec.period.kind === 'during' && spec.period.compare.kind !== 'none';
  const order = spec.order.filter(
    (each) => ids.has(each.id) && (each.kind === 'dimension' || each.part === 'value' || hasCompare),
  );
  const { top } = spec;
  const isTopValid =
    top.kind === 'every' || (ids.has(top.dimension) && ids.has(top.measure) && (top.part === 'value' || hasCompare));
  return {
    ...spec,
    order,
    // A limit belongs to its order.
    limit: order.length < spec.order.length ? plainLimit : spec.limit,
    top: isTopValid ? top : { kind: 'every' },
    totals: spec.totals.map((left) => left.filter((id) => ids.has(id))),
  };
}

export const plainLimit = 10_000;

/** The default dimension of a column. */
export function dimensionFor(spec: BuiltQuerySpec, column: DatasetColumn, weekStart: WeekStart): Dimension {
  const base = { id: freeId(spec.dimensions, 'd'), column: column.id };
  if (isTime(column)) {
    const length = spec.period.kind === 'during' ? daysOfSpan(spec.period.span) : 730;
    return { ...base, kind: 'time', grain: coarserGrain(fittingGrain(length, column.type, weekStart), column.format) };
  }
  return column.role === 'measure' && isNumeric(column)
    ? { ...base, kind: 'bins', count: 20 }
    : { ...base, kind: 'value' };
}

/** A dimension by a date part of a column. */
export const partDimensionFor = (spec: BuiltQuerySpec, column: string, part: DatePart): Dimension => ({
  id: freeId(spec.dimensions, 'd'),
  column,
  kind: 'date_part',
  part,
});

/** Limits the first value dimension to the top 10. */
function withTop(spec: BuiltQuerySpec, { id }: Dimension): BuiltQuerySpec {
  const isRanked = spec.top.kind === 'most' || spec.limit < plainLimit;
  const measure = spec.measures[0];
  if (isRanked || !measure) return spec;
  const top = {
    kind: 'most',
    dimension: id,
    measure: measure.id,
    part: 'value',
    direction: 'descending',
    count: 10,
    others: 'rest',
  } as const;
  return { ...spec, top };
}

export function addDimension(spec: BuiltQuerySpec, dimension: Dimension, at = spec.dimensions.length): BuiltQuerySpec {
  const next = { ...spec, dimensions: spec.dimensions.toSpliced(at, 0, dimension) };
  if (dimension.kind === 'value') return withTop(next, dimension);
  // Time steps have their own order, unless the rows are limited.
  return dimension.kind === 'time' && spec.limit >= plainLimit ? { ...next, order: [] } : next;
}

export const changeDimension = (spec: BuiltQuerySpec, changed: Dimension): BuiltQuerySpec =>
  removeDangling({ ...spec, dimensions: spec.dimensions.map((each) => (each.id === changed.id ? changed : each)) });

export const removeDimension = (spec: BuiltQuerySpec, id: string): BuiltQuerySpec =>
  removeDangling({ ...spec, dimensions: spec.dimensions.filter((each) => each.id !== id) });

/** The default aggregate of a column. */
export const formulaFor = (column: DatasetColumn, { columns }: Pick<GrainContext, 'columns'>): Formula => ({
  kind: aggregateFor(column, columns.some(isTime)),
  column: column.id,
});

// The row count is a placeholder as long as it is the only measure.
const isPlaceholder = (measures: Measure[]) => measures.length === 1 && measures[0]!.formula.kind === 'count';

export function addMeasure(spec: BuiltQuerySpec, formula: Formula, at = spec.measures.length): BuiltQuerySpec {
  const isReplacing = isPlaceholder(spec.measures) && formula.kind !== 'count';
  if (isReplacing) return { ...spec, measures: [{ ...spec.measures[0]!, formula }] };
  const measure: Measure = { id: freeId(spec.measures, 'm'), formula, show: 'value' };
  return { ...spec, measures: spec.measures.toSpliced(at, 0, measure) };
}

export const changeMeasure = (spec: BuiltQuerySpec, changed: Measure): BuiltQuerySpec =>
  removeDangling({ ...spec, measures: spec.measures.map((each) => (each.id === changed.id ? changed : each)) });

/** Removes a measure; the last one is replaced by the row count. */
export function removeMeasure(spec: BuiltQuerySpec, id: string): BuiltQuerySpec {
  const left = spec.measures.filter((each) => each.id !== id);
  return removeDangling({
    ...spec,
    measures: left.length > 0 ? left : [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
  });
}

export function movePart(
  spec: BuiltQuerySpec,
  part: 'dimensions' | 'measures',
  from: number,
  to: number,
): BuiltQuerySpec {
  const list: { id: string }[] = spec[part];
  const moved = list[from];
  if (!moved || to < 0 || to >= list.length) return spec;
  return { ...spec, [part]: list.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

export const addFilter = (spec: BuiltQuerySpec, filter: Filter): BuiltQuerySpec => ({
  ...spec,
  filters: [...spec.filters, filter],
});
export const changeFilter = (spec: BuiltQuerySpec, at: number, filter: Filter): BuiltQuerySpec => ({
  ...spec,
  filters: spec.filters.with(at, filter),
});
export const removeFilter = (spec: BuiltQuerySpec, at: number): BuiltQuerySpec => ({
  ...spec,
  filters: spec.filters.toSpliced(at, 1),
});

/** Changes the period and fits grains that would give too many or too few steps. */
export function changePeriod(
  spec: BuiltQuerySpec,
  period: Period,
  { columns, weekStart }: GrainContext,
): BuiltQuerySpec {
  const length = period.kind === 'during' ? daysOfSpan(period.span) : undefined;
  const typeOf = (id: string) => columns.find((column) => column.id === id)?.type ?? 'date';
  const dimensions = spec.dimensions.map((each) =>
    each.kind === 'time' && length !== undefined && !fits(each.grain, length)
      ? { ...each, grain: fittingGrain(length, typeOf(each.column), weekStart) }
      : each,
  );
  return removeDangling({ ...spec, period, dimensions });
}

const thisMonth: Span = { kind: 'this', grain: { unit: 'month' }, until: 'now' };

/** A comparison needs a period: this month, unless one is chosen. */
export function changeCompare(
  spec: BuiltQuerySpec,
  column: string,
  compare: Compare,
  calendar: GrainContext,
): BuiltQuerySpec {
  if (spec.period.kind === 'during') return removeDangling({ ...spec, period: { ...spec.period, compare } });
  return compare.kind === 'none'
    ? spec
    : changePeriod(spec, { kind: 'during', column, span: thisMonth, compare }, calendar);
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
export function withoutMissing(spec: BuiltQuerySpec, fields: DatasetFields): BuiltQuerySpec {
  const has = (id: string) => fields.columns.some((each) => each.id === id);
  const measures = spec.measures.filter(({ formula }) => hasFields(fields, formula));
  const { period } = spec;
  return removeDangling({
    ...spec,
    dimensions: spec.dimensions.filter(({ column }) => has(column)),
    measures: measures.length > 0 ? measures : [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
    filters: spec.filters.filter((filter) => hasFilterColumns(fields, filter)),
    period: period.kind === 'during' && !has(period.column) ? { kind: 'all' } : period,
  });
}

/** Whether a query refers to missing columns or metrics. */
export const isBroken = (spec: BuiltQuerySpec, fields: DatasetFields): boolean =>
  JSON.stringify(withoutMissing(spec, fields)) !== JSON.stringify(removeDangling(spec));

const numericAggregates = new Set<Formula['kind']>(['sum', 'average', 'median', 'percentile']);

function countFormula(formula: Formula, columns: Pick<DatasetColumn, 'id' | 'type'>[]): Formula {
  if ('left' in formula) {
    return { ...formula, left: countFormula(formula.left, columns), right: countFormula(formula.right, columns) };
  }
  if (!('column' in formula) || !numericAggregates.has(formula.kind)) return formula;
  const column = columns.find(({ id }) => id === formula.column);
  const isShare = column?.type === 'boolean' && formula.kind === 'average';
  return column && !isNumeric(column) && !isShare ? { kind: 'distinct', column: formula.column } : formula;
}

/** Replaces aggregates of non-numeric columns by distinct counts; undefined if there are none. */
export function withDistinctCounts(
  spec: BuiltQuerySpec,
  { columns }: Pick<GrainContext, 'columns'>,
): BuiltQuerySpec | undefined {
  const measures = spec.measures.map((each) => ({ ...each, formula: countFormula(each.formula, columns) }));
  return JSON.stringify(measures) === JSON.stringify(spec.measures) ? undefined : { ...spec, measures };
}
