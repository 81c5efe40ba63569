import { Problem } from '#contract/errors.ts';
import { needsOf, needsOfFormula } from '#domain/dashboard/uses.ts';
import { isNumericType } from '#domain/query/column-types.ts';
import { columnsOfExpression } from '#domain/query/expression.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { Formula, Metric, Query, RowsQuery } from '#domain/query/query.ts';
import { relatedColumnId, relationStepOf } from '#domain/query/relation.ts';
import { expressionOf } from './expression.ts';
import { conditionOf } from './filter.ts';
import { type Fragment, inner, join, name, raw, sql } from './fragment.ts';
import {
  cellOf,
  columnOf,
  hasColumn,
  nameInRows,
  ownColumnsOf,
  type QueryTable,
  type RelatedTable,
  rowsOf,
  type Scope,
  storedCellOf,
  type TableColumn,
  type TableRowRule,
} from './scope.ts';
import { nested, select } from './select.ts';

type ModelContext = Pick<Scope, 'dialect' | 'clock'>;

/** The columns that a query and its metrics use. */
export function columnsUsedBy(query: Query | RowsQuery, table: QueryTable): string[] {
  if (!('measures' in query)) {
    const selected = query.columns.length > 0 ? [] : ownColumnsOf(table).map(({ id }) => id);
    return [...selected, ...needsOf({ kind: 'rows', ...query }).columns];
  }
  const { metrics } = table;
  const needs = needsOf({ kind: 'query', ...query });
  const formulas = metrics.filter(({ id }) => needs.metrics.includes(id)).map(({ formula }) => formula);
  return [...needs.columns, ...formulas.flatMap((formula) => needsOfFormula(formula).columns)];
}

/**
 * Refuses measures that would count a related row once for every row that it belongs to, such as the sum of the credit
 * limits of customers over orders.
 */
export function requireSingleCounts({ measures }: Query, table: QueryTable): void {
  const formulas = measures.flatMap(({ formula }) => aggregatesOf(formula, table.metrics));
  for (const formula of formulas) {
    const isRepeatable = formula.kind === 'count' || ['min', 'max', 'distinct'].includes(formula.kind);
    if (!isRepeatable && 'column' in formula && isRepeated(table, formula.column))
      throw new Problem('measure_repeats', { column: columnOf({ table }, formula.column).name });
  }
}

/** The aggregates that a formula consists of, those of its metrics included. */
export function aggregatesOf(formula: Formula, metrics: Metric[]): Formula[] {
  if ('left' in formula) return [...aggregatesOf(formula.left, metrics), ...aggregatesOf(formula.right, metrics)];
  if (formula.kind !== 'metric') return [formula];
  const metric = metrics.find(({ id }) => id === formula.metric);
  return metric && metric.formula.kind !== 'metric' ? aggregatesOf(metric.formula, []) : [];
}

/** Whether several rows can have the same partner on the way to a column. */
function isRepeated({ model }: QueryTable, id: string): boolean {
  const { relation, column } = relationStepOf(id);
  const related = model?.related.find((each) => each.relation === relation);
  return related !== undefined && (!related.isOneToOne || isRepeated(related.table, column));
}

/**
 * A table for a query that uses these columns: with calculated and related columns as columns of its rows, and without
 * rows that the row rule hides. Only what is used is computed and joined.
 */
export function expandTable(table: QueryTable, used: string[], context: ModelContext): QueryTable {
  const { model, ...plain } = table;
  if (!model) return table;
  const isPlain = used.every((id) => isStoredIn(table, id));
  if (isPlain && !model.rowRule) return plain;
  const ids = [...new Set(used)];
  return { ...plain, rows: selectRows(table, ids, context), columns: ids.map((id) => outputColumnOf(table, id)) };
}

/** The stored columns that these columns and the row rule are computed and joined by. */
export const storedColumnsOf = (table: QueryTable, ids: string[]): string[] =>
  [...neededColumnsOf(table, ids)].filter((id) => isStoredIn(table, id));

const columnsOfRule = ({ model }: QueryTable) => (model?.rowRule ? columnsOfFilter(model.rowRule.filter) : []);

const isStoredIn = ({ columns }: QueryTable, id: string) => columns.some((column) => column.id === id);

/** A column of the selected rows. */
function outputColumnOf(table: QueryTable, id: string): TableColumn {
  const column = columnOf({ table }, id);
  if (isStoredIn(table, id)) return column;
  return { id, name: column.name, type: column.type, storedName: `#${id}` };
}

/** Selects columns of a table by their ids; stored columns have their stored names, the others that of their id. */
function selectRows(table: QueryTable, ids: string[], context: ModelContext): Fragment {
  const { columns, joins, scope } = resolveColumns(table, ids, context);
  const cells = ids.map((id) => {
    const column = columns.find((each) => each.id === id)!;
    return sql`${storedCellOf(column)} as ${name(nameInRows(outputColumnOf(table, id)))}`;
  });
  const rowIds = (table.rowOrder ?? []).map((rowId) => sql`t.${name(rowId)} as ${name(rowId)}`);
  const rule = table.model?.rowRule;
  return select({
    columns: cells.length + rowIds.length > 0 ? [...cells, ...rowIds] : [raw('1 as nothing')],
    from: rowsOf({ table }),
    joins,
    where: rule ? [ownRuleConditionOf(table, context) ?? ruleConditionOf(scope, rule)] : [],
  });
}

const ruleConditionOf = (scope: Scope, { filter, zone }: TableRowRule): Fragment =>
  conditionOf({ ...scope, clock: { ...scope.clock, zone } }, filter);

