import type { Column, Metric } from '#domain/query/query.ts';
import type { EngineSource } from '#engine/engine.ts';
import type { DatabaseKind } from '#domain/databases.ts';
import type { Dialect } from './dialect.ts';
import { clickhouse } from './dialects/clickhouse.ts';
import { duckdb } from './dialects/duckdb.ts';
import { mysql } from './dialects/mysql.ts';
import { postgres } from './dialects/postgres.ts';
import { trino } from './dialects/trino.ts';
import type { QueryTable } from './scope.ts';
import { rowIdNames, warehouseRows } from './warehouse-rows.ts';

/** The dialect of each kind of database. */
export const databaseDialects: Record<DatabaseKind, Dialect> = { postgres, mysql, clickhouse, trino };

/** The dialect of the engine that reads a source. */
export function dialectOf(source: EngineSource): Dialect {
  if (source.at === 'connection') return databaseDialects[source.kind];
  return source.at === 'files' ? duckdb : clickhouse;
}

/** The table that queries on a source read. */
export function queryTableOf(source: EngineSource, metrics: Metric[]): QueryTable {
  const { name, columns } = source;
  if (source.at === 'files') return { name, columns, metrics };
  if (source.at === 'warehouse')
    return { name, sql: warehouseRows(source), rowOrder: [...rowIdNames], columns: columns.map(plainColumn), metrics };
  if ('sql' in source) return { name, sql: source.sql, columns, metrics };
  return { schema: source.schema, name: source.table, columns, metrics };
}

const plainColumn = ({ id, name, type }: Column): Column => ({ id, name, type });
