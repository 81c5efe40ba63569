import type { StoredCells } from '#engine/engine.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { storedNameOf, warehouseTypes } from '#engine/sql/warehouse-rows.ts';

const { quote } = clickhouse;

/** How tables are created: with a cluster, each server has a part of the rows and a table that reads all parts. */
export type WarehouseLayout = { database: string; cluster: string | null; engine: string };

const rowIds = '_p Int64 codec(Delta, ZSTD), _s Int64 codec(Delta, ZSTD), _r Int64 codec(Delta, ZSTD)';

/** The table that has the rows of one server: the table itself without a cluster. */
export const partTableOf = (table: string, { cluster }: WarehouseLayout) =>
  cluster === null ? table : `${table}_part`;

/** Statements that create a table and the columns that it does not have, in order. Each server runs them. */
export function createStatements(table: string, cells: StoredCells[], layout: WarehouseLayout): string[] {
  const { database, cluster, engine } = layout;
  const part = `${quote(database)}.${quote(partTableOf(table, layout))}`;
  const whole = `${quote(database)}.${quote(table)}`;
  const additions = cells.flatMap((each) => [columnAddition(each), ...indexAddition(each)]);
  const columnAdditions = cells.map(columnAddition);
  // Rows are acknowledged only when they are on disk.
  const create = `create table if not exists ${part} (${rowIds}) engine = ${engine} partition by _p order by (_s, _r)
    settings fsync_after_insert = 1, fsync_part_directory = 1`;
  const alter = (name: string, list: string[]) => (list.length > 0 ? [`alter table ${name} ${list.join(', ')}`] : []);
  if (cluster === null) return [create, ...alter(part, additions)];
  const names = [cluster, database, partTableOf(table, layout)].map((name) => `'${name.replaceAll("'", "\\'")}'`);
  return [
    create,
    ...alter(part, additions),
    // Blocks of rows on the same server compress well; a segment is on all servers, so that all work on a query.
    `create table if not exists ${whole} (${rowIds}) engine = Distributed(${names.join(', ')}, cityHash64(_s, intDiv(_r, 1024)))`,
    ...alter(whole, columnAdditions),
  ];
}

const columnAddition = (cells: StoredCells) =>
  `add column if not exists ${quote(storedNameOf(cells))} Nullable(${warehouseTypes[cells.type]})`;

/** Times and dates have an index, because most queries read a span of time. */
function indexAddition(cells: StoredCells): string[] {
  const name = storedNameOf(cells);
  const isTime = cells.type === 'time' || cells.type === 'date';
  return isTime ? [`add index if not exists ${quote(`index ${name}`)} ${quote(name)} type minmax`] : [];
}
