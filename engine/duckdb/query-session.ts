import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { LRUCache } from 'lru-cache';

/** A connection of the pool, and what earlier queries prepared on it. */
export type QuerySession = {
  connection: DuckDBConnection;
  statements: LRUCache<string, DuckDBPreparedStatement>;
  /** The temp table that it shows instead of its source; `table` is null if its rows exceeded the limit. */
  sharedTable?: { key: string; table: string | null } | undefined;
  /** The columns of its view of extremes. */
  extremes?: string;
};
