import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import { loadLoadable } from '#server/applications/list.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import type { Import, importRoutes } from '#contract/imports/routes.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import { requireRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import {
  applications,
  datasets,
  type ExtractRun,
  extracts,
  imports,
  rejects as rejectTable,
} from '#server/database/schema.ts';
import { createApplication } from '#server/applications/edit.ts';
import { segmentFile } from '#server/data-directory.ts';
import { publish } from '#server/datasets/publish.ts';
import { storeRejected } from '#server/datasets/store-rejects.ts';
import { requireTarget } from '#server/folders/targets.ts';
import { publishChange } from '#server/live/changes.ts';
import type { NewSegment } from '#server/segments/segment-store.ts';
import { notify } from '#server/notifications/notify.ts';
import { advanceExtract } from './advance-extract.ts';
import { applyPlan, type PreparedImport, planImport, saveReadingOptions } from './plan.ts';
import { listImportsBy } from './list-imports.ts';
import { confirmationOf, findDuplicate, type FindBrokenUses } from './confirmation.ts';
import { cancelUnconfirmed, releaseUpload } from './unconfirmed-imports.ts';
import { runJob, failedOutcomeOf, folderOf, loadUploadRow, type ImportServices, waitForJob } from './uploads.ts';

type StartImports = z.output<(typeof importRoutes)['POST /uploads/:id/imports']['input']>;
type ImportRow = typeof imports.$inferSelect;
export type ImportJob = { row: ImportRow; plan: PreparedImport; zone: string; options: ReadingOptions };
/** Context of the member who imports, with the check for broken cards and alerts. */
export type Importer = MemberContext<ImportServices & { findBrokenUses: FindBrokenUses }>;

const loadTimeoutSeconds = 4 * 60 * 60;
const progressIntervalMs = 400;

/** Starts importing tables of an upload in the background. */
export async function startImports(ctx: Importer, input: StartImports): Promise<Import[]> {
  const jobs = await createImports(ctx, input);
  void runAll(ctx, input.id, jobs);
  return listImportsBy(
    ctx,
    jobs.map(({ row }) => row.id),
  );
}

/** Creates the imports of an upload for the caller to run; those of an extract publish only for its current run. */
export async function createImports(
  ctx: Importer,
  input: StartImports,
  extract?: { id: string; run: ExtractRun },
): Promise<ImportJob[]> {
  await waitForJob(ctx, input.id);
  const upload = await loadUploadRow(ctx, input.id);
  if (upload.state !== 'ready') throw new Problem('upload_not_ready');
  const { application } = input;
  if ('id' in application) await requireRight(ctx, 'edit', { kind: 'application', id: application.id });
  else await requireTarget(ctx, application.folder, 'application');
  const memberId = ctx.identity.member.id;
  return ctx.db.transaction(async (tx) => {
    const { id: applicationId } =
      'id' in application
        ? await loadLoadable(tx, application.id)
        : await createApplication(tx, { ...application, kind: 'files', memberId });
    const plans: PreparedImport[] = [];
    for (const planned of input.imports) plans.push(await planImport(tx, applicationId, upload.tables, planned));
    requireDistinct(plans);
    await cancelUnconfirmed(tx, upload.id);
    const rows = await tx
      .insert(imports)
      .values(
        plans.map(({ table, dataset, mode }, index) => ({
          id: randomUUID(),
          applicationId,
          datasetId: dataset.isNew ? null : dataset.id,
          uploadId: upload.id,
          memberId,
          file: upload.name,
          table: table.name,
          dataset: dataset.name,
          bytes: upload.bytes,
          hash: upload.hash,
          request: input.imports[index]!,
          mode,
          state: 'waiting' as const,
          extractId: extract?.id,
          extractRun: extract?.run,
        })),
      )
      .returning();
    for (const { id } of rows) await ctx.servers.hold(id, { db: tx });
    if (extract) await tx.update(extracts).set({ importId: rows[0]!.id }).where(eq(extracts.id, extract.id));
    const { zone, options } = upload;
    return rows.map((row, index): ImportJob => ({ row, plan: plans[index]!, zone, options }));
  });
}

