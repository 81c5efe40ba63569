import type { FileSource, SharedRows } from '#engine/engine.ts';
import type { QuerySession } from './query-session.ts';
import { quoteName } from '#engine/sql/quote.ts';

/**
 * Creates the temp table of the shared rows of several queries, or reuses it, so that they read it instead of the whole
 * source. A temp table shadows the view of the same name; without shared rows it is dropped.
 */
export async function useSharedRows(
  session: QuerySession,
  [source]: FileSource[],
  sharedRows?: SharedRows,
): Promise<void> {
  const key = sharedRows && JSON.stringify(sharedRows);
  const { connection, sharedTable: current } = session;
  if (current?.key === key) return;
  session.sharedTable = undefined;
  if (current?.table) await connection.run(`drop table temp.main.${current.table}`);
  if (!sharedRows || !source) return;
  const table = quoteName(source.name);
  const created = await connection.runAndReadAll(`create temp table ${table} as ${sharedRows.sql}`, sharedRows.params);
  const isTooLarge = Number(created.getRows()[0]![0]) > sharedRows.maxRows;
  if (isTooLarge) await connection.run(`drop table temp.main.${table}`);
  session.sharedTable = { key: key!, table: isTooLarge ? null : table };
}
