import type { Filter, RowsQuery } from '#domain/query/query.ts';
import type { SharedRows, StoredColumn } from '#engine/engine.ts';
import { periodWhere } from './compare.ts';
import type { CompiledQuery } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { conditionOf } from './filter.ts';
import { type Fragment, name, raw, render, sql } from './fragment.ts';
import { cellOf, columnOf, rowsOf, type Scope, storedCellOf, type QueryTable } from './scope.ts';
import { nested, select } from './select.ts';

const scopeOf = ({ now, zone }: { now: string; zone: string }, table: QueryTable, dialect: Dialect): Scope => ({
  table,
  dialect,
  clock: { now: Date.parse(now), zone },
  recent: null,
});

const columnSql = (scope: Scope, column: StoredColumn): Fragment =>
  sql`${column.localZone === undefined ? storedCellOf(column) : cellOf(scope, column)} as ${name(column.id)}`;

/**
 * A query for plain rows; columns are named by their ids. With an offset, they are in the order of the table where the
 * query leaves it open, so that pages do not overlap.
 */
export function compileRows(
  query: RowsQuery,
  table: QueryTable,
  dialect: Dialect,
  { offset }: { offset?: number } = {},
): CompiledQuery {
  const scope = scopeOf(query, table, dialect);
  const columns = query.columns.length > 0 ? query.columns.map((id) => columnOf(scope, id)) : table.columns;
  const rows = select({
    columns: columns.length > 0 ? columns.map((column) => columnSql(scope, column)) : [raw('null as nothing')],
    from: rowsOf(scope),
    where: [...query.filters.map((filter) => conditionOf(scope, filter)), ...periodWhere(scope, query)],
    order: [
      ...query.order.map(({ column, direction }) => dialect.order(cellOf(scope, columnOf(scope, column)), direction)),
      ...(offset === undefined ? [] : (table.rowOrder ?? []).map((rowId) => sql`t.${name(rowId)}`)),
    ],
    limit: query.limit,
    offset,
  });
  return render(rows, dialect);
}

/** What several queries read: rows that pass these filters, and columns by their ids. */
export type CommonRows = { filters: Filter[]; columns: string[]; zone: string; now: string };

/** The maximum number of rows worth sharing, and whether the rows are expected to be within it. */
type SharedRowsLimit = { maxRows: number; isWithinLimit: boolean };

/** The rows that queries share, with the columns of the table itself. */
export function compileSharedRows(
  common: CommonRows,
  table: QueryTable,
  dialect: Dialect,
  { maxRows, isWithinLimit }: SharedRowsLimit,
): SharedRows {
  const scope = scopeOf(common, table, dialect);
  const rows = select({
    columns: common.columns.map((id) => sql`t.${name(columnOf(scope, id).name)}`),
    from: rowsOf(scope),
    where: common.filters.map((filter) => conditionOf(scope, filter)),
    // Any order: sorting collects scattered rows in full chunks, which are stored twice as fast.
    order: [raw('1')],
    // A limit costs a fifth of the time.
    ...(isWithinLimit ? {} : { limit: maxRows + 1 }),
  });
  return { ...render(rows, dialect), maxRows };
}

/** Counts how many of the first rows are among those that queries share. */
export function compileSampleCount(
  common: CommonRows,
  table: QueryTable,
  dialect: Dialect,
  first: number,
): CompiledQuery {
  const scope = scopeOf(common, table, dialect);
  const sample = select({ columns: [raw('*')], from: rowsOf(scope), limit: first });
  const where = common.filters.map((filter) => conditionOf(scope, filter));
  return render(select({ columns: [raw('count(*)')], from: nested(sample, 't'), where }), dialect);
}
