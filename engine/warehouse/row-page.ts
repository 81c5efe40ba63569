import type { RowFilter } from '#contract/datasets/routes.ts';
import type { Column, ColumnType, Filter, RowsQuery } from '#domain/query/query.ts';
import { cellLengthOf, type RowPageQuery } from '#engine/duckdb/page.ts';
import type { EngineQuery, WarehouseSource } from '#engine/engine.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { queryTableOf } from '#engine/sql/source.ts';
import { castOf, warehouseRows } from '#engine/sql/warehouse-rows.ts';

type WarehouseQuery = EngineQuery<WarehouseSource>;

const rowsQuery = {
  dataset: '',
  columns: [],
  period: { kind: 'all' },
  zone: 'UTC',
  now: '1970-01-01T00:00:00Z',
} as const;

/** A page of rows, with columns named by their ids. */
export function warehousePage(
  source: WarehouseSource,
  { filters, order, limit, offset }: RowPageQuery,
): WarehouseQuery {
  const query: RowsQuery = {
    ...rowsQuery,
    columns: [],
    filters: filtersOf(source, filters),
    order: order ? [order] : [],
    limit,
  };
  const { sql, params } = compileRows(query, queryTableOf(source, []), clickhouse, { offset });
  const length = cellLengthOf(source, limit);
  const cells = source.columns.map(({ id, type }) => {
    const name = clickhouse.quote(id);
    return type === 'text' || type === 'json' ? `substringUTF8(${name}, 1, ${length}) as ${name}` : name;
  });
  return { sql: `select ${cells.join(', ') || 'nothing'} from (\n${sql}\n)`, params, sources: [source] };
}

/** The number of rows that pass the filters. */
export function warehouseCount(source: WarehouseSource, filters: RowFilter[]): WarehouseQuery {
  const limit = Number.MAX_SAFE_INTEGER;
  const query: RowsQuery = { ...rowsQuery, columns: [], filters: filtersOf(source, filters), order: [], limit };
  const { sql, params } = compileRows(query, queryTableOf(source, []), clickhouse);
  return { sql: `select count(*) as n from (\n${sql}\n)`, params, sources: [source] };
}

/** The values of a column that do not convert to another type: their number, and one example. */
export function warehouseMisfits(source: WarehouseSource, id: string, type: ColumnType): WarehouseQuery {
  const column = source.columns.find((each) => each.id === id)!;
  const rows = warehouseRows({ ...source, columns: [{ ...column, name: 'v' }] });
  const cast = castOf('v', column.type, type);
  const isTruncated = type === 'integer' ? ` or ${castOf('v', column.type, 'number')} != ${cast}` : '';
  const sql = `select count(*) as n, substringUTF8(toString(any(v)), 1, 100) as value from (${rows})
    where v is not null and (${cast} is null${isTruncated})`;
  return { sql, params: [], sources: [source] };
}

function filtersOf({ columns }: WarehouseSource, filters: RowFilter[]): Filter[] {
  return filters.flatMap((filter) => {
    const column = columns.find(({ id }) => id === filter.column);
    return column ? [filterOf(column, filter)] : [];
  });
}

/** A filter that no row passes. */
const none: Filter = { op: 'any', filters: [] };

function filterOf({ id, type }: Column, filter: RowFilter): Filter {
  if (!('value' in filter)) return filter;
  if (filter.op === 'contains') return { op: 'contains', column: id, value: filter.value };
  // A value that does not convert to the column's type matches nothing.
  const value = valueOf(filter.value, type);
  return value === undefined ? none : { op: filter.op, column: id, value };
}

function valueOf(text: string, type: ColumnType): string | number | boolean | undefined {
  if (type === 'integer' || type === 'number') {
    const number = Number(text);
    return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
  }
  if (type === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
  if (type === 'date' || type === 'time') return Number.isNaN(Date.parse(text)) ? undefined : text;
  return text;
}
