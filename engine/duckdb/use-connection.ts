import type { DuckDBConnection } from '@duckdb/node-api';

/** Registers the connection in use, so that it can be interrupted. */
export type UseConnection = (connection: DuckDBConnection) => DuckDBConnection;
