import { rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import type { StoredCells } from '#engine/engine.ts';
import { closeInstance, openInstance } from './instance.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import { renameDurably } from './durable-rename.ts';
import { reuseInstance } from './reuse-instance.ts';
import { attachNew, type SegmentLayout, withinMemory } from './segment-layout.ts';
import type { UseConnection } from './use-connection.ts';
import type { WrittenSegment, Tasks } from './tasks.ts';
import { storedAs } from './stored-types.ts';

const megabyte = 1024 * 1024;

/** Writes rows, a file of JSON objects keyed by column id, one a line, into a new segment. */
export function writeRows(
  { file, columns, rows }: Tasks['write']['input'],
  use: UseConnection,
  longest: number = 0,
): Promise<WrittenSegment> {
  const largest = Math.max(16 * megabyte, 2 * longest);
  const types = columns.map(({ id, type }) => `${quoteText(id)}: ${quoteText(storedAs[type])}`).join(', ');
  return writeSegment(
    file,
    columns,
    `read_json(${quoteText(rows)}, format = 'newline_delimited', maximum_object_size = ${largest}, columns = {${types}})`,
    use,
  );
}

/** Merges the rows of several segments, in order, into one. */
export async function mergeSegments(
  { file, columns, segments }: Tasks['merge']['input'],
  use: UseConnection,
): Promise<WrittenSegment> {
  // A column added later than all of the parts is in none of them.
  const empty = columns.map(({ id, type }) => `null::${storedAs[type]} as ${quoteName(id)}`).join(', ');
  const parts = segments.map((_, index) => `select * from part_${index}.rows`);
  const tables = [`select ${empty} where false`, ...parts].join(' union all by name ');
  const attach = segments.map((segment, index) => `attach ${quoteText(segment)} as part_${index} (read_only)`);
  const sizes = await Promise.all(segments.map(async (segment) => (await stat(segment)).size));
  // Small segments are mostly unused space.
  const bytes = sizes.reduce((sum, size) => sum + size, 0) / 4;
  return writeSegment(file, columns, `(${tables})`, use, { before: attach, bytes });
}

const withWriter = reuseInstance(async () => {});

// Not reused, because the statements in `before` leave databases, tables and macros in the instance.
async function withNewInstance<T>(use: UseConnection, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const connection = use(await openInstance());
  try {
    return await work(connection);
  } finally {
    closeInstance(connection);
  }
}

// Written under a temporary name: a segment that exists is complete.
export async function writeSegment(
  file: string,
  columns: StoredCells[],
  from: string,
  use: UseConnection,
  { before = [], bytes = 0 }: { before?: string[]; bytes?: number } = {},
): Promise<WrittenSegment> {
  const unfinished = `${file}.new`;
  const withInstance = before.length === 0 ? withWriter : withNewInstance;
  const columnsSql = columns
    .map(({ id, type }) => `${quoteName(id)}::${storedAs[type]} as ${quoteName(id)}`)
    .join(', ');
  const write = (layout: SegmentLayout) =>
    withInstance(use, async (connection) => {
      await rm(unfinished, { force: true });
      for (const statement of before) await connection.run(statement);
      await attachNew(connection, unfinished, layout);
      await connection.run(`create table segment.rows as select ${columnsSql} from ${from}`);
      const rows = await countRows(connection);
      await connection.run('detach segment');
      const { size } = await stat(unfinished);
      await renameDurably(unfinished, file);
      return { rows, bytes: size };
    });
  try {
    return await withinMemory({ bytes }, write);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function countRows(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll('select count(*)::integer from segment.rows');
  return reader.getRows()[0]![0] as number;
}
