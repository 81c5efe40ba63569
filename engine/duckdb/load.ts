import { rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { rewriteSource } from '#engine/files/text.ts';
import { damaged } from '#engine/files/unpack.ts';
import type { TableSource } from '#engine/tables.ts';
import { cellMacros } from './cells.ts';
import { renameDurably } from './durable.ts';
import { problemOf } from './failure.ts';
import { closeInstance, openInstance, quoteName, quoteText } from './instance.ts';
import { doubtName, planParquet, planText, type Plan } from './plan.ts';
import type { Tell, Use } from './process.ts';
import { settleRejects } from './rejects.ts';
import { requireAllRows } from './row-count.ts';
import { blockSizeFor } from './segment.ts';
import type { Tasks } from './tasks.ts';
import { storedAs } from './types.ts';

type Load = Tasks['load']['input'];
type Loaded = Tasks['load']['output'];

const beat = 250;

/** Writes a table of a file into a segment, and the rows that do not fit into a file. */
export async function loadTable(input: Load, use: Use, tell: Tell): Promise<Loaded> {
  try {
    return await loadOnce(input, use, tell);
  } catch (error) {
    if (input.source.kind === 'parquet') throw damaged(problemOf(error));
    if (!isStrange(error) || input.source.kind !== 'csv' || input.source.numbered) throw problemOf(error);
  }
  // DuckDB takes the text apart in another way than we do: written again plainly, there is only one way.
  const copy = `${input.segment}.new.rows`;
  try {
    return await loadOnce({ ...input, source: await rewriteSource(input.source, copy) }, use, tell);
  } catch (error) {
    throw problemOf(error);
  } finally {
    await rm(copy, { force: true });
  }
}

const isStrange = (error: unknown) =>
  (error instanceof Problem && error.code === 'rows_missing') || isParserError(error);

const isParserError = (error: unknown) =>
  error instanceof Error && /^Invalid Input Error|^Misaligned/.test(error.message) && !/INTERRUPT/i.test(error.message);

async function loadOnce(input: Load, use: Use, tell: Tell): Promise<Loaded> {
  const half = `${input.segment}.new`;
  const spare = `${half}.fitting`;
  await rm(half, { force: true });
  const connection = use(await openInstance());
  try {
    await prepare(connection, half, (await stat(input.source.file)).size);
    await withProgress(connection, input.source, tell, () => fill(connection, input));
    const { rejected, corrected, firstRejected } = await settleRejects(connection, input, spare);
    const reader = await connection.runAndReadAll('select count(*) from segment.rows');
    const rows = Number(reader.getRows()[0]![0]);
    await requireAllRows(input.source, rows + rejected);
    if (rows === 0 && rejected > 0 && input.source.kind !== 'cells') {
      throw new Problem('no_rows_fit', { rows: rejected, line: firstRejected ?? 1 });
    }
    await connection.run('detach segment');
    const { size } = await stat(half);
    await renameDurably(half, input.segment);
    return { rows, bytes: size, rejected, corrected };
  } catch (error) {
    await Promise.all([half, `${half}.wal`, input.rejects].map((file) => rm(file, { force: true })));
    throw error;
  } finally {
    closeInstance(connection);
    await rm(spare, { force: true });
  }
}

async function prepare(connection: DuckDBConnection, file: string, bytes: number): Promise<void> {
  await connection.run("set temp_directory = ''");
  await connection.run('set enable_progress_bar = true');
  await connection.run('set enable_progress_bar_print = false');
  for (const macro of cellMacros) await connection.run(macro);
  await connection.run(`attach ${quoteText(file)} as segment (block_size ${blockSizeFor(bytes)})`);
}

function planOf({ source, columns, zone }: Load): Plan {
  if (source.kind === 'csv') return planText(source, columns, zone);
  if (source.kind === 'parquet') return planParquet(source, columns, zone);
  // All of them are looked at one by one.
  return { from: '(select 1) where false', values: columns.map(() => 'null'), doubts: [] };
}

async function fill(connection: DuckDBConnection, input: Load): Promise<void> {
  const { from, values, doubts } = planOf(input);
  const shown = input.columns.map(({ id, type }, index) => `(${values[index]})::${storedAs[type]} as ${quoteName(id)}`);
  const doubt = `coalesce(${doubts.join(' or ') || 'false'}, false) as ${quoteName(doubtName)}`;
  await connection.run(`create table segment.rows as select ${[...shown, doubt].join(', ')} from ${from}`);
}

async function withProgress(
  connection: DuckDBConnection,
  source: TableSource,
  tell: Tell,
  work: () => Promise<void>,
): Promise<void> {
  let last = 0;
  let refused: unknown;
  const timer = setInterval(() => {
    last = Math.max(last, Math.min(99, Math.round(connection.progress.percentage)));
    const rows = source.kind === 'cells' ? 0 : source.rows;
    // What is thrown in a timer would end the process. Once nobody waits, the query is interrupted.
    try {
      tell({ rows: Math.round((rows * last) / 100), percent: last });
    } catch (error) {
      refused = error;
      clearInterval(timer);
    }
  }, beat);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  if (refused) throw refused;
}
