import { rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { beginsWithJoinedDigits, countLines, countRecords, type LineCount } from '#engine/files/count-rows.ts';
import { rewriteSource } from '#engine/files/inspect-text.ts';
import { damagedProblemOf } from '#engine/files/unpack.ts';
import type { TableSource } from '#engine/tables.ts';
import { cellMacros } from './cell-macros.ts';
import { renameDurably } from './durable-rename.ts';
import { problemOf } from './failure.ts';
import { quoteName } from '#engine/sql/quote.ts';
import { doubtName, planParquet, planText, type LoadPlan, type TextPlanOptions } from './load-plan.ts';
import type { ReportProgress, UseConnection } from './use-connection.ts';
import { recheckRows } from './rejects.ts';
import { reuseInstance } from './reuse-instance.ts';
import { attachNew, type SegmentLayout, withinMemory } from './segment-layout.ts';
import type { Tasks } from './tasks.ts';
import { storedAs } from './stored-types.ts';

type LoadInput = Tasks['load']['input'];
type LoadOutput = Tasks['load']['output'];

const progressIntervalMs = 250;

/** Loads a table of a file into a segment, and writes rejected rows into a file. */
export async function loadTable(
  input: LoadInput,
  use: UseConnection,
  reportProgress: ReportProgress,
): Promise<LoadOutput> {
  try {
    return await loadOnce(input, use, reportProgress);
  } catch (error) {
    if (input.source.kind === 'parquet') throw damagedProblemOf(problemOf(error));
    if (!isMisread(error) || input.source.kind !== 'csv' || input.source.numbered) throw problemOf(error);
  }
  // DuckDB split the text into rows differently than we do; a plain copy is unambiguous.
  const copy = `${input.segment}.new.rows`;
  try {
    return await loadOnce({ ...input, source: await rewriteSource(input.source, copy) }, use, reportProgress);
  } catch (error) {
    throw problemOf(error);
  } finally {
    await rm(copy, { force: true });
  }
}

const isMisread = (error: unknown) =>
  (error instanceof Problem && error.code === 'rows_missing') || isParserError(error);

const isParserError = (error: unknown) =>
  error instanceof Error && /^Invalid Input Error|^Misaligned/.test(error.message) && !/INTERRUPT/i.test(error.message);

const withLoader = reuseInstance(async (connection) => {
  await connection.run("set temp_directory = ''");
  // Merging small row groups at the end would write many rows twice, and leave the space of the first copy in the file.
  await connection.run('set max_vacuum_tasks = 0');
  for (const macro of cellMacros) await connection.run(macro);
});

async function loadOnce(input: LoadInput, use: UseConnection, reportProgress: ReportProgress): Promise<LoadOutput> {
  const unfinished = `${input.segment}.new`;
  const { source } = input;
  const size = { bytes: (await stat(source.file)).size, rows: source.kind === 'csv' ? source.rows : undefined };
  const load = (hasJoinedDigits: boolean) =>
    withinMemory(size, (layout) => loadInto(unfinished, layout, { ...input, hasJoinedDigits }, use, reportProgress));
  try {
    const hasJoinedDigits = source.kind === 'csv' && (source.exact || (await beginsWithJoinedDigits(source.file)));
    return (await load(hasJoinedDigits)) ?? (await load(true))!;
  } catch (error) {
    await Promise.all([unfinished, `${unfinished}.wal`, input.rejects].map((file) => rm(file, { force: true })));
    throw error;
  }
}

type TextLoadInput = LoadInput & Pick<TextPlanOptions, 'hasJoinedDigits'>;

/** Returns nothing if the text has joined digits after all, and numbers must be read with care. */
async function loadInto(
  unfinished: string,
  layout: SegmentLayout,
  input: TextLoadInput,
  use: UseConnection,
  reportProgress: ReportProgress,
): Promise<LoadOutput | undefined> {
  const acceptedFile = `${unfinished}.fitting`;
  await Promise.all([unfinished, `${unfinished}.wal`].map((file) => rm(file, { force: true })));
  try {
    return await withLoader(use, async (connection) => {
      await connection.run('set enable_progress_bar = true');
      await connection.run('set enable_progress_bar_print = false');
      await attachNew(connection, unfinished, layout);
      // Counted during the load, because DuckDB does not keep all cores busy.
      const counting = countLinesOf(input.source);
      await withProgress(connection, input.source, reportProgress, () => fill(connection, input));
      const lines = await counting;
      if (lines?.hasJoinedDigits && !input.hasJoinedDigits) {
        await connection.run('detach segment');
        return undefined;
      }
      const { rejected, corrected, firstRejected } = await recheckRows(connection, input, acceptedFile);
      const reader = await connection.runAndReadAll('select count(*) from segment.rows');
      const rows = Number(reader.getRows()[0]![0]);
      await requireAllRows(input.source, rows + rejected, lines);
      if (rows === 0 && rejected > 0 && input.source.kind !== 'cells') {
        throw new Problem('no_rows_fit', { rows: rejected, line: firstRejected ?? 1 });
      }
      await connection.run('detach segment');
      const { size } = await stat(unfinished);
      await renameDurably(unfinished, input.segment);
      return { rows, bytes: size, rejected, corrected };
    });
  } finally {
    await rm(acceptedFile, { force: true });
  }
}

function planOf({ source, columns, zone, hasJoinedDigits }: TextLoadInput): LoadPlan {
  if (source.kind === 'csv') return planText(source, columns, { zone, hasJoinedDigits });
  if (source.kind === 'parquet') return planParquet(source, columns, zone);
  // Rows of kind `cells` are all checked one by one.
  return { from: '(select 1) where false', values: columns.map(() => 'null'), doubts: [] };
}

async function fill(connection: DuckDBConnection, input: TextLoadInput): Promise<void> {
  const { from, values, doubts } = planOf(input);
  const columnsSql = input.columns.map(
    ({ id, type }, index) => `(${values[index]})::${storedAs[type]} as ${quoteName(id)}`,
  );
  const doubt = `coalesce(${doubts.join(' or ') || 'false'}, false) as ${quoteName(doubtName)}`;
  await connection.run(`create table segment.rows as select ${[...columnsSql, doubt].join(', ')} from ${from}`);
}

async function withProgress(
  connection: DuckDBConnection,
  source: TableSource,
  reportProgress: ReportProgress,
  work: () => Promise<void>,
): Promise<void> {
  let lastPercent = 0;
  let failure: unknown;
  const timer = setInterval(() => {
    lastPercent = Math.max(lastPercent, Math.min(99, Math.round(connection.progress.percentage)));
    const rows = source.kind === 'cells' ? 0 : source.rows;
    // An error thrown in a timer would end the process. When the load is cancelled, the query is interrupted.
    try {
      reportProgress({ rows: Math.round((rows * lastPercent) / 100), percent: lastPercent });
    } catch (error) {
      failure = error;
      clearInterval(timer);
    }
  }, progressIntervalMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  if (failure) throw failure;
}

/**
 * Fails unless every row of a file was loaded or rejected: DuckDB may split a text into other rows than the preview
 * shows.
 */
async function requireAllRows(source: TableSource, rows: number, lines: LineCount | undefined): Promise<void> {
  if (source.kind === 'cells') return;
  // The fast count is sufficient where it agrees.
  if (lines?.rows === rows) return;
  const expected = source.kind === 'csv' && lines ? await countRecords(source) : source.rows;
  if (rows !== expected) throw new Problem('rows_missing', { rows, expected });
}

/** The number of lines of a text of which only the beginning was inspected. */
function countLinesOf(source: TableSource): Promise<LineCount> | undefined {
  if (source.kind !== 'csv' || source.exact) return undefined;
  const lines = countLines(source);
  // Not awaited if the load fails first.
  lines.catch(() => {});
  return lines;
}
