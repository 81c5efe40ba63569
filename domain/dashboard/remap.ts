import {
  type Card,
  cardsOf,
  type Control,
  type ControlTarget,
  type Dashboard,
  type DrillStep,
  type LiveNumber,
} from './dashboard.ts';
import type { ColumnTarget } from './filters.ts';
import { specsOfCard, cardKey, controlKey, timeKey } from './parts.ts';
import { needsOf, type RequiredFields } from './uses.ts';
import type { Expression } from '#domain/query/expression.ts';
import type { Chart, Drawing } from '#domain/query/chart.ts';
import type { QuerySpec, DatasetQuerySpec, Dimension, Filter, Formula, Measure, Period } from '#domain/query/query.ts';

/**
 * Columns and metrics of a dataset, each with its replacement, by id. With another dataset as the target, a query moves
 * there only if everything that it uses is mapped; on the same dataset, unmapped columns and metrics stay.
 */
export type ColumnMapping = {
  from: string;
  to: string;
  columns: Record<string, string>;
  metrics: Record<string, string>;
};

const replacementOf = (ids: Record<string, string>, id: string): string => (Object.hasOwn(ids, id) ? ids[id]! : id);

/** Removes duplicates by key and keeps the first. */
const uniqueBy = <Item>(items: Item[], keyOf: (item: Item) => string): Item[] =>
  items.filter((item, index) => items.findIndex((each) => keyOf(each) === keyOf(item)) === index);

/** The columns and metrics that have no replacement on the other dataset. */
export function unmappedFieldsOf({ columns, metrics }: RequiredFields, mapping: ColumnMapping): RequiredFields {
  if (mapping.from === mapping.to) return { columns: [], metrics: [] };
  return {
    columns: columns.filter((id) => !Object.hasOwn(mapping.columns, id)),
    metrics: metrics.filter((id) => !Object.hasOwn(mapping.metrics, id)),
  };
}

/** Whether the mapping changes something that uses these columns and metrics. */
export const isAffected = ({ columns, metrics }: RequiredFields, mapping: ColumnMapping): boolean =>
  mapping.from !== mapping.to ||
  columns.some((id) => replacementOf(mapping.columns, id) !== id) ||
  metrics.some((id) => replacementOf(mapping.metrics, id) !== id);

export function remapFormula(formula: Formula, mapping: ColumnMapping): Formula {
  if (formula.kind === 'metric') return { ...formula, metric: replacementOf(mapping.metrics, formula.metric) };
  if ('left' in formula)
    return { ...formula, left: remapFormula(formula.left, mapping), right: remapFormula(formula.right, mapping) };
  return 'column' in formula ? { ...formula, column: replacementOf(mapping.columns, formula.column) } : formula;
}

export function remapExpression(expression: Expression, mapping: ColumnMapping): Expression {
  if (expression.kind === 'column') return { ...expression, column: replacementOf(mapping.columns, expression.column) };
  if (expression.kind === 'value') return expression;
  return { ...expression, arguments: expression.arguments.map((part) => remapExpression(part, mapping)) };
}

export function remapFilter(filter: Filter, mapping: ColumnMapping): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((each) => remapFilter(each, mapping)) };
  if ('filter' in filter) return { ...filter, filter: remapFilter(filter.filter, mapping) };
  return { ...filter, column: replacementOf(mapping.columns, filter.column) };
}

const remapPeriod = (period: Period, { columns }: ColumnMapping): Period =>
  period.kind === 'during' ? { ...period, column: replacementOf(columns, period.column) } : period;

const remapColumn = <Part extends Dimension | DrillStep>(part: Part, { columns }: ColumnMapping): Part => ({
  ...part,
  column: replacementOf(columns, part.column),
});

const remapMeasure = (measure: Measure, mapping: ColumnMapping): Measure => ({
  ...measure,
  formula: remapFormula(measure.formula, mapping),
});

const isOfDataset = (spec: QuerySpec, dataset: string): spec is DatasetQuerySpec =>
  spec.kind !== 'sql' && spec.dataset === dataset;

/** The query with the replaced columns. SQL and queries of other datasets stay as they are. */
function remapSpec(spec: QuerySpec, mapping: ColumnMapping): QuerySpec {
  if (!isOfDataset(spec, mapping.from)) return spec;
  const filters = spec.filters.map((filter) => remapFilter(filter, mapping));
  const common = { dataset: mapping.to, filters, period: remapPeriod(spec.period, mapping) };
  if (spec.kind === 'query')
    return {
      ...spec,
      ...common,
      dimensions: spec.dimensions.map((dimension) => remapColumn(dimension, mapping)),
      measures: spec.measures.map((measure) => remapMeasure(measure, mapping)),
    };
  // The result names its columns by id, so each may occur only once.
  const columns = [...new Set(spec.columns.map((id) => replacementOf(mapping.columns, id)))];
  const order = spec.order.map((each) => ({ ...each, column: replacementOf(mapping.columns, each.column) }));
  return { ...spec, ...common, columns, order: uniqueBy(order, ({ column }) => column) };
}

