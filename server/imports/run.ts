import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import { type ErrorCode, Problem } from '#contract/errors.ts';
import type { Import, importRoutes } from '#contract/imports.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import { requireRight } from '#server/access/rights.ts';
import type { Caller, MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, datasets, imports, members, rejects as rejectTable } from '#server/database/schema.ts';
import { createApplication } from '#server/applications/edit.ts';
import { loadApplication } from '#server/applications/list.ts';
import { segmentFile } from '#server/datasets/folders.ts';
import { publish } from '#server/datasets/publish.ts';
import { keepRejected } from '#server/datasets/rejected.ts';
import { tellChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import { applyPlan, type Plan, planImport, rememberReading } from './plan.ts';
import { confirmationOf, findDuplicate, type FindBrokenUses } from './confirmation.ts';
import { cancelUnconfirmed, releaseUpload } from './unconfirmed.ts';
import { begin, failedOf, failureOf, folderOf, loadUploadRow, type Services, waitForWork } from './uploads.ts';

type Start = z.output<(typeof importRoutes)['POST /uploads/:id/imports']['input']>;
type ImportRow = typeof imports.$inferSelect;
export type Job = { row: ImportRow; plan: Plan; zone: string; options: ReadingOptions };
/** Who imports, with what tells which cards and alerts an import would break. */
export type Importer = MemberContext<Services & { findBrokenUses: FindBrokenUses }>;

const loadingTime = 4 * 60 * 60;
const progressStep = 400;

/** Begins to load tables of a file; how far it is can be asked for. */
export async function startImports(ctx: Importer, input: Start): Promise<Import[]> {
  await waitForWork(ctx, input.id);
  const upload = await loadUploadRow(ctx, input.id);
  if (upload.state !== 'ready') throw new Problem('upload_not_ready');
  const { application } = input;
  if ('id' in application) await requireRight(ctx, 'edit', { kind: 'application', id: application.id });
  const memberId = ctx.identity.member.id;
  const jobs = await ctx.db.transaction(async (tx) => {
    const { id: applicationId } =
      'id' in application
        ? await loadApplication(tx, application.id)
        : await createApplication(tx, { name: application.name, kind: 'files', memberId });
    const plans: Plan[] = [];
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
        })),
      )
      .returning();
    const { zone, options } = upload;
    return rows.map((row, index): Job => ({ row, plan: plans[index]!, zone, options }));
  });
  void runAll(ctx, upload.id, jobs);
  return listImportsBy(
    ctx,
    jobs.map(({ row }) => row.id),
  );
}

function requireDistinct(plans: Plan[]): void {
  const names = new Set<string>();
  for (const { dataset } of plans) {
    if (names.has(dataset.name)) throw new Problem('name_taken', { value: dataset.name });
    names.add(dataset.name);
  }
}

const mendable = new Set<ErrorCode>(['too_many_rejects', 'no_rows_fit', 'rows_missing']);

// The file stays only if a person can put right what was wrong, by other types.
export async function runAll(ctx: Importer, uploadId: string, jobs: Job[]): Promise<void> {
  const outcomes = await Promise.all(
    jobs.map((job) => {
      let outcome: Outcome = { state: 'failed' };
      const done = begin(ctx.work, job.row.id, async (stop, progress) => {
        outcome = await run(ctx, job, { stop, progress });
      });
      return done.then(
        () => outcome,
        (error: unknown) => {
          ctx.log.error({ err: error }, 'an import failed');
          return outcome;
        },
      );
    }),
  );
  const canBeMended = outcomes.some(({ failure }) => failure && mendable.has(failure.code));
  if (canBeMended) return;
  await releaseUpload(ctx, uploadId).catch((error: unknown) => ctx.log.warn({ err: error }, 'staging'));
}

type Outcome = Pick<ImportRow, 'state'> & Partial<Pick<ImportRow, 'failure' | 'confirmation'>>;
type Watch = { stop: AbortSignal; progress: { rows: number; percent: number } };

async function run(ctx: Importer, job: Job, watch: Watch): Promise<Outcome> {
  const file = randomUUID();
  const { row } = job;
  await note(ctx, row, { state: 'loading' });
  const outcome = await load(ctx, job, watch, file).catch((error: unknown): Outcome => {
    if (watch.stop.aborted) return { state: 'cancelled' };
    return failedOf(error, watch.stop, ctx);
  });
  if (outcome.state === 'done') return outcome;
  await rm(segmentFile(ctx.config, file), { force: true });
  await rm(`${segmentFile(ctx.config, file)}.new`, { force: true });
  const finishedAt = outcome.state === 'unconfirmed' ? null : new Date();
  await note(ctx, row, { ...outcome, rows: 0, percent: 0, finishedAt });
  if (outcome.state === 'failed' && row.memberId) {
    const failure = outcome.failure ?? { code: 'internal', params: {} };
    await notify(ctx.db, [row.memberId], { kind: 'import_failed', ...noticeOf(row), failure });
  }
  if (outcome.state === 'cancelled') await removeIfEmpty(ctx, row);
  return outcome;
}

