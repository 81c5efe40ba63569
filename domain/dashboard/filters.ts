import type { Control, ControlValue, Dashboard, DashboardState } from './dashboard.ts';
import type { ControlTarget, TimeRange } from './dashboard.ts';
import type { Condition, Filter, Scalar } from '#domain/query/query.ts';

/** Filters that apply to a query, and those that it has no column for. */
export type AppliedFilters = { applied: Filter[]; ignored: Filter[] };

/** The current time range. */
export const currentTimeOf = ({ time }: Dashboard, state: DashboardState): TimeRange =>
  state.time ?? { span: time.span, compare: time.compare };

/** The current value of a control; a value of another kind falls back to the default. */
export function currentValueOf({ id, value, isMany }: Control, { values }: DashboardState): ControlValue {
  const set = Object.hasOwn(values, id) ? values[id]! : value;
  const now = set.kind === value.kind ? set : value;
  return now.kind === 'select' && !isMany ? { ...now, values: now.values.slice(0, 1) } : now;
}

/** The condition of a control value on a column; undefined if it filters nothing. */
function conditionOfValue(value: ControlValue, column: string): Condition | undefined {
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

export type ColumnTarget = Extract<ControlTarget, { kind: 'column' }>;

export const columnsOf = (targets: ControlTarget[]): ColumnTarget[] =>
  targets.filter((target) => target.kind === 'column');

const anyOf = (conditions: Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : { op: 'any', filters: conditions };

const allOf = (conditions: Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : { op: 'all', filters: conditions };

/** Filters of a control on a dataset. With several target columns, any of them may match. */
export function filtersOfControl(control: Control, value: ControlValue, dataset: string): AppliedFilters {
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

/**
 * The column of a dataset that corresponds to a column of another one: both are targets of the same control or of the
 * time range.
 */
function linkedColumnOf(
  { controls, time }: Dashboard,
  from: Omit<ColumnTarget, 'kind'>,
  dataset: string,
): string | undefined {
  if (from.dataset === dataset) return from.column;
  const targetGroups = [time.targets, ...controls.map(({ targets }) => columnsOf(targets))];
  const group = targetGroups.find((targets) =>
    targets.some((each) => each.dataset === from.dataset && each.column === from.column),
  );
  return group?.find((each) => each.dataset === dataset)?.column;
}

/** The condition on the corresponding columns; undefined if one is missing. */
function mapColumns(condition: Condition, nameOf: (column: string) => string | undefined): Condition | undefined {
  if ('filters' in condition) {
    const filters = condition.filters.map((filter) => mapColumns(filter, nameOf));
    return filters.every((filter) => filter !== undefined) ? { ...condition, filters } : undefined;
  }
  if (!('column' in condition)) return undefined;
  const column = nameOf(condition.column);
  return column === undefined ? undefined : { ...condition, column };
}

/** Merges points that differ in one value of one column into one condition. */
function mergePoints(points: Condition[][]): Condition {
  const [first] = points.flat();
  const column = first && 'column' in first ? first.column : undefined;
  const values = points.map((each) => (each.length === 1 ? scalarOf(each[0]!, column) : undefined));
  if (values.length > 1 && column !== undefined && values.every((value) => value !== undefined)) {
    return { op: 'in', column, values };
  }
  return mergeDateParts(points) ?? anyOf(points.map(allOf));
}

/** Merges points that differ in one hour, weekday or month. */
function mergeDateParts(points: Condition[][]): Condition | undefined {
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

/** Selected points on a card, each as the conditions of its rows. */
export type CardSelection = { card: string; dataset: string; points: Condition[][] };

/** Filters of a selection on a dataset, which may be another one than that of the card. */
export function filtersOfSelection(dashboard: Dashboard, selection: CardSelection, dataset: string): AppliedFilters {
  const points = selection.points.filter((each) => each.length > 0);
  if (points.length === 0) return { applied: [], ignored: [] };
  const nameOf = (column: string) => linkedColumnOf(dashboard, { dataset: selection.dataset, column }, dataset);
  const mapped = points.map((each) => each.flatMap((condition) => mapColumns(condition, nameOf) ?? []));
  const source = selection.card;
  // A point without any mapped condition would match everything.
  const isMapped = mapped.every((each) => each.length > 0);
  const isWhole = mapped.every((each, index) => each.length === points[index]!.length);
  return {
    applied: isMapped ? [{ ...mergePoints(mapped), source }] : [],
    ignored: isWhole ? [] : [{ ...mergePoints(points), source }],
  };
}
