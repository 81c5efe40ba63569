import { open } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { ByteRange } from '#domain/byte-range.ts';
import { type FileParts, hasRange, lengthAt, requireParts } from '#engine/files/file-parts.ts';
import { previewRows } from '#engine/files/limits.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { readPageHeader } from './parquet-pages.ts';
import { inspectParquetRows } from './parquet.ts';
import { quoteText } from '#engine/sql/quote.ts';
import type { UseConnection } from './use-connection.ts';

type ParquetPart = { file: string; parts: FileParts };

/** Inspects a Parquet file of which only some parts are available: its footer and its first pages. */
export async function previewParquet(part: ParquetPart, name: string, use: UseConnection): Promise<InspectedTable> {
  await requireFooter(part);
  return inspectParquetRows(part.file, {
    name,
    use,
    limitRows: async (connection) => {
      // A second thread would read from the next row group.
      await connection.run('set threads = 1');
      const { rows, chunks } = await listFirstChunks(connection, part.file);
      return (await requireFirstPages(part, chunks)) ? Math.min(previewRows, rows) : 0;
    },
  });
}

const trailerBytes = 8;

async function requireFooter({ file, parts }: ParquetPart): Promise<void> {
  const from = parts.bytes - trailerBytes;
  if (!hasRange(parts, { from, to: parts.bytes })) requireParts(parts, [{ from, to: parts.bytes }]);
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(trailerBytes), 0, trailerBytes, from);
    const footer = { from: from - buffer.readUInt32LE(0), to: parts.bytes };
    if (hasRange(parts, footer)) return;
    if (footer.from < 0) throw new Problem('file_damaged', { detail: 'the end of the Parquet file is missing' });
    requireParts(parts, [footer]);
    throw new Problem('expands_too_large', { limit: '32 MB' });
  } finally {
    await handle.close();
  }
}

/** A column of the first row group; with `isRepeated` a row has any number of its values. */
type ColumnChunk = ByteRange & { values: number; isRepeated: boolean };

async function listFirstChunks(connection: DuckDBConnection, file: string) {
  const repeated = await connection.runAndReadAll(
    `select count(*)::int from parquet_schema(${quoteText(file)}) where repetition_type = 'REPEATED'`,
  );
  const isRepeated = Number(repeated.getRows()[0]![0]) > 0;
  const reader = await connection.runAndReadAll(
    `select row_group_num_rows::double,
       (case when dictionary_page_offset >= 4 then least(dictionary_page_offset, data_page_offset)
         else data_page_offset end)::double,
       total_compressed_size::double, num_values::double
     from parquet_metadata(${quoteText(file)}) where row_group_id = 0`,
  );
  const rows = reader.getRows() as [number, number, number, number][];
  const chunks = rows.map(([, from, size, values]): ColumnChunk => ({ from, to: from + size, values, isRepeated }));
  return { rows: rows[0]?.[0] ?? 0, chunks };
}

/** Requests the pages that DuckDB reads for the first rows; false if they are too long for a preview. */
async function requireFirstPages({ file, parts }: ParquetPart, chunks: ColumnChunk[]): Promise<boolean> {
  const missing: ByteRange[] = [];
  for (const chunk of chunks) missing.push(...(await listMissingPages({ file, parts }, chunk, chunks.length)));
  return requireParts(parts, missing);
}

// DuckDB reads this many rows at once.
const vectorRows = 2048;
const maxHeaderBytes = 64 * 1024;
const firstBytes = 16 * 1024 * 1024;

async function listMissingPages(
  { file, parts }: ParquetPart,
  chunk: ColumnChunk,
  chunks: number,
): Promise<ByteRange[]> {
  if (chunk.isRepeated) return hasRange(parts, chunk) ? [] : [chunk];
  const guess = Math.max(maxHeaderBytes, Math.min(1024 * 1024, Math.floor(firstBytes / chunks)));
  const rangeTo = (to: number) => [{ from: chunk.from, to: Math.min(chunk.to, to) }];
  let [offset, values] = [chunk.from, 0];
  while (values < Math.min(vectorRows, chunk.values)) {
    const bytes = Math.min(lengthAt(parts, offset), chunk.to - offset, maxHeaderBytes);
    const header = bytes > 0 ? await readPageHeader(file, offset, bytes) : undefined;
    if (!header) return offset + bytes < chunk.to ? rangeTo(offset + guess) : rejectChunk();
    const end = offset + header.length + header.content;
    if (end > chunk.to || header.content < 0) rejectChunk();
    if (!hasRange(parts, { from: offset, to: end })) return rangeTo(end + maxHeaderBytes);
    values += header.values;
    offset = end;
  }
  return [];
}

function rejectChunk(): never {
  throw new Problem('file_damaged', { detail: 'a page of the Parquet file is too long' });
}
