import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import type { StoredCells } from '#engine/engine.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import { reuseInstance } from './reuse-instance.ts';
import { writeSegment } from './segment.ts';
import { storedAs, typeOf } from './stored-types.ts';
import type { Tasks, WrittenSegment } from './tasks.ts';
import type { UseConnection } from './use-connection.ts';

const withInstance = reuseInstance(async () => {});

/** Writes the rows of a segment into a Parquet file, with their row numbers in the column `_r`. */
export async function writeSegmentParquet(
  { segment, file }: Tasks['parquet']['input'],
  use: UseConnection,
): Promise<StoredCells[]> {
  try {
    return await withInstance(use, async (connection) => {
      await connection.run(`attach ${quoteText(segment)} as segment (read_only)`);
      const columns = await listColumns(connection);
      const cells = columns.map((column) => `${cellOf(column)} as ${quoteName(column.id)}`);
      await connection.run(
        `copy (select ${['rowid as _r', ...cells].join(', ')} from segment.rows) to ${quoteText(file)} (format parquet)`,
      );
      await connection.run('detach segment');
      return columns;
    });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Writes the rows of a Parquet file into a segment. */
export const writeParquetSegment = (
  { parquet, columns, file }: Tasks['segment']['input'],
  use: UseConnection,
): Promise<WrittenSegment> => writeSegment(file, columns, `read_parquet(${quoteText(parquet)})`, use);

/** A checksum of rows, to compare a segment with its copy as a Parquet file. */
export async function checksumRows(
  input: Tasks['checksum']['input'],
  use: UseConnection,
): Promise<Tasks['checksum']['output']> {
  return withInstance(use, async (connection) => {
    const isSegment = 'segment' in input;
    if (isSegment) await connection.run(`attach ${quoteText(input.segment)} as segment (read_only)`);
    const from = isSegment ? 'segment.rows' : `read_parquet(${quoteText(input.parquet)})`;
    const cells = input.columns.map((column) => `(${cellOf(column)})::varchar`);
    const reader = await connection.runAndReadAll(
      `select count(*), coalesce(sum(hash(${cells.join(', ') || '0'}))::varchar, '') from ${from}`,
    );
    const [rows, checksum] = reader.getRows()[0] as [bigint, string];
    if (isSegment) await connection.run('detach segment');
    return { rows: Number(rows), checksum };
  });
}

async function listColumns(connection: DuckDBConnection): Promise<StoredCells[]> {
  const reader = await connection.runAndReadAll(`select name, type from pragma_table_info('segment.rows')`);
  return (reader.getRows() as [string, string][]).map(([id, type]) => ({ id, type: typeOf(type) }));
}

// Readers differ in how they read dates and JSON; times and texts are the same everywhere.
function cellOf({ id, type }: StoredCells): string {
  if (type === 'date') return `${quoteName(id)}::timestamptz`;
  return `${quoteName(id)}::${type === 'json' ? 'varchar' : storedAs[type]}`;
}
