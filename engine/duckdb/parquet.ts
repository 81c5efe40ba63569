import { open, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import { roleFor } from '#domain/columns/column-kinds.ts';
import { Problem } from '#contract/errors.ts';
import type { DetectedColumn, Note } from '#contract/imports/routes.ts';
import { MissingParts } from '#engine/files/file-parts.ts';
import { limits, previewRows } from '#engine/files/limits.ts';
import { headerNamesOf } from '#engine/files/header-names.ts';
import { createMeter, damagedProblemOf } from '#engine/files/unpack.ts';
import type { InspectedTable, ParquetSource } from '#engine/tables.ts';
import { problemOf } from './failure.ts';
import { openInstance } from './instance.ts';
import { quoteText } from '#engine/sql/quote.ts';
import { findLongNumbers, listColumns, type ParquetColumn } from './parquet-columns.ts';
import { parquetText } from './load-plan.ts';
import type { UseConnection } from './use-connection.ts';

/** Inspects the metadata and the first rows of a Parquet file. */
export async function inspectParquet(file: string, name: string, use: UseConnection): Promise<InspectedTable> {
  await checkEnd(file);
  return inspectParquetRows(file, { name, use });
}

/** With `limitRows`, only as many of the first rows are read as it returns. */
type ParquetOptions = {
  name: string;
  use: UseConnection;
  limitRows?: (connection: DuckDBConnection) => Promise<number>;
};

/** Inspects a Parquet file whose footer is available. */
export async function inspectParquetRows(
  file: string,
  { name, use, limitRows }: ParquetOptions,
): Promise<InspectedTable> {
  const connection = use(await openInstance());
  try {
    const rows = await checkSizes(connection, file);
    await checkFeatures(connection, file);
    const columns = await listColumns(connection, file);
    if (rows === 0) throw new Problem('file_no_rows');
    return await tableOf(connection, { file, name, rows, columns, firstRows: await limitRows?.(connection) });
  } catch (error) {
    if (error instanceof MissingParts) throw error;
    throw damagedProblemOf(problemOf(error));
  } finally {
    connection.closeSync();
  }
}

// The footer of the file is its index; without it the file is unreadable.
async function checkEnd(file: string): Promise<void> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, Math.max(0, size - 4));
    if (size < 12 || buffer.toString('latin1') !== 'PAR1') {
      throw new Problem('file_damaged', { detail: 'the end of the Parquet file is missing' });
    }
  } finally {
    await handle.close();
  }
}

async function checkSizes(connection: DuckDBConnection, file: string): Promise<number> {
  const sizes = await connection.runAndReadAll(
    `select coalesce(sum(total_uncompressed_size), 0)::double from parquet_metadata(${quoteText(file)})`,
  );
  const [[unpacked]] = sizes.getRows() as [[number]];
  createMeter((await stat(file)).size).count(unpacked);
  const counted = await connection.runAndReadAll(
    `select num_rows::double from parquet_file_metadata(${quoteText(file)})`,
  );
  const rows = counted.getRows()[0]![0] as number;
  // Run-length encoding can pack any number of rows into a few bytes.
  if (rows > limits.rows) throw new Problem('expands_too_large', { limit: '10,000,000,000 rows' });
  return rows;
}

/** Rejects features that DuckDB cannot decode before any row is read: such files are valid, but not supported. */
async function checkFeatures(connection: DuckDBConnection, file: string): Promise<void> {
  const reader = await connection.runAndReadAll(
    `select case when compression in ('LZ4', 'LZO') then compression else 'BYTE_STREAM_SPLIT' end
     from parquet_metadata(${quoteText(file)}) where compression in ('LZ4', 'LZO')
     or (contains(encodings, 'BYTE_STREAM_SPLIT') and type not in ('FLOAT', 'DOUBLE')) limit 1`,
  );
  const feature = reader.getRows()[0]?.[0];
  if (feature) throw new Problem('file_unsupported', { detail: String(feature) });
}

type Parquet = {
  file: string;
  name: string;
  rows: number;
  columns: ParquetColumn[];
  /** The number of rows that can be read; undefined for all. */
  firstRows: number | undefined;
};

async function tableOf(
  connection: DuckDBConnection,
  { file, name, rows, columns, firstRows }: Parquet,
): Promise<InspectedTable> {
  const repaired = headerNamesOf(columns.map(({ path }) => path.join('.')));
  const long = await findLongNumbers(connection, columns, { file, maxRows: firstRows });
  const source: ParquetSource = {
    kind: 'parquet',
    file,
    paths: columns.map(({ path }) => path),
    types: columns.map(({ type }) => type),
    readings: columns.map(({ readAs }) => readAs),
    rows,
  };
  const textColumns = columns.map((_, index) => parquetText(source, index));
  const reader = await connection.runAndReadAll(
    `select ${textColumns.join(', ')} from read_parquet(${quoteText(file)}) limit ${firstRows ?? previewRows}`,
  );
  const detectedColumns = columns.map((column, index): DetectedColumn => {
    const own = repaired.names[index]!;
    const type = long.whole.includes(index) ? 'text' : column.type;
    return { name: own, type, role: roleFor({ name: own, type }), format: 'plain', unit: '', doubtful: 0 };
  });
  const notes: Note[] = [];
  if (repaired.repaired.length > 0)
    notes.push({ code: 'header_repaired', detail: repaired.repaired.slice(0, 10).join(', ') });
  if (long.decimal.length > 0)
    notes.push({ code: 'digits_rounded', detail: long.decimal.map((index) => repaired.names[index]).join(', ') });
  const sample = reader.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
  const parts = { sample, markers: [], styles: [], doubtful: [], notes };
  return { name, rows, exact: true, columns: detectedColumns, ...parts, source, reading: null };
}