async function load(ctx: Importer, job: Job, { stop, progress }: Watch, file: string): Promise<Outcome> {
  const { row, plan, zone } = job;
  const duplicate = await findDuplicate(ctx.db, row, plan);
  if (duplicate) return { state: 'unconfirmed', confirmation: duplicate };
  const rejects = path.join(folderOf(ctx, row.uploadId!), `${row.id}.rejects`);
  const teller = throttle(() => noteProgress(ctx, row, progress));
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
      seconds: loadingTime,
      signal: stop,
      onProgress: (now) => {
        Object.assign(progress, now);
        teller();
      },
    },
  );
  const confirmation = await confirmationOf(ctx, plan, { ...loaded, rejects });
  if (confirmation) return { state: 'unconfirmed', confirmation };
  await publishLoaded(ctx, job, { ...loaded, file, rejects, stop });
  return { state: 'done' };
}

type Segment = { file: string; rows: number; bytes: number; rejected: number; corrected: number };

async function publishLoaded(
  ctx: Services,
  { row, plan, options }: Job,
  { stop, rejects, rejected, corrected, ...segment }: Segment & { rejects: string; stop: AbortSignal },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (stop.aborted) throw new Problem('cancelled');
    await applyPlan(tx, row.applicationId, plan);
    await rememberReading(tx, plan.dataset.id, options);
    const { memberId, file: detail, mode } = row;
    const datasetId = plan.dataset.id;
    // Rows of data that is replaced have nothing to be put right for.
    if (mode === 'replace') await tx.delete(rejectTable).where(eq(rejectTable.datasetId, datasetId));
    if (rejected > 0) await keepRejected(tx, rejects, { datasetId, importId: row.id });
    const cause = mode === 'replace' ? 'replace' : 'import';
    const remove = mode === 'replace' ? 'all' : 'none';
    await publish(tx, datasetId, { cause, memberId, detail, add: [segment], remove });
    const { rows } = segment;
    const done = { state: 'done' as const, datasetId, rows, rejected, corrected, percent: 100, finishedAt: new Date() };
    if (!(await updateRunning(tx, row, done))) throw new Problem('cancelled');
    if (rejected > 0 && memberId)
      await notify(tx, [memberId], { kind: 'import_rejects', ...noticeOf(row), dataset: datasetId, rows, rejected });
    await tellChange(tx, { kind: 'import', id: row.id, application: row.applicationId });
  });
}

const noticeOf = (row: ImportRow) => ({ import: row.id, application: row.applicationId, file: row.file });

/** Changes an import that has not ended; whatever comes later changes nothing. */
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

async function note({ db }: Services, row: ImportRow, fields: Partial<ImportRow>): Promise<void> {
  const isChanged = await updateRunning(db, row, fields);
  if (isChanged) await tellChange(db, { kind: 'import', id: row.id, application: row.applicationId });
}

const noteProgress = (ctx: Services, row: ImportRow, { rows, percent }: Watch['progress']) =>
  note(ctx, row, { rows, percent: Math.floor(percent) });

// Not more often than eyes can follow, one after the other; a missed step does not matter.
function throttle(tell: () => Promise<void>): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    setTimeout(() => {
      tell().then(
        () => (isBusy = false),
        () => (isBusy = false),
      );
    }, progressStep);
  };
}

// An application that was made for a file that was then cancelled has never been anything.
export async function removeIfEmpty({ db }: Services, { applicationId }: ImportRow): Promise<void> {
  const owned = db
    .select({ id: datasets.applicationId })
    .from(datasets)
    .where(eq(datasets.applicationId, applicationId));
  const others = db
    .select({ id: imports.applicationId })
    .from(imports)
    .where(and(eq(imports.applicationId, applicationId), notInArray(imports.state, ['cancelled'])));
  await db
    .delete(applications)
    .where(
      and(
        eq(applications.id, applicationId),
        eq(applications.kind, 'files'),
        notInArray(applications.id, owned),
        notInArray(applications.id, others),
      ),
    );
  await tellChange(db, { kind: 'application', id: applicationId });
}

const joined = ({ db }: Services) =>
  db.select({ row: imports, by: members.name }).from(imports).leftJoin(members, eq(members.id, imports.memberId));

export async function listImports(ctx: Services & Caller, applicationId: string): Promise<Import[]> {
  await loadApplication(ctx.db, applicationId);
  const list = await joined(ctx)
    .where(eq(imports.applicationId, applicationId))
    .orderBy(desc(imports.createdAt))
    .limit(200);
  return list.map(({ row, by }) => importOf(ctx, row, by));
}

/** Imports in the order of their ids. */
async function listImportsBy(ctx: Services & Caller, ids: string[]): Promise<Import[]> {
  const found = await joined(ctx).where(inArray(imports.id, ids));
  const list = found.toSorted((a, b) => ids.indexOf(a.row.id) - ids.indexOf(b.row.id));
  return list.map(({ row, by }) => importOf(ctx, row, by));
}

export async function loadImport(ctx: Services & Caller, id: string): Promise<Import> {
  const [found] = await joined(ctx).where(eq(imports.id, id));
  if (!found) throw new Problem('not_found');
  return importOf(ctx, found.row, found.by);
}

function importOf(ctx: Services & Caller, row: ImportRow, by: string | null): Import {
  const { uploadId: _, memberId: __, hash: ___, request: ____, createdAt, finishedAt, failure, ...rest } = row;
  const going = ctx.work.get(row.id);
  return {
    ...rest,
    ...(going && row.state === 'loading' && { rows: going.rows, percent: Math.floor(going.percent) }),
    by,
    failure: failureOf(failure, ctx),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
