import { chartNow } from '#contract/dashboard-asks.ts';
import { timeNow, valueNow } from '#contract/dashboard-filters.ts';
import {
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
  type Pick,
  plainState,
} from '#contract/dashboard.ts';
import { filtersOfPoint } from '#contract/point.ts';
import type { Condition, QueryAsk, Scalar, Span } from '#contract/query.ts';

type From = { dashboard: Dashboard; state: DashboardState };
type Carried = { dataset: string; column: string; value: ControlValue };

const isNothing = (value: ControlValue) =>
  value.kind === 'select' ? value.values.length === 0 : value.kind === 'text' ? !value.value : false;

function ofControls({ dashboard, state }: From): Carried[] {
  return dashboard.controls.flatMap((control) => {
    const value = valueNow(control, state);
    if (isNothing(value)) return [];
    return control.targets.flatMap((target) => (target.kind === 'column' ? [{ ...target, value }] : []));
  });
}

/** The question of a card as it is asked now. */
function askOf({ dashboard, state }: From, id: string): QueryAsk | undefined {
  const card = cardsOf(dashboard).find((each) => each.id === id);
  const ask = card?.kind === 'chart' ? chartNow(dashboard, card, state).chart.ask : undefined;
  return ask?.kind === 'query' ? ask : undefined;
}

/** Values that were picked; stretches of time and bins are no values. */
function ofPick(from: From, { card, points }: Pick): Carried[] {
  const ask = askOf(from, card);
  if (!ask) return [];
  return ask.dimensions.flatMap(({ id, column, kind }) => {
    const marks = points.map((point) => point[id]);
    const values = marks.filter(
      (mark): mark is Scalar => mark !== undefined && (mark === null || typeof mark !== 'object'),
    );
    const isWhole = kind === 'value' && values.length === points.length && values.length > 0;
    return isWhole ? [{ dataset: ask.dataset, column, value: { kind: 'select', values: [...new Set(values)] } }] : [];
  });
}

/** What someone went down from: those steps are filters of the card itself. */
function ofDrills(from: From, card: string): Carried[] {
  const ask = askOf(from, card);
  const own = (ask?.filters ?? []).filter(({ source }) => source === card);
  return own.flatMap((filter): Carried[] =>
    filter.op === 'equals'
      ? [{ dataset: ask!.dataset, column: filter.column, value: { kind: 'select', values: [filter.value] } }]
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

/** The stretch of time that was picked on a card, if it is one of days. */
function pickedSpan(from: From, card: string): Span | undefined {
  const ask = askOf(from, card);
  const points = from.state.picks.find((pick) => pick.card === card)?.points ?? [];
  const [point] = points;
  if (!ask || !point || points.length > 1) return undefined;
  const times = new Set(ask.dimensions.flatMap(({ kind, column }) => (kind === 'time' ? [column] : [])));
  return filtersOfPoint({ ask }, point)
    .filter((each) => 'column' in each && times.has(each.column))
    .map(spanOf)
    .find((span) => span !== undefined);
}

function carriedFrom(from: From, card: string): Carried[] {
  const others = from.state.picks.filter((pick) => pick.card !== card);
  const own = from.state.picks.filter((pick) => pick.card === card);
  return [
    ...ofControls(from),
    ...others.flatMap((pick) => ofPick(from, pick)),
    // Its own steps come last, as they are the nearest.
    ...[...Object.keys(from.state.drills).filter((id) => id !== card), card].flatMap((id) => ofDrills(from, id)),
    ...own.flatMap((pick) => ofPick(from, pick)),
  ];
}

const isFor = ({ targets, value: { kind } }: Control, { dataset, column, value }: Carried) =>
  value.kind === kind &&
  targets.some((target) => target.kind === 'column' && target.dataset === dataset && target.column === column);

/** Columns that are filtered here and not on the dashboard that a card leads to. */
export function droppedBy(to: Dashboard, from: From, card: string): { dataset: string; column: string }[] {
  const carried = carriedFrom(from, card);
  const kept = to.controls.map((control) => carried.findLast((each) => isFor(control, each)));
  const isKept = ({ dataset, column, value }: Carried) =>
    kept.some((each) => each?.dataset === dataset && each.column === column && each.value === value);
  const isTaken = (dataset: string, column: string) =>
    carried.some((each) => each.dataset === dataset && each.column === column);
  const time = pickedSpan(from, card);
  // Stretches of numbers, and of time on other cards, cannot be carried at all.
  const unfit = from.state.picks.flatMap((pick) => {
    const ask = askOf(from, pick.card);
    const marked = (ask?.dimensions ?? []).filter(({ id }) => pick.points.some((point) => Object.hasOwn(point, id)));
    return marked
      .filter(({ column, kind }) => !isTaken(ask!.dataset, column) && !(kind === 'time' && pick.card === card && time))
      .map(({ column }) => ({ dataset: ask!.dataset, column }));
  });
  const all = [...carried.filter((each) => !isKept(each)), ...unfit].map(({ dataset, column }) => ({
    dataset,
    column,
  }));
  return all.filter((each, index) => all.findIndex((other) => isSame(each, other)) === index);
}

type Place = { dataset: string; column: string };
const isSame = (one: Place, other: Place) => one.dataset === other.dataset && one.column === other.column;

/** What the dashboard that a card leads to opens with: values for the same columns, and the same time. */
export function carriedTo(to: Dashboard, from: From, card: string): DashboardState {
  const carried = carriedFrom(from, card);
  const values = to.controls.flatMap((control) => {
    const fits = carried.findLast((each) => isFor(control, each));
    return fits ? [[control.id, fits.value] as const] : [];
  });
  const time = timeNow(from.dashboard, from.state);
  const span = pickedSpan(from, card) ?? time.span;
  const hasTime = to.time.targets.length > 0 && from.dashboard.time.targets.length > 0;
  return { ...plainState, time: hasTime ? { ...time, span } : null, values: Object.fromEntries(values) };
}
