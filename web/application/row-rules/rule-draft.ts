import type { RowRule, RowRuleAudience } from '#contract/datasets/row-rules.ts';
import type { Column, ColumnType, Filter, Scalar } from '#domain/query/query.ts';

export type RuleOperator = 'attribute' | 'in' | 'not_in' | 'at_least' | 'at_most' | 'contains' | 'empty' | 'filled';

const ordered: RuleOperator[] = ['in', 'not_in', 'at_least', 'at_most', 'attribute', 'empty', 'filled'];
const offeredOps: Record<ColumnType, RuleOperator[]> = {
  text: ['in', 'not_in', 'contains', 'attribute', 'empty', 'filled'],
  json: ['contains', 'empty', 'filled'],
  boolean: ['in', 'attribute', 'empty', 'filled'],
  integer: ordered,
  number: ordered,
  date: ordered,
  time: ['at_least', 'at_most', 'empty', 'filled'],
};
export const opsOf = (type: ColumnType): RuleOperator[] => offeredOps[type];

/** A condition in the form. A `fixed` one was created through the API, and the form cannot edit it. */
export type ConditionDraft =
  | { key: number; kind: 'field'; column: string; op: RuleOperator; values: string[] }
  | { key: number; kind: 'fixed'; filter: Filter };

export type RuleDraft = { id: string; audience: RowRuleAudience; seesAll: boolean; conditions: ConditionDraft[] };

let lastKey = 0;
const nextKey = () => ++lastKey;

export const newCondition = (column: Column): ConditionDraft => ({
  key: nextKey(),
  kind: 'field',
  column: column.id,
  op: opsOf(column.type)[0]!,
  values: [],
});

export const newRule = (columns: Column[]): RuleDraft => ({
  id: crypto.randomUUID(),
  audience: { kind: 'everyone' },
  seesAll: false,
  conditions: columns.slice(0, 1).map(newCondition),
});

export const needsValues = (op: RuleOperator) => op !== 'empty' && op !== 'filled';
/** Whether an operator compares with a single value. */
export const takesOne = (op: RuleOperator) => op === 'attribute' || op === 'contains' || op.startsWith('at_');

export function draftOf({ id, audience, rows }: RowRule, columns: Column[]): RuleDraft {
  if (rows.kind === 'all') return { id, audience, seesAll: true, conditions: [] };
  const attributes = rows.attributes.map(({ column, attribute }): ConditionDraft => ({
    key: nextKey(),
    kind: 'field',
    column,
    op: 'attribute',
    values: [attribute],
  }));
  return {
    id,
    audience,
    seesAll: false,
    conditions: [...rows.filters.map((each) => conditionOf(each, columns)), ...attributes],
  };
}

function conditionOf(filter: Filter, columns: Column[]): ConditionDraft {
  const fixed: ConditionDraft = { key: nextKey(), kind: 'fixed', filter };
  if (!('column' in filter)) return fixed;
  const column = columns.find(({ id }) => id === filter.column);
  const op = opsOf(column?.type ?? 'json').find((each) => each === filter.op);
  if (!column || !op) return fixed;
  const values = 'values' in filter ? filter.values : 'value' in filter ? [filter.value] : [];
  if (values.includes(null)) return fixed;
  return { key: nextKey(), kind: 'field', column: column.id, op, values: values.map(String) };
}

/** The rule of a draft; undefined while it is incomplete. */
export function ruleOf({ id, audience, seesAll, conditions }: RuleDraft, columns: Column[]): RowRule | undefined {
  if (seesAll) return { id, audience, rows: { kind: 'all' } };
  const filters: Filter[] = [];
  const attributes: { column: string; attribute: string }[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'field' && condition.op === 'attribute') {
      if (!condition.values[0]) return undefined;
      attributes.push({ column: condition.column, attribute: condition.values[0] });
      continue;
    }
    const filter = condition.kind === 'fixed' ? condition.filter : filterOf(condition, columns);
    if (!filter) return undefined;
    filters.push(filter);
  }
  if (filters.length + attributes.length === 0) return undefined;
  return { id, audience, rows: { kind: 'some', filters, attributes } };
}

function filterOf(
  { column: id, op, values }: Extract<ConditionDraft, { kind: 'field' }>,
  columns: Column[],
): Filter | undefined {
  const column = columns.find((each) => each.id === id);
  if (!column || op === 'attribute') return undefined;
  if (op === 'empty' || op === 'filled') return { op, column: id };
  const typed = values.map((value) => typedOf(value, column.type));
  if (typed.length === 0 || typed.includes(undefined)) return undefined;
  if (op === 'in' || op === 'not_in') return { op, column: id, values: typed as Scalar[] };
  return op === 'contains' ? { op, column: id, value: values[0]! } : { op, column: id, value: typed[0]! };
}

/** The text as a value of a type; undefined if it is not one. */
export function typedOf(text: string, type: ColumnType): NonNullable<Scalar> | undefined {
  if (type === 'integer' || type === 'number')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'date' || type === 'time')
    return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  return text;
}