function requireDistinct(plans: PreparedImport[]): void {
  const names = new Set<string>();
  for (const { dataset } of plans) {
    if (names.has(dataset.name)) throw new Problem('name_taken', { value: dataset.name });
    names.add(dataset.name);
  }
}

const retryableCodes = new Set<ErrorCode>(['too_many_rejects', 'no_rows_fit', 'rows_missing']);

// The upload is kept only if the import can be retried with other column types.
export async function runAll(ctx: Importer, uploadId: string, jobs: ImportJob[]): Promise<void> {
  const outcomes = await Promise.all(
    jobs.map((job) => {
      let outcome: ImportOutcome = { state: 'failed' };
      const done = runJob(ctx.jobs, job.row.id, async (stop, progress) => {
        outcome = await run(ctx, job, { stop, progress });
      });
      return done.then(
        () => outcome,
        (error: unknown) => {
          ctx.log.error({ err: error }, 'import failed');
          return outcome;
        },
      );
    }),
  );
  const canBeRetried = outcomes.some(({ failure }) => failure && retryableCodes.has(failure.code));
  if (canBeRetried) return;
  await releaseUpload(ctx, uploadId).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'removing an upload failed'),
  );
}

type ImportOutcome = Pick<ImportRow, 'state'> & Partial<Pick<ImportRow, 'failure' | 'confirmation'>>;
type ImportWatch = { stop: AbortSignal; progress: { rows: number; percent: number } };

async function run(ctx: Importer, job: ImportJob, watch: ImportWatch): Promise<ImportOutcome> {
  const file = randomUUID();
  const { row } = job;
  await updateImport(ctx, row, { state: 'loading' });
  const outcome = await load(ctx, job, watch, file).catch((error: unknown): ImportOutcome => {
    if (watch.stop.aborted) return { state: 'cancelled' };
    return failedOutcomeOf(error, watch.stop, ctx);
  });
  if (outcome.state === 'done') return outcome;
  await rm(segmentFile(ctx.config, file), { force: true });
  await rm(`${segmentFile(ctx.config, file)}.new`, { force: true });
  const finishedAt = outcome.state === 'unconfirmed' ? null : new Date();
  await updateImport(ctx, row, { ...outcome, rows: 0, percent: 0, finishedAt });
  // An extract reports its failures itself.
  if (row.extractId) return outcome;
  if (outcome.state === 'failed' && row.memberId) {
    const failure = outcome.failure ?? { code: 'internal', params: {} };
    await notify(ctx.db, [row.memberId], { kind: 'import_failed', ...noticeOf(row), failure });
  }
  if (outcome.state === 'cancelled') await removeIfEmpty(ctx, row);
  return outcome;
}

async function load(
  ctx: Importer,
  job: ImportJob,
  { stop, progress }: ImportWatch,
  file: string,
): Promise<ImportOutcome> {
  const { row, plan, zone } = job;
  const duplicate = await findDuplicate(ctx.db, row, plan);
  if (duplicate) return { state: 'unconfirmed', confirmation: duplicate };
  const rejects = path.join(folderOf(ctx, row.uploadId!), `${row.id}.rejects`);
  const reportProgress = throttle(() => updateProgress(ctx, row, progress));
  const loaded = await ctx.loads.run(
    'load',
    {
      source: plan.table.source,
      zone,
      columns: plan.columns.map(({ source, id, type, format, empty }) => ({ source, id, type, format, empty })),
      recipe: plan.recipe,
      segment: segmentFile(ctx.config, file),
      rejects,
    },
    {
      seconds: loadTimeoutSeconds,
      signal: stop,
      onProgress: (now) => {
        Object.assign(progress, now);
        reportProgress();
      },
    },
  );
  const confirmation = await confirmationOf(ctx, plan, { ...loaded, rejects });
  if (confirmation) return { state: 'unconfirmed', confirmation };
  const { rows, bytes, rejected, corrected } = loaded;
  const segment = await ctx.segments.store(
    { file, rows, bytes },
    { datasetId: plan.dataset.id, processes: ctx.loads, signal: stop },
  );
  await publishLoaded(ctx, job, { segment, rejected, corrected, rejects, stop });
  return { state: 'done' };
}

