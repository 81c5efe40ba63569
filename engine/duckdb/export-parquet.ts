import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import type { ColumnType } from '#domain/query/query.ts';
import type { Export } from '#engine/engine.ts';
import { closeInstance, openInstance } from './instance.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import type { UseConnection } from './use-connection.ts';
import type { ResultStream } from './stream.ts';
import { storedAs } from './stored-types.ts';

/**
 * The instance that runs the query cannot access files. So its rows are appended, chunk by chunk, to a temporary
 * database in a second instance, which then writes the file.
 */
export async function writeParquet(
  { columns, zone, chunks }: ResultStream,
  { file }: Export,
  use: UseConnection,
): Promise<void> {
  const rowsFile = `${file}.rows`;
  const connection = await openInstance({ zone });
  try {
    await connection.run(`attach ${quoteText(rowsFile)} as staging`);
    const types = columns.map(({ duckType }, index) => `c${index} ${duckType.alias ?? duckType.toString()}`);
    // Chunks include the marker column of the stream.
    await connection.run(`create table staging.rows (${[...types, 'is_end boolean'].join(', ')})`);
    const appender = await connection.createAppender('rows', 'main', 'staging');
    for await (const chunk of chunks) appender.appendDataChunk(chunk);
    appender.closeSync();
    use(connection);
    const casts = await Promise.all(columns.map(({ name, type }, index) => castOf(connection, name, type, index)));
    await connection.run(`copy (select ${casts.join(', ')} from staging.rows) to ${quoteText(file)} (format parquet)`);
  } finally {
    closeInstance(connection);
    await Promise.all([rm(rowsFile, { force: true }), rm(`${rowsFile}.wal`, { force: true })]);
  }
}

// Other readers support few types, so columns get our types; integers beyond 64 bits become decimals.
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
  const sql = `select count(*)::integer from staging.rows where ${column} is not null and try_cast(${column} as bigint) is null`;
  return (await connection.runAndReadAll(sql)).getRows()[0]![0] === 0;
}
