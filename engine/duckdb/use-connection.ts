import type { DuckDBConnection } from '@duckdb/node-api';

import type { LoadProgress } from '#engine/tables.ts';

/** Registers the connection in use, so that it can be interrupted. */
export type UseConnection = (connection: DuckDBConnection) => DuckDBConnection;

export type ReportProgress = (progress: LoadProgress) => void;
