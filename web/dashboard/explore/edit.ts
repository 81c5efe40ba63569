import { aggregateFor } from '#contract/column-kinds.ts';
import type { DatasetColumn } from '#contract/datasets.ts';
import type { Compare, Dimension, Filter, Formula, Measure, Period, QueryAsk, Span } from '#contract/query.ts';
import { atLeastStep, daysOfSpan } from '#contract/steps.ts';
import { type Calendar, fits, fittingGrain, type WeekStart } from './fit.ts';

// Each of these is one step of the person who asks: it takes a question and gives the next one, with nothing in it
// that refers to what is gone.

const isTime = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'time' || type === 'date';
export const isNumber = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'integer' || type === 'number';

function freeId(taken: { id: string }[], letter: 'd' | 'm'): string {
  let number = 1;
  while (taken.some(({ id }) => id === `${letter}${number}`)) number += 1;
  return `${letter}${number}`;
}

/** A question without references to parts that it does not have. */
export function tidy(ask: QueryAsk): QueryAsk {
  const ids = new Set([...ask.dimensions, ...ask.measures].map(({ id }) => id));
  const hasCompare = ask.period.kind === 'during' && ask.period.compare.kind !== 'none';
  const order = ask.order.filter(
    (each) => ids.has(each.id) && (each.kind === 'dimension' || each.part === 'value' || hasCompare),
  );
  const { top } = ask;
  const isTopKept =
    top.kind === 'every' || (ids.has(top.dimension) && ids.has(top.measure) && (top.part === 'value' || hasCompare));
  return {
    ...ask,
    order,
    // A limit that went with an order makes no sense without it.
    limit: order.length < ask.order.length ? plainLimit : ask.limit,
    top: isTopKept ? top : { kind: 'every' },
    totals: ask.totals.map((left) => left.filter((id) => ids.has(id))),
  };
}

export const plainLimit = 10_000;

/** How a column is grouped by when nothing else is said. */
export function dimensionFor(ask: QueryAsk, column: DatasetColumn, weekStart: WeekStart): Dimension {
  const base = { id: freeId(ask.dimensions, 'd'), column: column.id };
  if (isTime(column)) {
    const length = ask.period.kind === 'during' ? daysOfSpan(ask.period.span) : 730;
    return { ...base, kind: 'time', grain: atLeastStep(fittingGrain(length, column.type, weekStart), column.format) };
  }
  return column.role === 'measure' && isNumber(column)
    ? { ...base, kind: 'bins', count: 20 }
    : { ...base, kind: 'value' };
}

/** A long list of values is cut to the ten that matter, the first time one is grouped by. */
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
  // Steps of time have their own order, unless only so many of all rows are wanted.
  return dimension.kind === 'time' && ask.limit >= plainLimit ? { ...next, order: [] } : next;
}

export const changeDimension = (ask: QueryAsk, changed: Dimension): QueryAsk =>
  tidy({ ...ask, dimensions: ask.dimensions.map((each) => (each.id === changed.id ? changed : each)) });

export const removeDimension = (ask: QueryAsk, id: string): QueryAsk =>
  tidy({ ...ask, dimensions: ask.dimensions.filter((each) => each.id !== id) });

/** How a column is measured when nothing else is said. */
export const formulaFor = (column: DatasetColumn, { columns }: Pick<Calendar, 'columns'>): Formula => ({
  kind: aggregateFor(column, columns.some(isTime)),
  column: column.id,
});

// "Number of rows" stands in as long as nothing else is measured.
const isStandIn = (measures: Measure[]) => measures.length === 1 && measures[0]!.formula.kind === 'count';

export function addMeasure(ask: QueryAsk, formula: Formula, at = ask.measures.length): QueryAsk {
  const isReplacing = isStandIn(ask.measures) && formula.kind !== 'count';
  if (isReplacing) return { ...ask, measures: [{ ...ask.measures[0]!, formula }] };
  const measure: Measure = { id: freeId(ask.measures, 'm'), formula, show: 'value' };
  return { ...ask, measures: ask.measures.toSpliced(at, 0, measure) };
}

export const changeMeasure = (ask: QueryAsk, changed: Measure): QueryAsk =>
  tidy({ ...ask, measures: ask.measures.map((each) => (each.id === changed.id ? changed : each)) });

