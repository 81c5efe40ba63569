import { rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import type { Column } from '#contract/query.ts';
import { closeInstance, openInstance, quoteName, quoteText } from './instance.ts';
import { renameDurably } from './durable.ts';
import type { Use } from './process.ts';
import type { Sealed, Tasks } from './tasks.ts';
import { storedAs } from './types.ts';

const megabyte = 1024 * 1024;

/** Small blocks keep small segments small, but make large ones several times larger than they need be. */
export const blockSizeFor = (bytes: number) => (bytes < 4 * megabyte ? 16_384 : 262_144);

/** Writes rows, a file of JSON objects keyed by column id, one a line, into a new segment. */
export function writeRows(
  { file, columns, rows }: Tasks['write']['input'],
  use: Use,
  longest: number = 0,
): Promise<Sealed> {
  const largest = Math.max(16 * megabyte, 2 * longest);
  const types = columns.map(({ id, type }) => `${quoteText(id)}: ${quoteText(storedAs[type])}`).join(', ');
  return writeSegment(
    file,
    columns,
    `read_json(${quoteText(rows)}, format = 'newline_delimited', maximum_object_size = ${largest}, columns = {${types}})`,
    use,
  );
}

/** Writes the rows of several segments, in their order, into one. */
export async function mergeSegments({ file, columns, segments }: Tasks['merge']['input'], use: Use): Promise<Sealed> {
  // A column that is newer than all of the parts is in none of them.
  const empty = columns.map(({ id, type }) => `null::${storedAs[type]} as ${quoteName(id)}`).join(', ');
  const parts = segments.map((_, index) => `select * from part_${index}.rows`);
  const tables = [`select ${empty} where false`, ...parts].join(' union all by name ');
  const attach = segments.map((segment, index) => `attach ${quoteText(segment)} as part_${index} (read_only)`);
  const sizes = await Promise.all(segments.map(async (segment) => (await stat(segment)).size));
  // Small segments are mostly air.
  const bytes = sizes.reduce((sum, size) => sum + size, 0) / 4;
  return writeSegment(file, columns, `(${tables})`, use, { before: attach, bytes });
}

// Under another name until it is whole: a segment that exists is complete.
export async function writeSegment(
  file: string,
  columns: Column[],
  from: string,
  use: Use,
  { before = [], bytes = 0 }: { before?: string[]; bytes?: number } = {},
): Promise<Sealed> {
  const half = `${file}.new`;
  await rm(half, { force: true });
  const connection = use(await openInstance());
  try {
    for (const statement of before) await connection.run(statement);
    await connection.run(`attach ${quoteText(half)} as segment (block_size ${blockSizeFor(bytes)})`);
    const shown = columns.map(({ id, type }) => `${quoteName(id)}::${storedAs[type]} as ${quoteName(id)}`).join(', ');
    await connection.run(`create table segment.rows as select ${shown} from ${from}`);
    const rows = await countRows(connection);
    await connection.run('detach segment');
    const { size } = await stat(half);
    await renameDurably(half, file);
    return { rows, bytes: size };
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  } finally {
    closeInstance(connection);
  }
}

async function countRows(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll('select count(*)::integer from segment.rows');
  return reader.getRows()[0]![0] as number;
}
