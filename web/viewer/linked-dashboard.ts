import { currentChartOf } from '#domain/dashboard/queries.ts';
import { currentTimeOf, currentValueOf } from '#domain/dashboard/filters.ts';
import {
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
  type CardPick,
  defaultState,
} from '#domain/dashboard/dashboard.ts';
import { filtersOfPoint } from '#domain/dashboard/point-filters.ts';
import type { Condition, BuiltQuerySpec, Scalar, Span } from '#domain/query/query.ts';

type LinkSource = { dashboard: Dashboard; state: DashboardState };
type CarriedValue = { dataset: string; column: string; value: ControlValue };

const isEmptyValue = (value: ControlValue) =>
  value.kind === 'select' ? value.values.length === 0 : value.kind === 'text' ? !value.value : false;

function controlValues({ dashboard, state }: LinkSource): CarriedValue[] {
  return dashboard.controls.flatMap((control) => {
    const value = currentValueOf(control, state);
    if (isEmptyValue(value)) return [];
    return control.targets.flatMap((target) => (target.kind === 'column' ? [{ ...target, value }] : []));
  });
}

/** The current query of a card. */
function specOf({ dashboard, state }: LinkSource, id: string): BuiltQuerySpec | undefined {
  const card = cardsOf(dashboard).find((each) => each.id === id);
  const spec = card?.kind === 'chart' ? currentChartOf(dashboard, card, state).chart.ask : undefined;
  return spec?.kind === 'query' ? spec : undefined;
}

/** Picked values; time ranges and bins are not values. */
function pickValues(from: LinkSource, { card, points }: CardPick): CarriedValue[] {
  const spec = specOf(from, card);
  if (!spec) return [];
  return spec.dimensions.flatMap(({ id, column, kind }) => {
    const marks = points.map((point) => point[id]);
    const values = marks.filter(
      (mark): mark is Scalar => mark !== undefined && (mark === null || typeof mark !== 'object'),
    );
    const areAllValues = kind === 'value' && values.length === points.length && values.length > 0;
    return areAllValues
      ? [{ dataset: spec.dataset, column, value: { kind: 'select', values: [...new Set(values)] } }]
      : [];
  });
}

/** The values of a card's drill steps, which are filters of the card itself. */
function drillValues(from: LinkSource, card: string): CarriedValue[] {
  const spec = specOf(from, card);
  const own = (spec?.filters ?? []).filter(({ source }) => source === card);
  return own.flatMap((filter): CarriedValue[] =>
    filter.op === 'equals'
      ? [{ dataset: spec!.dataset, column: filter.column, value: { kind: 'select', values: [filter.value] } }]
      : [],
  );
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

function spanOf(condition: Condition): Span | undefined {
  if (condition.op === 'equals' && isDay(condition.value)) {
    return { kind: 'range', from: condition.value, to: condition.value };
  }
  if (condition.op !== 'between' || !isDay(condition.from) || !isDay(condition.to)) return undefined;
  return { kind: 'range', from: condition.from, to: condition.to };
}

/** The time range picked on a card, if it consists of dates. */
function pickedSpan(from: LinkSource, card: string): Span | undefined {
  const spec = specOf(from, card);
  const points = from.state.picks.find((pick) => pick.card === card)?.points ?? [];
  const [point] = points;
  if (!spec || !point || points.length > 1) return undefined;
  const times = new Set(spec.dimensions.flatMap(({ kind, column }) => (kind === 'time' ? [column] : [])));
  return filtersOfPoint({ ask: spec }, point)
    .filter((each) => 'column' in each && times.has(each.column))
    .map(spanOf)
    .find((span) => span !== undefined);
}

function collectValues(from: LinkSource, card: string): CarriedValue[] {
  const others = from.state.picks.filter((pick) => pick.card !== card);
  const own = from.state.picks.filter((pick) => pick.card === card);
  return [
    ...controlValues(from),
    ...others.flatMap((pick) => pickValues(from, pick)),
    // The card's own values come last, as they take precedence.
    ...[...Object.keys(from.state.drills).filter((id) => id !== card), card].flatMap((id) => drillValues(from, id)),
    ...own.flatMap((pick) => pickValues(from, pick)),
  ];
}

const matchesControl = ({ targets, value: { kind } }: Control, { dataset, column, value }: CarriedValue) =>
  value.kind === kind &&
  targets.some((target) => target.kind === 'column' && target.dataset === dataset && target.column === column);

/** Columns that are filtered here but not on the linked dashboard. */
export function droppedColumns(to: Dashboard, from: LinkSource, card: string): { dataset: string; column: string }[] {
  const carried = collectValues(from, card);
  const applied = to.controls.map((control) => carried.findLast((each) => matchesControl(control, each)));
  const isApplied = ({ dataset, column, value }: CarriedValue) =>
    applied.some((each) => each?.dataset === dataset && each.column === column && each.value === value);
  const isTaken = (dataset: string, column: string) =>
    carried.some((each) => each.dataset === dataset && each.column === column);
  const time = pickedSpan(from, card);
  // Number ranges, and time ranges of other cards, cannot be carried.
  const unsupported = from.state.picks.flatMap((pick) => {
    const spec = specOf(from, pick.card);
    const marked = (spec?.dimensions ?? []).filter(({ id }) => pick.points.some((point) => Object.hasOwn(point, id)));
    return marked
      .filter(({ column, kind }) => !isTaken(spec!.dataset, column) && !(kind === 'time' && pick.card === card && time))
      .map(({ column }) => ({ dataset: spec!.dataset, column }));
  });
  const all = [...carried.filter((each) => !isApplied(each)), ...unsupported].map(({ dataset, column }) => ({
    dataset,
    column,
  }));
  return all.filter((each, index) => all.findIndex((other) => isSame(each, other)) === index);
}

type ColumnRef = { dataset: string; column: string };
const isSame = (first: ColumnRef, other: ColumnRef) => first.dataset === other.dataset && first.column === other.column;

/** The initial state of the linked dashboard: values for the same columns, and the same time range. */
export function linkedState(to: Dashboard, from: LinkSource, card: string): DashboardState {
  const carried = collectValues(from, card);
  const values = to.controls.flatMap((control) => {
    const match = carried.findLast((each) => matchesControl(control, each));
    return match ? [[control.id, match.value] as const] : [];
  });
  const time = currentTimeOf(from.dashboard, from.state);
  const span = pickedSpan(from, card) ?? time.span;
  const hasTime = to.time.targets.length > 0 && from.dashboard.time.targets.length > 0;
  return { ...defaultState, time: hasTime ? { ...time, span } : null, values: Object.fromEntries(values) };
}