/** A table of rows formats its cells by column id; other charts by the id of a measure. */
function remapDrawing(drawing: Drawing, { columns }: ColumnMapping): Drawing {
  const { cells, numbers, second } = drawing.options;
  const options = {
    ...drawing.options,
    ...(cells && { cells: cells.map((cell) => ({ ...cell, column: replacementOf(columns, cell.column) })) }),
    ...(second && { second: second.map((id) => replacementOf(columns, id)) }),
    ...(numbers && {
      numbers: Object.fromEntries(Object.entries(numbers).map(([id, style]) => [replacementOf(columns, id), style])),
    }),
  };
  return { ...drawing, options };
}

export function remapChart(chart: Chart, mapping: ColumnMapping): Chart {
  if (!isOfDataset(chart.ask, mapping.from)) return chart;
  const drawing = chart.ask.kind === 'rows' ? remapDrawing(chart.drawing, mapping) : chart.drawing;
  return { ...chart, ask: remapSpec(chart.ask, mapping), drawing };
}

const remapNumber = (number: LiveNumber, mapping: ColumnMapping): LiveNumber => ({
  ...number,
  ask: remapSpec(number.ask, mapping),
});

/** The card with the replaced columns, its drill path included. */
function remapCard(card: Card, mapping: ColumnMapping): Card {
  if (card.kind === 'text') return { ...card, numbers: card.numbers.map((number) => remapNumber(number, mapping)) };
  if (card.kind === 'divider' || !isOfDataset(card.chart.ask, mapping.from)) return card;
  const path = card.path.map((step) => remapColumn(step, mapping));
  return { ...card, chart: remapChart(card.chart, mapping), path };
}

/** Columns and metrics of a dataset that a card uses; undefined if it does not query the dataset, or only by SQL. */
export function needsOfCard(card: Card, dataset: string): RequiredFields | undefined {
  const specs = specsOfCard(card).filter((spec) => isOfDataset(spec, dataset));
  if (specs.length === 0) return undefined;
  const steps = card.kind === 'chart' ? card.path.map(({ column }) => column) : [];
  const needs = specs.map(needsOf);
  return {
    columns: [...new Set([...needs.flatMap(({ columns }) => columns), ...steps])],
    metrics: [...new Set(needs.flatMap(({ metrics }) => metrics))],
  };
}

type TargetOptions = { mapping: ColumnMapping; keepsSource: boolean };

/** The targets that replace one; `keepsSource` also keeps it, for cards that stay on the old dataset. */
function replaceTarget(target: ColumnTarget, { mapping, keepsSource }: TargetOptions): ColumnTarget[] {
  const { from, to, columns } = mapping;
  if (target.dataset !== from || !Object.hasOwn(columns, target.column)) return [target];
  const replaced = { ...target, dataset: to, column: columns[target.column]! };
  return keepsSource ? [target, replaced] : [replaced];
}

const targetKeyOf = (target: ControlTarget): string =>
  target.kind === 'param' ? `param ${target.card} ${target.param}` : `column ${target.dataset} ${target.column}`;

function remapControl(control: Control, options: TargetOptions): Control {
  const targets = control.targets.flatMap((target): ControlTarget[] =>
    target.kind === 'column' ? replaceTarget(target, options) : [target],
  );
  return { ...control, targets: uniqueBy(targets, targetKeyOf) };
}

/** A dataset has one time column on a dashboard: an existing one of the new dataset wins. */
function remapTime(time: Dashboard['time'], options: TargetOptions): Dashboard['time'] {
  const existing = time.targets.filter(({ dataset }) => dataset !== options.mapping.from);
  const replaced = time.targets
    .flatMap((target) => replaceTarget(target, options))
    .filter((target) => existing.includes(target) || existing.every(({ dataset }) => dataset !== target.dataset));
  return { ...time, targets: uniqueBy(replaced, targetKeyOf) };
}

/** The dashboard with the replaced columns in the given parts: cards, controls and the time range. */
export function remapDashboard(dashboard: Dashboard, mapping: ColumnMapping, parts: Set<string>): Dashboard {
  const isChosen = (key: string) => parts.has(key);
  const stays = (card: Card) => !isChosen(cardKey(card.id)) && needsOfCard(card, mapping.from) !== undefined;
  const keepsSource = mapping.from !== mapping.to && cardsOf(dashboard).some(stays);
  const options = { mapping, keepsSource };
  return {
    ...dashboard,
    time: isChosen(timeKey) ? remapTime(dashboard.time, options) : dashboard.time,
    controls: dashboard.controls.map((control) =>
      isChosen(controlKey(control.id)) ? remapControl(control, options) : control,
    ),
    tabs: dashboard.tabs.map((tab) => ({
      ...tab,
      cards: tab.cards.map((card) => (isChosen(cardKey(card.id)) ? remapCard(card, mapping) : card)),
    })),
  };
}
