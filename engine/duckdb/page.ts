import type { RowFilter } from '#contract/datasets/routes.ts';
import type { Column, ColumnType, Scalar } from '#domain/query/query.ts';
import type { EngineQuery, FileSource } from '#engine/engine.ts';
import { quoteName } from '#engine/sql/quote.ts';
import { storedAs } from './stored-types.ts';

/** A page of rows: offset, limit, order and filters. */
export type RowPageQuery = {
  offset: number;
  limit: number;
  order?: { column: string; direction: 'ascending' | 'descending' } | undefined;
  filters: RowFilter[];
};

// Long cells are cut for display; the more cells a page has, the shorter they are.
const [maxCellLength, minCellLength] = [2000, 100];
const maxPageLength = 8 * 1024 * 1024;

const isLong = ({ type }: Column) => type === 'text' || type === 'json';

export function cellLengthOf({ columns }: { columns: Column[] }, rows: number): number {
  const cells = rows * Math.max(1, columns.filter(isLong).length);
  return Math.max(minCellLength, Math.min(maxCellLength, Math.floor(maxPageLength / cells)));
}

/** The query for one page of rows. The source's columns are named by their ids. */
export function pageOf(source: FileSource, page: RowPageQuery): EngineQuery {
  const named = withRowIds(source);
  const params: Scalar[] = [];
  const where = conditionsOf(named, page.filters, params);
  const isPlain = !page.order && where.length === 0 && source.rowCondition === undefined;
  const rowRange = !isPlain ? undefined : `("#segment" > 0 or "#row" >= ${page.offset})`;
  const direction = page.order?.direction === 'descending' ? 'desc' : 'asc';
  const order = page.order && `order by ${quoteName(page.order.column)} ${direction} nulls last, "#segment", "#row"`;
  const offset = rowRange ? 0 : page.offset;
  const sql = [
    `select ${source.columns.map(shortenCell(cellLengthOf(source, page.limit))).join(', ') || 'null as nothing'} from rows`,
    whereOf(rowRange ? [rowRange] : where),
    order,
    `limit ${page.limit} offset ${offset}`,
  ];
  return { sql: sql.filter(Boolean).join(' '), params, sources: [named] };
}

/** The query that counts the rows that pass the filters. */
export function countOf(source: FileSource, filters: RowFilter[]): EngineQuery {
  const named = withRowIds(source);
  const params: Scalar[] = [];
  const sql = `select count(*) as n from rows ${whereOf(conditionsOf(named, filters, params))}`;
  return { sql, params, sources: [named] };
}

/** The query for the values of a column that do not convert to another type: their number, and one example. */
export function misfitsOf(source: FileSource, column: string, type: ColumnType): EngineQuery {
  const named = withRowIds(source);
  const value = quoteName(column);
  const isTruncated =
    type === 'integer' ? ` or try_cast(${value} as double) <> try_cast(${value} as ${storedAs[type]})` : '';
  const misfit = `${value} is not null and (try_cast(${value} as ${storedAs[type]}) is null${isTruncated})`;
  const sql = `select count(*) as n, left(any_value(${value}::varchar), 100) as value from rows where ${misfit}`;
  return { sql, params: [], sources: [named] };
}

const withRowIds = (source: FileSource): FileSource => ({
  ...source,
  name: 'rows',
  columns: source.columns.map((column) => ({ ...column, name: column.id })),
  hasRowIds: true,
});

const shortenCell = (length: number) => (column: Column) => {
  const name = quoteName(column.id);
  return isLong(column) ? `left(${name}::varchar, ${length}) as ${name}` : name;
};

const whereOf = (conditions: string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '');

function conditionsOf(source: FileSource, filters: RowFilter[], params: Scalar[]): string[] {
  return filters.flatMap((filter) => {
    const column = source.columns.find(({ id }) => id === filter.column);
    return column ? [conditionOf(column, filter, params)] : [];
  });
}

const comparisons = { equals: '=', at_least: '>=', at_most: '<=' } as const;

function conditionOf({ id, type }: Column, filter: RowFilter, params: Scalar[]): string {
  const name = quoteName(id);
  if (!('value' in filter)) return `${name} is ${filter.op === 'empty' ? 'null' : 'not null'}`;
  params.push(filter.value);
  const placeholder = `$${params.length}`;
  if (filter.op === 'contains') return `contains(lower(${name}::varchar), lower(${placeholder}))`;
  // A value that does not convert to the column's type matches nothing.
  return `${name} ${comparisons[filter.op]} try_cast(${placeholder} as ${storedAs[type]})`;
}
