import {
  type Card,
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
} from './dashboard.ts';
import type { Target, TimeRange } from './dashboard.ts';
import type { Condition, Filter, Scalar } from './query.ts';

/** Filters that a question takes part in, and those that it has no column for. */
export type Filtered = { applied: Filter[]; ignored: Filter[] };

/** The time range as it is set now. */
export const timeNow = ({ time }: Dashboard, state: DashboardState): TimeRange =>
  state.time ?? { span: time.span, compare: time.compare };

/** The value of a control as it is set now; one of another kind than the control has counts as none. */
export function valueNow({ id, value, isMany }: Control, { values }: DashboardState): ControlValue {
  const set = Object.hasOwn(values, id) ? values[id]! : value;
  const now = set.kind === value.kind ? set : value;
  return now.kind === 'select' && !isMany ? { ...now, values: now.values.slice(0, 1) } : now;
}

/** What a value asks of a column; nothing if it lets everything pass. */
export function conditionOfValue(value: ControlValue, column: string): Condition | undefined {
  if (value.kind === 'select') return value.values.length > 0 ? { op: 'in', column, values: value.values } : undefined;
  if (value.kind === 'text') {
    const text = value.value.trim();
    return text ? { op: 'contains', column, value: text } : undefined;
  }
  const { from, to } = value;
  if (from !== null && to !== null) return { op: 'between', column, from, to };
  if (from !== null) return { op: 'at_least', column, value: from };
  return to === null ? undefined : { op: 'at_most', column, value: to };
}

type ColumnTarget = Extract<Target, { kind: 'column' }>;

export const columnsOf = (targets: Target[]): ColumnTarget[] => targets.filter((target) => target.kind === 'column');

const anyOf = (conditions: Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : { op: 'any', filters: conditions };

const allOf = (conditions: Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : { op: 'all', filters: conditions };

/** What a control asks of a dataset. One that acts on several of its columns finds its value in any of them. */
export function filteredByControl(control: Control, value: ControlValue, dataset: string): Filtered {
  const targets = columnsOf(control.targets);
  const conditions = targets.flatMap((target) => {
    const condition = conditionOfValue(value, target.column);
    return condition ? [{ condition, isOwn: target.dataset === dataset }] : [];
  });
  const source = control.id;
  const own = conditions.filter(({ isOwn }) => isOwn).map(({ condition }) => condition);
  if (own.length > 0) return { applied: [{ ...anyOf(own), source }], ignored: [] };
  return { applied: [], ignored: conditions.slice(0, 1).map(({ condition }) => ({ ...condition, source })) };
}

/** Columns that mean the same: those that a control or the time range acts on together. */
function twinOf({ controls, time }: Dashboard, from: Omit<ColumnTarget, 'kind'>, dataset: string): string | undefined {
  if (from.dataset === dataset) return from.column;
  const ties = [time.targets, ...controls.map(({ targets }) => columnsOf(targets))];
  const tie = ties.find((targets) =>
    targets.some((each) => each.dataset === from.dataset && each.column === from.column),
  );
  return tie?.find((each) => each.dataset === dataset)?.column;
}

/** The condition on a column of another name; a condition on several columns has none. */
function renamed(condition: Condition, nameOf: (column: string) => string | undefined): Condition | undefined {
  if ('filters' in condition) {
    const filters = condition.filters.map((filter) => renamed(filter, nameOf));
    return filters.every((filter) => filter !== undefined) ? { ...condition, filters } : undefined;
  }
  if (!('column' in condition)) return undefined;
  const column = nameOf(condition.column);
  return column === undefined ? undefined : { ...condition, column };
}

/** Points that differ in one value of one column are one condition. */
function together(points: Condition[][]): Condition {
  const [first] = points.flat();
  const column = first && 'column' in first ? first.column : undefined;
  const values = points.map((each) => (each.length === 1 ? scalarOf(each[0]!, column) : undefined));
  if (values.length > 1 && column !== undefined && values.every((value) => value !== undefined)) {
    return { op: 'in', column, values };
  }
  return partsTogether(points) ?? anyOf(points.map(allOf));
}

/** Points that differ in one hour, weekday or month are one condition, too. */
function partsTogether(points: Condition[][]): Condition | undefined {
  const [first] = points[0]!;
  if (first?.op !== 'date_part') return undefined;
  const numbers = points.map(([each, ...others]) =>
    each?.op === 'date_part' && each.column === first.column && each.part === first.part && others.length === 0
      ? each.numbers
      : undefined,
  );
  if (!numbers.every((each) => each !== undefined)) return undefined;
  return { ...first, numbers: [...new Set(numbers.flat())].sort((a, b) => a - b) };
}

function scalarOf(condition: Condition, column: string | undefined): Scalar | undefined {
  if (!('column' in condition) || condition.column !== column) return undefined;
  if (condition.op === 'empty') return null;
  return condition.op === 'equals' ? condition.value : undefined;
}

/** Points on a card, each as what must hold for its rows. */
export type Meant = { card: string; dataset: string; points: Condition[][] };

/** What is meant on a card asks of a dataset, which may be another one. */
export function filteredByPoints(dashboard: Dashboard, meant: Meant, dataset: string): Filtered {
  const points = meant.points.filter((each) => each.length > 0);
  if (points.length === 0) return { applied: [], ignored: [] };
  const nameOf = (column: string) => twinOf(dashboard, { dataset: meant.dataset, column }, dataset);
  const known = points.map((each) => each.flatMap((condition) => renamed(condition, nameOf) ?? []));
  const source = meant.card;
  // A point of which nothing is known here would let everything pass.
  const isKnown = known.every((each) => each.length > 0);
  const isWhole = known.every((each, index) => each.length === points[index]!.length);
  return {
    applied: isKnown ? [{ ...together(known), source }] : [],
    ignored: isWhole ? [] : [{ ...together(points), source }],
  };
}

export const findCard = (dashboard: Dashboard, id: string): Card | undefined =>
  cardsOf(dashboard).find((card) => card.id === id);
