import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';

import * as schema from '#server/database/schema.ts';
import type { BackupManifest } from './manifest.ts';

type BackupTables = BackupManifest['tables'];

/** Names of all tables, sorted so that none references a later one. */
export function listTables(): string[] {
  const tables = Object.values<unknown>(schema).filter((each): each is PgTable => is(each, PgTable));
  const sorted: string[] = [];
  const visit = (table: PgTable) => {
    if (sorted.includes(getTableName(table))) return;
    for (const key of getTableConfig(table).foreignKeys) {
      const { foreignTable } = key.reference();
      if (foreignTable !== table) visit(foreignTable);
    }
    sorted.push(getTableName(table));
  };
  for (const table of tables) visit(table);
  return sorted;
}

/** Columns of tables in row order. */
export async function listColumns(client: pg.Client, tables: string[]): Promise<BackupTables> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = current_schema() and table_name = any ($1) group by 1`,
    [tables],
  );
  return tables.map((name) => rows.find((row) => row.name === name)!);
}

// Unsealed pushes are up to 10 MB each, so only a few fit into memory.
const fetchSizeOf = (table: string) => (table === getTableName(schema.pushLog) ? 8 : 1000);

/** Dumps the rows of a table into a file, one per line, as PostgreSQL serializes them. */
export async function dumpTable(client: pg.Client, table: string, file: string, signal: AbortSignal): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 });
  await client.query(`declare dumped no scroll cursor for select whole::text as line from "${table}" as whole`);
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ line: string }>(`fetch ${fetchSizeOf(table)} from dumped`);
    if (rows.length === 0) break;
    const text = rows.map(({ line }) => `${JSON.stringify(line)}\n`).join('');
    if (!out.write(text)) await once(out, 'drain');
  }
  await client.query('close dumped');
  out.end();
  await finished(out);
}

/** Inserts dumped rows. */
export async function loadRows(client: pg.Client, table: string, lines: string[]): Promise<void> {
  await client.query(
    `insert into "${table}" overriding system value
     select (whole).* from (select line::"${table}" as whole from unnest($1::text[]) as line offset 0) as read`,
    [lines],
  );
}

/** Advances identity sequences past the restored values. */
export async function advanceSequences(client: pg.Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES' and table_name = any ($1)`,
    [tables],
  );
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('"${table}"', $1), coalesce(max("${column}"), 0) + 1, false) from "${table}"`,
      [column],
    );
}