type LoadedImport = { segment: NewSegment; rejected: number; corrected: number; rejects: string; stop: AbortSignal };

async function publishLoaded(
  ctx: ImportServices,
  { row, plan, options }: ImportJob,
  { segment, stop, rejects, rejected, corrected }: LoadedImport,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (stop.aborted) throw new Problem('cancelled');
    await applyPlan(tx, row.applicationId, plan);
    await saveReadingOptions(tx, plan.dataset.id, options);
    const { memberId, file: detail, mode } = row;
    const datasetId = plan.dataset.id;
    // Rejects of replaced rows are obsolete.
    if (mode === 'replace') await tx.delete(rejectTable).where(eq(rejectTable.datasetId, datasetId));
    if (rejected > 0) await storeRejected(tx, rejects, { datasetId, importId: row.id });
    const cause = mode === 'replace' ? 'replace' : 'import';
    const remove = mode === 'replace' ? 'all' : 'none';
    await advanceExtract(tx, row, plan);
    await publish(tx, datasetId, { cause, memberId, detail, add: [segment], remove });
    const { rows } = segment;
    const done = { state: 'done' as const, datasetId, rows, rejected, corrected, percent: 100, finishedAt: new Date() };
    if (!(await updateRunning(tx, row, done))) throw new Problem('cancelled');
    // Readers who are notified that the import is done must also see its rows.
    ctx.snapshots.invalidate();
    if (rejected > 0 && memberId)
      await notify(tx, [memberId], { kind: 'import_rejects', ...noticeOf(row), dataset: datasetId, rows, rejected });
    await publishChange(tx, { kind: 'import', id: row.id, application: row.applicationId });
  });
}

const noticeOf = (row: ImportRow) => ({ import: row.id, application: row.applicationId, file: row.file });

/** Updates an import unless it has finished; returns whether it was updated. */
export async function updateRunning(
  db: Queryable,
  { id }: Pick<ImportRow, 'id'>,
  fields: Partial<ImportRow>,
): Promise<boolean> {
  const isRunning = inArray(imports.state, ['waiting', 'loading']);
  const updated = await db
    .update(imports)
    .set(fields)
    .where(and(eq(imports.id, id), isRunning))
    .returning({ id: imports.id });
  return updated.length > 0;
}

async function updateImport({ db }: ImportServices, row: ImportRow, fields: Partial<ImportRow>): Promise<void> {
  const isChanged = await updateRunning(db, row, fields);
  if (isChanged) await publishChange(db, { kind: 'import', id: row.id, application: row.applicationId });
}

const updateProgress = (ctx: ImportServices, row: ImportRow, { rows, percent }: ImportWatch['progress']) =>
  updateImport(ctx, row, { rows, percent: Math.floor(percent) });

// One report at a time, at most one per interval; others are skipped.
function throttle(report: () => Promise<void>): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    setTimeout(() => {
      void report()
        // The next report has newer numbers, and the result is stored separately.
        .catch(() => undefined)
        .finally(() => (isBusy = false));
    }, progressIntervalMs);
  };
}

// Removes an application that was created only for an import that was cancelled.
async function removeIfEmpty({ db }: ImportServices, row: ImportRow): Promise<void> {
  const id = row.applicationId;
  const owned = db.select({ id: datasets.applicationId }).from(datasets).where(eq(datasets.applicationId, id));
  const others = db
    .select({ id: imports.applicationId })
    .from(imports)
    .where(and(eq(imports.applicationId, id), notInArray(imports.state, ['cancelled'])));
  // The import created it if both are of the same transaction; one that a person created stays.
  const sameMoment = db.select({ at: imports.createdAt }).from(imports).where(eq(imports.id, row.id));
  const removed = await db
    .delete(applications)
    .where(
      and(
        eq(applications.id, id),
        inArray(applications.createdAt, sameMoment),
        notInArray(applications.id, owned),
        notInArray(applications.id, others),
      ),
    )
    .returning({ id: applications.id });
  if (removed.length > 0) await publishChange(db, { kind: 'application', id });
}