/** There is always something that is measured: the rows, if nothing else. */
export function removeMeasure(ask: QueryAsk, id: string): QueryAsk {
  const left = ask.measures.filter((each) => each.id !== id);
  return tidy({ ...ask, measures: left.length > 0 ? left : [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }] });
}

export function move(ask: QueryAsk, part: 'dimensions' | 'measures', from: number, to: number): QueryAsk {
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

/** Another stretch of time; steps that would be too many or too few for it are fitted. */
export function changePeriod(ask: QueryAsk, period: Period, { columns, weekStart }: Calendar): QueryAsk {
  const length = period.kind === 'during' ? daysOfSpan(period.span) : undefined;
  const typeOf = (id: string) => columns.find((column) => column.id === id)?.type ?? 'date';
  const dimensions = ask.dimensions.map((each) =>
    each.kind === 'time' && length !== undefined && !fits(each.grain, length)
      ? { ...each, grain: fittingGrain(length, typeOf(each.column), weekStart) }
      : each,
  );
  return tidy({ ...ask, period, dimensions });
}

const thisMonth: Span = { kind: 'this', grain: { unit: 'month' }, until: 'now' };

/** A comparison needs a time to compare: this month, unless one is chosen. */
export function changeCompare(ask: QueryAsk, column: string, compare: Compare, calendar: Calendar): QueryAsk {
  if (ask.period.kind === 'during') return tidy({ ...ask, period: { ...ask.period, compare } });
  return compare.kind === 'none'
    ? ask
    : changePeriod(ask, { kind: 'during', column, span: thisMonth, compare }, calendar);
}

type Known = { columns: { id: string }[]; metrics: { id: string }[] };

function knows(known: Known, formula: Formula): boolean {
  if ('left' in formula) return knows(known, formula.left) && knows(known, formula.right);
  if (formula.kind === 'metric') return known.metrics.some(({ id }) => id === formula.metric);
  return !('column' in formula) || known.columns.some(({ id }) => id === formula.column);
}

function isKnown(known: Known, filter: Filter): boolean {
  if ('filters' in filter) return filter.filters.every((each) => isKnown(known, each));
  if ('filter' in filter) return isKnown(known, filter.filter);
  return known.columns.some(({ id }) => id === filter.column);
}

/** A question without columns and metrics that are gone. */
export function withoutGone(ask: QueryAsk, known: Known): QueryAsk {
  const has = (id: string) => known.columns.some((each) => each.id === id);
  const measures = ask.measures.filter(({ formula }) => knows(known, formula));
  const { period } = ask;
  return tidy({
    ...ask,
    dimensions: ask.dimensions.filter(({ column }) => has(column)),
    measures: measures.length > 0 ? measures : [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
    filters: ask.filters.filter((filter) => isKnown(known, filter)),
    period: period.kind === 'during' && !has(period.column) ? { kind: 'all' } : period,
  });
}

/** Whether a question speaks of what its dataset does not have (any more). */
export const isBroken = (ask: QueryAsk, known: Known): boolean =>
  JSON.stringify(withoutGone(ask, known)) !== JSON.stringify(tidy(ask));

const ofNumbers = new Set<Formula['kind']>(['sum', 'average', 'median', 'percentile']);

function counted(formula: Formula, columns: Pick<DatasetColumn, 'id' | 'type'>[]): Formula {
  if ('left' in formula) {
    return { ...formula, left: counted(formula.left, columns), right: counted(formula.right, columns) };
  }
  if (!('column' in formula) || !ofNumbers.has(formula.kind)) return formula;
  const column = columns.find(({ id }) => id === formula.column);
  const isShare = column?.type === 'boolean' && formula.kind === 'average';
  return column && !isNumber(column) && !isShare ? { kind: 'distinct', column: formula.column } : formula;
}

/** The question with the values of columns counted that cannot be added up; undefined if there are none. */
export function countingInstead(ask: QueryAsk, { columns }: Pick<Calendar, 'columns'>): QueryAsk | undefined {
  const measures = ask.measures.map((each) => ({ ...each, formula: counted(each.formula, columns) }));
  return JSON.stringify(measures) === JSON.stringify(ask.measures) ? undefined : { ...ask, measures };
}
