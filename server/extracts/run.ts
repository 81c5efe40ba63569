import { and, eq } from 'drizzle-orm';

import { isNotFound, Problem } from '#contract/errors.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { loadDelegation } from '#server/access/delegation.ts';
import { findRight, rightOf } from '#server/access/rights.ts';
import { asMember, loadCreators } from '#server/accounts/on-behalf.ts';
import { datasets, extracts, imports } from '#server/database/schema.ts';
import { listColumns, loadDatasetRow } from '#server/datasets/read.ts';
import { cancelImport } from '#server/imports/confirm.ts';
import { createImports, runAll } from '#server/imports/run-imports.ts';
import { stageFile } from '#server/imports/stage-file.ts';
import { releaseUpload } from '#server/imports/unconfirmed-imports.ts';
import { planExtractColumns } from './plan-columns.ts';
import type { ExtractRow, ExtractRunContext, ExtractServices } from './services.ts';
import { webFileOf } from './stage-download.ts';
import { type StagedRows, stageRows } from './stage-rows.ts';
import { decryptSource } from './web-address.ts';

/** How a run is stopped, and how it checks that no other server has taken it over. */
type RunControl = { signal: AbortSignal; renewLease: () => Promise<boolean> };

/** Loads the new rows of the source of an extract; throws a Problem with the reason if it cannot. */
export async function runExtract(ctx: ExtractServices, row: ExtractRow, control: RunControl): Promise<void> {
  let current: ExtractRow | undefined = row;
  while (current && (await loadPart(ctx, current, control))) {
    [current] = await ctx.db.select().from(extracts).where(eq(extracts.id, row.id));
  }
}

/** Loads one file; returns whether there are more rows. */
async function loadPart(ctx: ExtractServices, row: ExtractRow, control: RunControl): Promise<boolean> {
  const runner = await loadRunner(ctx, row);
  await cancelUnconfirmedImports(runner, row);
  const target = await loadTarget(runner, row);
  const sourceColumns = await loadSourceColumns(runner, row);
  const staged = await stageSource(runner, row, { target, sourceColumns, signal: control.signal });
  if (!staged) return false;
  const { upload, lastValue, hasMore } = staged;
  try {
    const [table] = upload.tables;
    if (!table) throw new Problem('file_no_rows');
    const { columns: chosen, targets } = row;
    const existing = target?.columns ?? [];
    const columns = planExtractColumns({ table, sourceColumns, chosen, targets, existing });
    if (columns.length === 0) throw new Problem('no_rows_fit', { rows: table.rows, line: 1 });
    if (!(await control.renewLease())) throw new Problem('cancelled');
    const dataset = target ? { id: target.id } : { name: row.name };
    const planned = { table: 0, dataset, mode: modeOf(row), columns, accept: [] };
    const keys = table.columns.map(({ name }) => name);
    const jobs = await createImports(
      runner,
      { id: upload.id, application: { id: row.applicationId }, imports: [planned] },
      { id: row.id, run: { lastValue, keys } },
    );
    await runImport(runner, { uploadId: upload.id, jobs, signal: control.signal });
    return hasMore;
  } catch (error) {
    // Unless the import waits for confirmation, the next run loads the file again.
    await releaseUpload(runner, upload.id);
    throw error;
  }
}

const modeOf = ({ source }: Pick<ExtractRow, 'source'>) => {
  if (source.kind === 'web') return source.mode;
  return source.growingColumn === null ? 'replace' : 'append';
};

/**
 * The context in which an extract runs. It reads only what its creator and its last editor may both read, and writes
 * only where both may edit.
 */
async function loadRunner(ctx: ExtractServices, row: ExtractRow): Promise<ExtractRunContext> {
  const people = await loadCreators(ctx.db, [row, { memberId: row.editorId }]);
  const creator = people.get(row.memberId ?? '');
  const editor = people.get(row.editorId ?? '');
  if (!creator || creator.role === 'viewer') throw new Problem('extract_nobody');
  const application = { kind: 'application' as const, id: row.applicationId };
  for (const person of editor ? [creator, editor] : [creator])
    if ((await rightOf(ctx, person, application)) !== 'edit') throw new Problem('extract_target_gone');
  const runner = { ...asMember(ctx, creator), delegation: await loadDelegation(ctx.db, row) };
  if (row.source.kind === 'dataset' && !(await findRight(runner, { kind: 'dataset', id: row.source.dataset })))
    throw new Problem('extract_unseen');
  return runner;
}

/** Imports of earlier runs that nobody confirmed: this run loads the same rows or newer ones. */
async function cancelUnconfirmedImports(ctx: ExtractRunContext, { id }: ExtractRow): Promise<void> {
  const waiting = await ctx.db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.extractId, id), eq(imports.state, 'unconfirmed')));
  for (const each of waiting) await cancelImport(ctx, each.id);
}

type ExtractTarget = { id: string; columns: DatasetColumn[]; reading: typeof datasets.$inferSelect.reading };

/** The dataset that receives the rows; undefined if the first run creates it. */
async function loadTarget({ db }: ExtractRunContext, { datasetId }: ExtractRow): Promise<ExtractTarget | undefined> {
  if (!datasetId) return undefined;
  const { id, reading } = await loadDatasetRow(db, datasetId).catch((cause: unknown) => {
    throw isNotFound(cause) ? new Problem('extract_target_gone', {}, { cause }) : cause;
  });
  return { id, reading, columns: await listColumns(db, id) };
}

async function loadSourceColumns({ db }: ExtractRunContext, { source }: ExtractRow) {
  const columns = source.kind === 'dataset' ? await listColumns(db, source.dataset) : [];
  return new Map(columns.map((column) => [column.id, column]));
}

type StagedSource = {
  target: ExtractTarget | undefined;
  sourceColumns: Map<string, DatasetColumn>;
  signal: AbortSignal;
};

async function stageSource(
  ctx: ExtractRunContext,
  row: ExtractRow,
  { target, sourceColumns, signal }: StagedSource,
): Promise<StagedRows | undefined> {
  const { zone } = row;
  const source = decryptSource(ctx, row);
  if (source.kind === 'dataset') {
    const [dataset] = await ctx.db
      .select({ name: datasets.name })
      .from(datasets)
      .where(eq(datasets.id, source.dataset));
    return stageRows(ctx, { row, source, sourceColumns, name: dataset?.name ?? row.name, signal });
  }
  const file = webFileOf(ctx, { url: source.url, zone, options: target?.reading ?? {} });
  return { upload: await stageFile(ctx, file, signal), lastValue: null, hasMore: false };
}

type RunningImport = { uploadId: string; jobs: Awaited<ReturnType<typeof createImports>>; signal: AbortSignal };

async function runImport(ctx: ExtractRunContext, { uploadId, jobs, signal }: RunningImport): Promise<void> {
  const { id } = jobs[0]!.row;
  const stop = () => ctx.jobs.get(id)?.stop.abort();
  signal.addEventListener('abort', stop, { once: true });
  const finished = runAll(ctx, uploadId, jobs);
  if (signal.aborted) stop();
  await finished;
  signal.removeEventListener('abort', stop);
  const [row] = await ctx.db.select().from(imports).where(eq(imports.id, id));
  if (row?.state === 'done') return;
  if (row?.state === 'failed') throw new Problem(row.failure?.code ?? 'internal', row.failure?.params);
  if (row?.state !== 'unconfirmed') throw new Problem('cancelled');
  // The same file as before: there is nothing new to append.
  if (row.confirmation?.duplicate) return cancelImport(ctx, id);
  throw new Problem('extract_unconfirmed');
}
