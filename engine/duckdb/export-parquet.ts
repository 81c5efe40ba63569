import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import type { ColumnType } from '#contract/query.ts';
import type { Export } from '#engine/engine.ts';
import { closeInstance, openInstance, quoteName, quoteText } from './instance.ts';
import type { Use } from './process.ts';
import type { Stream } from './stream.ts';
import { storedAs } from './types.ts';

/**
 * The instance that runs the question can reach no file. So its rows go, chunk by chunk, to a second one that runs
 * nothing but this, into a table beside the file, and from there into the file.
 */
export async function writeParquet({ columns, zone, chunks }: Stream, { file }: Export, use: Use): Promise<void> {
  const beside = `${file}.rows`;
  const connection = await openInstance({ zone });
  try {
    await connection.run(`attach ${quoteText(beside)} as beside`);
    const types = columns.map(({ duckType }, index) => `c${index} ${duckType.alias ?? duckType.toString()}`);
    // A chunk also has the column of the stream's end.
    await connection.run(`create table beside.rows (${[...types, 'is_end boolean'].join(', ')})`);
    const appender = await connection.createAppender('rows', 'main', 'beside');
    for await (const chunk of chunks) appender.appendDataChunk(chunk);
    appender.closeSync();
    use(connection);
    const shown = await Promise.all(columns.map(({ name, type }, index) => castOf(connection, name, type, index)));
    await connection.run(`copy (select ${shown.join(', ')} from beside.rows) to ${quoteText(file)} (format parquet)`);
  } finally {
    closeInstance(connection);
    await Promise.all([rm(beside, { force: true }), rm(`${beside}.wal`, { force: true })]);
  }
}

// Others read few types, so that a column becomes what it is to us; integers beyond 64 bits become decimals.
async function castOf(connection: DuckDBConnection, name: string, type: ColumnType, index: number): Promise<string> {
  const column = `c${index}`;
  const isLarge = type === 'integer' && !(await fits(connection, column));
  const value =
    type === 'json'
      ? `to_json(${column})::varchar`
      : `try_cast(${column} as ${isLarge ? 'DECIMAL(38, 0)' : storedAs[type]})`;
  return `${value} as ${quoteName(name)}`;
}

async function fits(connection: DuckDBConnection, column: string): Promise<boolean> {
  const sql = `select count(*)::integer from beside.rows where ${column} is not null and try_cast(${column} as bigint) is null`;
  return (await connection.runAndReadAll(sql)).getRows()[0]![0] === 0;
}
