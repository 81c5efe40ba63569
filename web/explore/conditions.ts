import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ColumnType, Condition, Filter } from '#domain/query/query.ts';

/** A condition on one column. */
export type ColumnCondition = Extract<Condition, { column: string }>;
export type ConditionOp = ColumnCondition['op'];

const numberOps: ConditionOp[] = ['between', 'at_least', 'at_most', 'equals', 'not_equals', 'empty', 'filled'];
const timeOps: ConditionOp[] = ['during', 'date_part', 'at_least', 'at_most', 'empty', 'filled'];

/** Operators per column type, the most likely first. */
const opsOf: Record<ColumnType, ConditionOp[]> = {
  text: ['in', 'not_in', 'contains', 'not_contains', 'starts', 'ends', 'empty', 'filled'],
  integer: numberOps,
  number: numberOps,
  boolean: ['equals', 'empty', 'filled'],
  date: timeOps,
  time: timeOps,
  json: ['contains', 'not_contains', 'empty', 'filled'],
};

/** Integer dimensions such as ids are chosen from values like text. */
export const opsFor = ({ type, role }: DatasetColumn): ConditionOp[] =>
  type === 'integer' && role === 'dimension' ? ['in', 'not_in', ...numberOps] : opsOf[type];

/** An empty condition. */
export function conditionOf(column: string, op: ConditionOp, type: ColumnType): ColumnCondition {
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

/** Whether a condition is complete. */
export function isComplete(condition: ColumnCondition): boolean {
  if ('values' in condition) return condition.values.length > 0;
  if (condition.op === 'date_part') return condition.numbers.length > 0;
  if ('from' in condition) return condition.from !== '' && condition.to !== '' && condition.from <= condition.to;
  return !('value' in condition) || condition.value !== '';
}

const isOfColumn = (filter: Filter): filter is ColumnCondition => 'column' in filter;

/** The conditions of an OR filter; undefined for deeper nesting. */
export function anyOf(filter: Filter): ColumnCondition[] | undefined {
  if (isOfColumn(filter)) return [filter];
  if (filter.op !== 'any') return undefined;
  return filter.filters.every(isOfColumn) ? filter.filters : undefined;
}

export const filterOf = (conditions: ColumnCondition[]): Filter =>
  conditions.length === 1 ? conditions[0]! : { op: 'any', filters: conditions };
