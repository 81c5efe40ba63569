import type { DuckDBConnection } from '@duckdb/node-api';

import type { Source, Within } from '#engine/engine.ts';
import { quoteName } from './instance.ts';

/** What a connection shows instead of all rows of its source; nothing if those of a question were too many. */
type Kept = { key: string; table: string | null };

const kept = new WeakMap<DuckDBConnection, Kept>();

/**
 * Finds the rows that a question and others after it stay within, so that they read these instead of all. A table of
 * the connection's own goes before what else has its name; whoever stays within nothing sees all rows again.
 */
export async function stayWithin(connection: DuckDBConnection, [source]: Source[], within?: Within): Promise<void> {
  const key = within && JSON.stringify(within);
  const before = kept.get(connection);
  if (before?.key === key) return;
  kept.delete(connection);
  if (before?.table) await connection.run(`drop table temp.main.${before.table}`);
  if (!within || !source) return;
  const table = quoteName(source.name);
  const made = await connection.runAndReadAll(`create temp table ${table} as ${within.sql}`, within.params);
  const isTooLarge = Number(made.getRows()[0]![0]) > within.most;
  if (isTooLarge) await connection.run(`drop table temp.main.${table}`);
  kept.set(connection, { key: key!, table: isTooLarge ? null : table });
}
