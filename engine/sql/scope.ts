import { Problem } from '#contract/errors.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import { isNumericType } from '#domain/query/column-types.ts';
import type { Column, ColumnType, Filter, Metric } from '#domain/query/query.ts';
import type { Expression } from '#domain/query/expression.ts';
import { type RelationKey, relationStepOf } from '#domain/query/relation.ts';
import type { StoredColumn } from '#engine/engine.ts';
import type { Dialect } from './dialect.ts';
import { bind, bindMoment, type Fragment, momentText, name, sql, verbatim } from './fragment.ts';
import { nested } from './select.ts';
import { wallOf } from '#domain/time/calendar.ts';
import type { Clock } from '#domain/time/span.ts';

/**
 * A column of a table. `cell` is SQL for its cells; without it they are those of the column with its name.
 * `isNonNegative` if it is certain that none of its numbers is negative, or none of its times before 1970.
 */
export type TableColumn = StoredColumn & { cell?: Fragment; isNonNegative?: boolean };

/** A column that is computed from others of the same table. */
export type CalculatedColumn = Column & { expression: Expression };

/**
 * A table in which every row of another one has at most one partner: the row with the same key. Its columns have the ids
 * `<relation>.<column>` there.
 */
export type RelatedTable = {
  relation: string;
  table: QueryTable;
  keys: RelationKey[];
  /** Whether no row is the partner of several. */
  isOneToOne: boolean;
  /** About how many different keys the rows of the other table have; undefined if not counted. */
  keyCount?: number | undefined;
};

/** The rows that someone may see. Its days are in its own zone, whatever the zone of the query. */
export type TableRowRule = { filter: Filter; zone: string };

/** The model of a table besides its rows. Rows that do not match `rowRule` are invisible to a query. */
export type TableModel = { calculated: CalculatedColumn[]; related: RelatedTable[]; rowRule: TableRowRule | null };

/** The table of a query: its name in SQL, or SQL that returns its rows, its columns, and the metrics of the dataset. */
export type QueryTable = {
  schema?: string;
  name: string;
  sql?: string | undefined;
  /** A query that returns the rows, see `expandTable`. */
  rows?: Fragment;
  model?: TableModel | undefined;
  /** How many rows it has, for choosing between ways to compute the same. */
  rowCount?: number | undefined;
  /** About how many different values columns have, by id, those of related tables included, if counted. */
  valueCounts?: Record<string, number> | undefined;
  /** The columns that together identify a row and give the order of the rows, if there are any. */
  rowOrder?: string[];
  columns: TableColumn[];
  metrics: Metric[];
};

/** The context of compilation. `recent` is the id of a column of which the query reads nothing from before 1970. */
export type Scope = { table: QueryTable; dialect: Dialect; clock: Clock; recent: string | null };

/** The table with its alias. SQL of a person may end with a comment, so the parenthesis is on a line of its own. */
export function rowsOf({ table }: Pick<Scope, 'table'>): Fragment {
  if (table.rows) return nested(table.rows, 't');
  if (table.sql !== undefined) return sql`(${verbatim(`\n${table.sql}\n`)}) as t`;
  return table.schema === undefined
    ? sql`${name(table.name)} as t`
    : sql`${name(table.schema)}.${name(table.name)} as t`;
}

/** The part of a query with an id. */
export function requireById<T extends { id: string }>(list: T[], id: string): T {
  const item = list.find((each) => each.id === id);
  if (!item) throw new Problem('query_part_unknown', { value: id });
  return item;
}

export function columnOf({ table }: Pick<Scope, 'table'>, id: string): TableColumn {
  const column = findColumn(table, id);
  if (!column) throw new Problem('column_unknown', { column: id });
  return column;
}

export const hasColumn = (table: QueryTable, id: string): boolean => findColumn(table, id) !== undefined;

function findColumn({ columns, model }: QueryTable, id: string): TableColumn | undefined {
  const own = columns.find((each) => each.id === id) ?? model?.calculated.find((each) => each.id === id);
  if (own || !model) return own;
  const { relation, column } = relationStepOf(id);
  const related = model.related.find((each) => each.relation === relation);
  const target = related && findColumn(related.table, column);
  return target && { id, name: target.name, type: target.type };
}

/** All columns of a table but those of related tables, and calculated ones that no longer work. */
export function ownColumnsOf({ columns, model }: QueryTable): TableColumn[] {
  const calculated = model ? resolveCalculated(columns, model.calculated) : [];
  return [...columns, ...calculated.filter(({ isBroken }) => !isBroken)];
}

export function numberColumnOf(scope: Scope, id: string): TableColumn {
  const column = columnOf(scope, id);
  if (!isNumericType(column.type)) throw new Problem('column_not_number', { column: column.name });
  return column;
}

export function timeColumnOf(scope: Scope, id: string): TableColumn {
  const column = columnOf(scope, id);
  if (column.type !== 'time' && column.type !== 'date') throw new Problem('column_not_time', { column: column.name });
  return column;
}

/** The name of a column in the rows of its table. */
export const nameInRows = (column: StoredColumn) => column.storedName ?? column.name;

export const storedCellOf = (column: TableColumn): Fragment => column.cell ?? sql`t.${name(nameInRows(column))}`;

const isText = (type: ColumnType) => type === 'text' || type === 'json';

/** The cell of a row as it is compared: texts exactly, local times as instants. */
export function cellOf(scope: Scope, column: StoredColumn): Fragment {
  const { exactText, localTimes } = scope.dialect;
  if (column.localZone !== undefined) return localTimes!.momentOf(storedCellOf(column), column.localZone);
  return isText(column.type) ? exactText(textCellOf(scope, column)) : storedCellOf(column);
}

/** The cell of a row as text. */
export const textCellOf = ({ dialect }: Scope, column: StoredColumn): Fragment =>
  column.type === 'text' ? storedCellOf(column) : dialect.asText(storedCellOf(column));

/**
 * The cell of a time column and a function that binds instants to compare it with. Local times are compared with local
 * times: a converted cell would not use an index.
 */
export function comparedTimeOf(
  scope: Scope,
  column: StoredColumn,
): { cell: Fragment; bindInstant: (moment: number) => Fragment } {
  const { localZone } = column;
  if (localZone === undefined) return { cell: cellOf(scope, column), bindInstant: bindMoment };
  const { parse } = scope.dialect.localTimes!;
  const bindLocal = (moment: number) => parse(bind(momentText(wallOf(moment, localZone)).replace(/Z$/, ''), 'text'));
  return { cell: storedCellOf(column), bindInstant: bindLocal };
}