/**
 * The condition of the row rule on the rows of the table alone; undefined if it needs related tables. Its calculated
 * columns have the zone of the rule: a reader must not move its days by another zone.
 */
export function ownRuleConditionOf(table: QueryTable, { dialect, clock }: ModelContext): Fragment | undefined {
  const rule = table.model!.rowRule!;
  const { joins, scope } = resolveColumns(table, [], { dialect, clock: { ...clock, zone: rule.zone } });
  return joins.length > 0 ? undefined : ruleConditionOf(scope, rule);
}

type ResolvedColumns = { columns: TableColumn[]; joins: Fragment[]; scope: Scope };

/** SQL for the cells of columns and of those that they need, and the joins that it refers to. */
function resolveColumns(table: QueryTable, ids: string[], { dialect, clock }: ModelContext): ResolvedColumns {
  const { model, ...plain } = table;
  const needed = neededColumnsOf(table, ids);
  const columns: TableColumn[] = [...table.columns];
  const joins: Fragment[] = [];
  // Slots are for whole tables.
  const scope: Scope = { table: { ...plain, columns }, dialect: { ...dialect, slots: null }, clock, recent: null };
  const joined = new Set<string>();

  function addRelation(related: RelatedTable) {
    const { relation, keys } = related;
    if (joined.has(relation)) return;
    joined.add(relation);
    keys.forEach(({ column }) => addColumn(column));
    const alias = `r${joins.length + 1}`;
    const paths = [...needed]
      .filter((id) => relationStepOf(id).relation === relation)
      .map((id) => relationStepOf(id).column);
    const partners = partnerColumnsOf(related, paths, alias);
    const ons = keys.map((key) => {
      const own = columnOf(scope, key.column);
      return equalKeysOf(
        scope,
        own,
        partners.find(({ id }) => id === key.relatedColumn)!,
      );
    });
    const rows = selectPartners(related, partners, { dialect, clock });
    joins.push(sql`left join ${nested(rows, alias)} on ${join(ons, ' and ')}`);
    columns.push(...partners.map((partner) => ({ ...partner, id: relatedColumnId(relation, partner.id) })));
  }

  function addColumn(id: string) {
    if (columns.some((column) => column.id === id)) return;
    const calculated = model?.calculated.find((column) => column.id === id);
    if (!calculated) {
      const { relation } = relationStepOf(id);
      addRelation(model!.related.find((each) => each.relation === relation)!);
      return;
    }
    columnsOfExpression(calculated.expression).forEach(addColumn);
    columns.push({ ...calculated, cell: expressionOf(scope, calculated) });
  }

  needed.forEach(addColumn);
  return { columns, joins, scope };
}

/** The columns and those of the row rule, with all that they are computed and joined by. */
export function neededColumnsOf(table: QueryTable, ids: string[]): Set<string> {
  const needed = new Set<string>();
  const visit = (id: string, above: string[]) => {
    if (above.includes(id)) throw new Problem('formula_circular', { column: columnOf({ table }, id).name });
    if (needed.has(id)) return;
    columnOf({ table }, id);
    for (const source of sourcesOf(table, id)) {
      requireSource(table, id, source);
      visit(source, [...above, id]);
    }
    needed.add(id);
  };
  [...ids, ...columnsOfRule(table)].forEach((id) => visit(id, []));
  return needed;
}

/** A missing column of a formula is reported as an error of the calculated column. */
function requireSource(table: QueryTable, id: string, source: string): void {
  const calculated = table.model?.calculated.find((column) => column.id === id);
  if (calculated && !hasColumn(table, source)) throw new Problem('formula_broken', { column: calculated.name });
}

/** The columns that a column is directly computed or joined by. */
function sourcesOf({ columns, model }: QueryTable, id: string): string[] {
  if (!model || columns.some((column) => column.id === id)) return [];
  const calculated = model.calculated.find((column) => column.id === id);
  if (calculated) return columnsOfExpression(calculated.expression);
  const related = model.related.find(({ relation }) => relation === relationStepOf(id).relation);
  return related!.keys.map(({ column }) => column);
}

/** The columns of a related table that a query needs, its keys among them, as cells of its alias. */
function partnerColumnsOf({ table, keys }: RelatedTable, paths: string[], alias: string): TableColumn[] {
  const ids = [...new Set([...keys.map(({ relatedColumn }) => relatedColumn), ...paths])];
  return ids.map((id) => {
    const { name: title, type } = columnOf({ table }, id);
    return { id, name: title, type, cell: sql`${raw(alias)}.${inner(id)}` };
  });
}

function selectPartners({ table }: RelatedTable, partners: TableColumn[], context: ModelContext): Fragment {
  const { dialect, clock } = context;
  const expanded = expandTable(
    table,
    partners.map(({ id }) => id),
    context,
  );
  const scope: Scope = { table: expanded, dialect, clock, recent: null };
  const columns = partners.map(({ id }) => {
    const column = columnOf(scope, id);
    const cell = column.localZone === undefined ? storedCellOf(column) : cellOf(scope, column);
    return sql`${dialect.joinedCell(cell)} as ${inner(id)}`;
  });
  return select({ columns, from: rowsOf(scope) });
}

/** Null keys equal nothing, so that their rows have no partner. */
function equalKeysOf(scope: Scope, own: TableColumn, partner: TableColumn): Fragment {
  if (!isSameKind(own, partner)) throw new Problem('relation_types_differ', { column: own.name, value: partner.name });
  return sql`${cellOf(scope, own)} = ${cellOf(scope, partner)}`;
}

const isSameKind = ({ type }: TableColumn, other: TableColumn) =>
  type === other.type || (isNumericType(type) && isNumericType(other.type));
