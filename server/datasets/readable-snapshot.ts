import { Problem } from '#contract/errors.ts';
import type { RowRule } from '#contract/datasets/row-rules.ts';
import type { MemberAttributes } from '#contract/groups/routes.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { ColumnType, Filter, Scalar } from '#domain/query/query.ts';
import { expandTable } from '#engine/sql/model.ts';
import { restrictSource } from '#engine/sql/row-condition.ts';
import { columnOf, type TableRowRule } from '#engine/sql/scope.ts';
import { dialectOf } from '#engine/sql/source.ts';
import { hashOf } from '#server/hash.ts';
import { findRowScope, type PersonRules, type RowReader, type RowScope } from '#server/row-rules/row-scope.ts';
import { tableOfSnapshot } from './query-table.ts';
import { type DatasetSnapshot, isStored } from './snapshot.ts';

declare const readable: unique symbol;

/** A snapshot with only the rows that its reader may see. All code that shows rows, or derived values, uses it. */
export type ReadableSnapshot = DatasetSnapshot & { [readable]: true };

/**
 * Adds the row rules of the reader; throws if they may not see any rows. Related snapshots are loaded later, each through
 * this function.
 */
export async function restrictSnapshot(ctx: RowReader, snapshot: DatasetSnapshot): Promise<ReadableSnapshot> {
  const scope = await findRowScope(ctx, snapshot.origin.id);
  return (scope ? restrictToScope(snapshot, scope) : snapshot) as ReadableSnapshot;
}

/** Reads rows of a snapshot; refuses them if the rules of the reader changed meanwhile. */
export async function readRestricted<T>(
  ctx: RowReader,
  whole: DatasetSnapshot,
  read: (snapshot: ReadableSnapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await restrictSnapshot(ctx, whole);
  const result = await read(snapshot);
  if ((await restrictSnapshot(ctx, whole)).key !== snapshot.key) throw new Problem('row_rules_changed');
  return result;
}

/** A cache, because a rule may have thousands of values; its entries end with their snapshot, after seconds. */
const restrictedSnapshots = new WeakMap<DatasetSnapshot, Map<string, DatasetSnapshot>>();

function restrictToScope(snapshot: DatasetSnapshot, scope: RowScope): DatasetSnapshot {
  const byScope = restrictedSnapshots.get(snapshot) ?? new Map<string, DatasetSnapshot>();
  restrictedSnapshots.set(snapshot, byScope);
  const key = JSON.stringify(scope);
  const cached = byScope.get(key);
  if (cached) return cached;
  const restricted = withRowRule(snapshot, { filter: filterOfScope(snapshot, scope), zone: scope.zone });
  byScope.set(key, restricted);
  return restricted;
}

const keyOf = ({ key }: DatasetSnapshot, rowRule: TableRowRule) => hashOf(JSON.stringify([key, rowRule]));

// Counts and newest rows are those of all rows.
const hiddenFacts = { rows: null, newest: null, lateSince: null };

function withRowRule(snapshot: DatasetSnapshot, rowRule: TableRowRule): DatasetSnapshot {
  const { key: _, ...parts } = { ...snapshot, rowRule, origin: { ...snapshot.origin, ...hiddenFacts } };
  const { model } = tableOfSnapshot({ ...parts, key: '' });
  const clock = { now: Date.now(), zone: rowRule.zone };
  const source = isStored(snapshot) ? restrictSource(snapshot.source, model!, clock) : snapshot.source;
  return { ...parts, source, key: keyOf(snapshot, rowRule) };
}

/** The rows that every one of the people may see. */
function filterOfScope(snapshot: DatasetSnapshot, { zone, people }: RowScope): Filter {
  const filters = people.map((person) => filterOfPerson(snapshot, person, zone));
  return filters.length === 1 ? filters[0]! : { op: 'all', filters };
}

/** The rows that any of a person's rules allows. */
function filterOfPerson(snapshot: DatasetSnapshot, { rules, attributes }: PersonRules, zone: string): Filter {
  const problems: Problem[] = [];
  const filters = rules.flatMap((rule): Filter[] => {
    const filter = filterOfRule(snapshot, rule, attributes);
    if (!(filter instanceof Problem) && fits(snapshot, { filter, zone })) return [filter];
    problems.push(filter instanceof Problem ? filter : problemOf(snapshot, 'row_rule_broken'));
    return [];
  });
  if (filters.length === 0) throw problems[0] ?? problemOf(snapshot, 'rows_hidden');
  return filters.length === 1 ? filters[0]! : { op: 'any', filters };
}

const problemOf = (
  { origin }: DatasetSnapshot,
  code: 'rows_hidden' | 'row_rule_broken' | 'row_attribute_missing',
  column = '',
) => new Problem(code, { value: origin.name, ...(column !== '' && { column }) });

function filterOfRule(snapshot: DatasetSnapshot, { rows }: RowRule, attributes: MemberAttributes): Filter | Problem {
  if (rows.kind === 'all') return { op: 'all', filters: [] };
  const filters = [...rows.filters];
  for (const { column, attribute } of rows.attributes) {
    const values = attributes[attribute] ?? [];
    if (values.length === 0) return problemOf(snapshot, 'row_attribute_missing', attribute);
    const type = typeOf(snapshot, column);
    if (!type) return problemOf(snapshot, 'row_rule_broken');
    filters.push({ op: 'in', column, values: values.map((value) => valueOf(value, type)) });
  }
  return filters.length === 1 ? filters[0]! : { op: 'all', filters };
}

function typeOf(snapshot: DatasetSnapshot, column: string): ColumnType | undefined {
  try {
    return columnOf({ table: tableOfSnapshot(snapshot) }, column).type;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Converts the text of an attribute to the type of a column; a text that does not fit is returned unchanged. */
function valueOf(text: string, type: ColumnType): Scalar {
  if (type === 'integer' || type === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

const textOperators = new Set<Filter['op']>(['contains', 'not_contains', 'starts', 'ends']);

/** Whether the columns of a rule exist and its values are of their types. */
function fits(snapshot: DatasetSnapshot, rowRule: TableRowRule): boolean {
  const table = tableOfSnapshot({ ...snapshot, rowRule });
  const clock = { now: Date.now(), zone: rowRule.zone };
  try {
    expandTable(table, [], { dialect: dialectOf(snapshot.source), clock });
    return columnsOfTextFilters(rowRule.filter).every((id) => ['text', 'json'].includes(columnOf({ table }, id).type));
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** The columns of text filters. As texts, other types would depend on the time zone of the session, not of the rule. */
function columnsOfTextFilters(filter: Filter): string[] {
  if ('filters' in filter) return filter.filters.flatMap(columnsOfTextFilters);
  if ('filter' in filter) return columnsOfTextFilters(filter.filter);
  return textOperators.has(filter.op) ? columnsOfFilter(filter) : [];
}

/** The rules that cannot be applied to the columns of a dataset; they show nothing. Attributes count as filled. */
export function listBrokenRules(snapshot: DatasetSnapshot, rules: RowRule[], zone: string): string[] {
  const isBroken = ({ rows }: RowRule) => {
    if (rows.kind === 'all') return false;
    const columns = rows.attributes.map(({ column }) => ({ op: 'filled' as const, column }));
    return !fits(snapshot, { filter: { op: 'all', filters: [...rows.filters, ...columns] }, zone });
  };
  return rules.filter(isBroken).map(({ id }) => id);
}
