import type { DuckDBConnection } from '@duckdb/node-api';

import { maxThreads } from './instance.ts';
import { memoryLimit } from './memory.ts';
import { quoteText } from '#engine/sql/quote.ts';

const megabyte = 1024 * 1024;

/** The size of the rows of a new segment in bytes and, if known, their number. */
export type SegmentSize = { bytes: number; rows?: number | undefined };
export type SegmentLayout = { blockSize: number; rowGroupSize: number; threads: number };

const maxRowGroup = 122_880;
const minRowGroup = 2_048;

/** The block size and row group size of a new segment, and the number of threads that write it. */
function layoutFor({ bytes, rows = 0 }: SegmentSize): SegmentLayout {
  // Each thread has a row group in memory, several times over. Wide rows need smaller groups.
  const groupBytes = (memoryLimit * megabyte) / 64;
  const fitting = Math.floor((groupBytes * rows) / bytes / minRowGroup) * minRowGroup;
  return {
    // Small blocks keep small segments small, but make large ones several times larger.
    blockSize: bytes < 4 * megabyte ? 16_384 : 262_144,
    rowGroupSize: rows > 0 && bytes > 0 ? Math.max(minRowGroup, Math.min(maxRowGroup, fitting)) : maxRowGroup,
    threads: maxThreads,
  };
}

/** Creates the file of a new segment, and attaches it as `segment`. */
export async function attachNew(
  connection: DuckDBConnection,
  file: string,
  { blockSize, rowGroupSize, threads }: SegmentLayout,
): Promise<void> {
  await connection.run(`set threads = ${threads}`);
  await connection.run(
    `attach ${quoteText(file)} as segment (block_size ${blockSize}, row_group_size ${rowGroupSize})`,
  );
}

/** Writes a segment; if that runs out of memory, writes it again with the smallest row groups and one thread. */
export async function withinMemory<T>(size: SegmentSize, write: (layout: SegmentLayout) => Promise<T>): Promise<T> {
  const layout = layoutFor(size);
  try {
    return await write(layout);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return write({ ...layout, rowGroupSize: minRowGroup, threads: 1 });
  }
}

export const isOutOfMemory = (error: unknown) =>
  error instanceof Error && error.message.startsWith('Out of Memory Error');
