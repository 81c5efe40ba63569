import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { Filter, RowsQuery } from '#domain/query/query.ts';
import type { SharedRows, StoredColumn } from '#engine/engine.ts';
import { periodWhere } from './compare.ts';
import type { CompiledQuery } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { conditionOf } from './filter.ts';
import { type Fragment, inner, name, raw, render, sql } from './fragment.ts';
import { columnsUsedBy, expandTable, storedColumnsOf } from './model.ts';
import {
  cellOf,
  columnOf,
  nameInRows,
  ownColumnsOf,
  type QueryTable,
  rowsOf,
  type Scope,
  storedCellOf,
} from './scope.ts';
import { as, nested, select } from './select.ts';

type RowsScope = { table: QueryTable; dialect: Dialect; columns: string[] };

/** The scope of a query that uses these columns. */
function scopeOf({ now, zone }: { now: string; zone: string }, { table, dialect, columns }: RowsScope): Scope {
  const clock = { now: Date.parse(now), zone };
  return { table: expandTable(table, columns, { dialect, clock }), dialect, clock, recent: null };
}

const columnSql = (scope: Scope, column: StoredColumn): Fragment =>
  sql`${column.localZone === undefined ? storedCellOf(column) : cellOf(scope, column)} as ${name(column.id)}`;

/**
 * A query for plain rows; columns are named by their ids. With an offset, ties are broken by the row order of the
 * table, so that pages do not overlap.
 */
export function compileRows(
  query: RowsQuery,
  table: QueryTable,
  dialect: Dialect,
  { offset }: { offset?: number } = {},
): CompiledQuery {
  const selected = query.columns.length > 0 ? query.columns : ownColumnsOf(table).map(({ id }) => id);
  const scope = scopeOf(query, { table, dialect, columns: columnsUsedBy(query, table) });
  const columns = selected.map((id) => columnOf(scope, id));
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

/** The rows and columns that several queries read: rows that pass these filters, and columns by their ids. */
export type CommonRows = { filters: Filter[]; columns: string[]; zone: string; now: string };

/** The maximum number of rows worth sharing, and whether the rows are expected to be within it. */
type SharedRowsLimit = { maxRows: number; isWithinLimit: boolean };

/** The rows that queries share, with the stored columns of the table itself: each query adds what it calculates or joins. */
export function compileSharedRows(
  common: CommonRows,
  table: QueryTable,
  dialect: Dialect,
  { maxRows, isWithinLimit }: SharedRowsLimit,
): SharedRows {
  const stored = storedColumnsOf(table, common.columns);
  const scope = scopeOf(common, { table, dialect, columns: [...stored, ...common.filters.flatMap(columnsOfFilter)] });
  const rows = select({
    columns: stored.map((id) => sql`t.${name(nameInRows(columnOf(scope, id)))}`),
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
  const scope = scopeOf(common, { table, dialect, columns: common.filters.flatMap(columnsOfFilter) });
  const sample = select({ columns: [raw('*')], from: rowsOf(scope), limit: first });
  const where = common.filters.map((filter) => conditionOf(scope, filter));
  return render(select({ columns: [raw('count(*)')], from: nested(sample, 't'), where }), dialect);
}

type KeySample = { columns: string[]; first: number; now: string };

/** Counts the different keys of the first rows. */
export function compileKeySample(
  { columns, first, now }: KeySample,
  table: QueryTable,
  dialect: Dialect,
): CompiledQuery {
  const scope = scopeOf({ now, zone: 'UTC' }, { table, dialect, columns });
  const cells = columns.map((id, index) => as(cellOf(scope, columnOf(scope, id)), `k${index + 1}`));
  const sample = select({ columns: cells, from: rowsOf(scope), limit: first });
  const names = columns.map((_, index) => inner(`k${index + 1}`));
  const keys = select({ columns: names, from: nested(sample, 'sample'), groups: names.length });
  return render(select({ columns: [raw('count(*) as n')], from: nested(keys, 'keys') }), dialect);
}
