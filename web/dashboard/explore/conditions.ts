import type { DatasetColumn } from '#contract/datasets.ts';
import type { ColumnType, Condition, Filter } from '#contract/query.ts';

/** A condition on one column. */
export type ColumnCondition = Extract<Condition, { column: string }>;
export type Op = ColumnCondition['op'];

const measured: Op[] = ['between', 'at_least', 'at_most', 'equals', 'not_equals', 'empty', 'filled'];
const timed: Op[] = ['during', 'date_part', 'at_least', 'at_most', 'empty', 'filled'];

/** What can be said of a column, the most likely first. */
export const opsOf: Record<ColumnType, Op[]> = {
  text: ['in', 'not_in', 'contains', 'not_contains', 'starts', 'ends', 'empty', 'filled'],
  integer: measured,
  number: measured,
  boolean: ['equals', 'empty', 'filled'],
  date: timed,
  time: timed,
  json: ['contains', 'not_contains', 'empty', 'filled'],
};

/** Numbers that name things, such as ids, are chosen like texts. */
export const opsFor = ({ type, role }: DatasetColumn): Op[] =>
  type === 'integer' && role === 'dimension' ? ['in', 'not_in', ...measured] : opsOf[type];

/** The condition to begin with: it says nothing yet. */
export function conditionOf(column: string, op: Op, type: ColumnType): ColumnCondition {
  switch (op) {
    case 'in':
    case 'not_in':
      return { op, column, values: [] };
    case 'between':
    case 'not_between':
      return { op, column, from: '', to: '' };
    case 'during':
      return { op, column, span: { kind: 'last', count: 30, grain: { unit: 'day' } } };
    case 'date_part':
      return { op, column, part: 'weekday', numbers: [] };
    case 'empty':
    case 'filled':
      return { op, column };
    default:
      return { op, column, value: op === 'equals' && type === 'boolean' ? true : '' } as ColumnCondition;
  }
}

/** Whether a condition says enough to be asked. */
export function isWhole(condition: ColumnCondition): boolean {
  if ('values' in condition) return condition.values.length > 0;
  if (condition.op === 'date_part') return condition.numbers.length > 0;
  if ('from' in condition) return condition.from !== '' && condition.to !== '' && condition.from <= condition.to;
  return !('value' in condition) || condition.value !== '';
}

const isOfColumn = (filter: Filter): filter is ColumnCondition => 'column' in filter;

/** The conditions of a filter of which any must hold; undefined for what is nested deeper than that. */
export function anyOf(filter: Filter): ColumnCondition[] | undefined {
  if (isOfColumn(filter)) return [filter];
  if (filter.op !== 'any') return undefined;
  return filter.filters.every(isOfColumn) ? filter.filters : undefined;
}

export const filterOf = (conditions: ColumnCondition[]): Filter =>
  conditions.length === 1 ? conditions[0]! : { op: 'any', filters: conditions };
