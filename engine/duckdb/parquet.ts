import { open, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { FoundColumn } from '#contract/imports.ts';
import { roleOf } from '#engine/files/guess.ts';
import { limits, shownRows } from '#engine/files/limits.ts';
import { namesOf } from '#engine/files/names.ts';
import { createMeter, damaged } from '#engine/files/unpack.ts';
import type { InspectedTable, ParquetSource } from '#engine/tables.ts';
import { problemOf } from './failure.ts';
import { openInstance, quoteName, quoteText } from './instance.ts';
import { textSql } from './plan.ts';
import type { Use } from './process.ts';
import { typeOf } from './types.ts';

type Leaf = { path: string[]; type: string };

/** Reads what a Parquet file says of itself, and its first rows. */
export async function inspectParquet(file: string, name: string, use: Use): Promise<InspectedTable> {
  await checkEnd(file);
  const connection = use(await openInstance());
  try {
    const rows = await checkSizes(connection, file);
    const leaves = await listLeaves(connection, file);
    if (rows === 0) throw new Problem('file_no_rows');
    return await tableOf(connection, { file, name, rows, leaves });
  } catch (error) {
    throw damaged(problemOf(error));
  } finally {
    connection.closeSync();
  }
}

// The index of the file stands at its end; without it the rest says nothing.
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
  // A run of one value packs any number of rows into a few bytes.
  if (rows > limits.rows) throw new Problem('expands_too_large', { limit: '10,000,000,000 rows' });
  return rows;
}

/** The columns of the file; those of structs one by one. */
async function listLeaves(connection: DuckDBConnection, file: string, parent: string[] = []): Promise<Leaf[]> {
  const shown = parent.length > 0 ? `unnest(${parent.map(quoteName).join('.')})` : '*';
  const reader = await connection.runAndReadAll(`describe select ${shown} from read_parquet(${quoteText(file)})`);
  const leaves: Leaf[] = [];
  for (const [name, type] of reader.getRows()) {
    const leaf = { path: [...parent, String(name)], type: String(type) };
    if (isStruct(leaf)) leaves.push(...(await listLeaves(connection, file, leaf.path)));
    else leaves.push(leaf);
    if (leaves.length > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
  }
  return leaves;
}

const isStruct = ({ path, type }: Leaf) =>
  type.startsWith('STRUCT(') && !type.endsWith(']') && path.length < limits.depth;

type Parquet = { file: string; name: string; rows: number; leaves: Leaf[] };

async function tableOf(connection: DuckDBConnection, { file, name, rows, leaves }: Parquet): Promise<InspectedTable> {
  const repaired = namesOf(leaves.map(({ path }) => path.join('.')));
  const types = leaves.map(({ type }) => typeOf(type));
  const shown = leaves.map(({ path }, index) => textSql(path.map(quoteName).join('.'), types[index]!));
  const reader = await connection.runAndReadAll(
    `select ${shown.join(', ')} from read_parquet(${quoteText(file)}) limit ${shownRows}`,
  );
  const columns = types.map((type, index): FoundColumn => {
    const own = repaired.names[index]!;
    return { name: own, type, role: roleOf(own, type, 0), format: 'plain', unit: '', doubtful: 0 };
  });
  const source: ParquetSource = { kind: 'parquet', file, paths: leaves.map(({ path }) => path), types, rows };
  const detail = repaired.repaired.slice(0, 10).join(', ');
  const notes = detail ? [{ code: 'header_repaired' as const, detail }] : [];
  const sample = reader.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
  return { name, rows, exact: true, columns, sample, doubtful: [], notes, source };
}
