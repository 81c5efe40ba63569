import type { DuckDBConnection } from '@duckdb/node-api';

import type { FileSource, SharedRows } from '#engine/engine.ts';
import { quoteName } from '#engine/sql/quote.ts';

/** The temp table that a connection shows instead of its source; `table` is null if its rows exceeded the limit. */
type SharedTable = { key: string; table: string | null };

const sharedTables = new WeakMap<DuckDBConnection, SharedTable>();

/**
 * Creates the temp table of the shared rows of several queries, or reuses it, so that they read it instead of the whole
 * source. A temp table shadows the view of the same name; without shared rows it is dropped.
 */
export async function useSharedRows(
  connection: DuckDBConnection,
  [source]: FileSource[],
  sharedRows?: SharedRows,
): Promise<void> {
  const key = sharedRows && JSON.stringify(sharedRows);
  const current = sharedTables.get(connection);
  if (current?.key === key) return;
  sharedTables.delete(connection);
  if (current?.table) await connection.run(`drop table temp.main.${current.table}`);
  if (!sharedRows || !source) return;
  const table = quoteName(source.name);
  const created = await connection.runAndReadAll(`create temp table ${table} as ${sharedRows.sql}`, sharedRows.params);
  const isTooLarge = Number(created.getRows()[0]![0]) > sharedRows.maxRows;
  if (isTooLarge) await connection.run(`drop table temp.main.${table}`);
  sharedTables.set(connection, { key: key!, table: isTooLarge ? null : table });
}
