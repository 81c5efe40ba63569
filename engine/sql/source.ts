import type { Metric } from '#domain/query/query.ts';
import type { EngineSource } from '#engine/engine.ts';
import type { DatabaseKind } from '#domain/databases.ts';
import type { Dialect } from './dialect.ts';
import { clickhouse } from './dialects/clickhouse.ts';
import { duckdb } from './dialects/duckdb.ts';
import { mysql } from './dialects/mysql.ts';
import { postgres } from './dialects/postgres.ts';
import { trino } from './dialects/trino.ts';
import type { QueryTable } from './scope.ts';

const databaseDialects: Record<DatabaseKind, Dialect> = { postgres, mysql, clickhouse, trino };

/** The dialect of the engine that reads a source. */
export const dialectOf = (source: EngineSource): Dialect =>
  source.at === 'files' ? duckdb : databaseDialects[source.kind];

/** The table that queries on a source read. */
export const queryTableOf = (source: EngineSource, metrics: Metric[]): QueryTable =>
  source.at === 'files'
    ? { name: source.name, columns: source.columns, metrics }
    : { schema: source.schema, name: source.table, columns: source.columns, metrics };
