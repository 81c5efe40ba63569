import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { messageOf } from '#contract/error-catalogue.ts';
import { type ErrorCode, type ErrorParams, Problem } from '#contract/errors.ts';
import type { Upload } from '#contract/imports/routes.ts';
import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import { Refusal } from '#engine/engine.ts';
import type { Caller, MemberContext } from '#server/context.ts';
import { uploads } from '#server/database/schema.ts';
import { stagingFolder } from '#server/data-directory.ts';
import { zoneOf } from '#server/datasets/zone.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { publishChange } from '#server/live/changes.ts';
import { receiveFile } from './receive-file.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Previews have their own processes, so that they need not wait for an import. */
export type ImportServices = DatasetServices & { jobs: RunningJobs; previewPool: ProcessPool };
export type UploadRow = typeof uploads.$inferSelect;

const gigabyte = 1024 ** 3;
export const maxUploadBytes = 20 * gigabyte;
export const readTimeoutSeconds = 10 * 60;

export const folderOf = ({ config }: ImportServices, id: string) => path.join(stagingFolder(config.dataDirectory), id);
export const contentOf = (ctx: ImportServices, id: string) => path.join(folderOf(ctx, id), 'content');

export async function loadUploadRow({ db }: ImportServices, id: string): Promise<UploadRow> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id));
  if (!upload) throw new Problem('not_found');
  return upload;
}

export async function loadUpload(ctx: ImportServices & Caller, id: string): Promise<Upload> {
  return uploadOf(ctx, await loadUploadRow(ctx, id));
}

export function uploadOf(ctx: ImportServices & Caller, row: UploadRow): Upload {
  const { id, name, bytes, state, tables, options, createdAt } = row;
  return {
    id,
    name,
    bytes,
    state,
    tables,
    options,
    received: ctx.jobs.get(id)?.rows ?? (state === 'uploading' ? 0 : bytes),
    failure: failureOf(row.failure, ctx),
    createdAt: createdAt.toISOString(),
  };
}

/** A stored failure with its message in the caller's language. */
export function failureOf(failure: { code: ErrorCode; params: ErrorParams } | null, { language }: Caller) {
  return failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) };
}

type AnnouncedUpload = { name: string; bytes: number; zone: string };

export async function announceUpload(
  ctx: MemberContext<ImportServices>,
  { name, bytes, zone }: AnnouncedUpload,
): Promise<Upload> {
  if (bytes > maxUploadBytes) throw new Problem('file_too_large', { limit: '20 GB' });
  await requireDiskSpace(ctx, bytes);
  const id = randomUUID();
  const [row] = await ctx.db
    .insert(uploads)
    .values({ id, memberId: ctx.identity.member.id, name, bytes, zone: zoneOf(zone), state: 'uploading' })
    .returning();
  await ctx.servers.hold(id);
  return uploadOf(ctx, row!);
}

export async function requireDiskSpace({ config }: ImportServices, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDirectory);
  if (bytes > bavail * bsize) throw new Problem('disk_full');
}

/** Streams the file to the staging folder, then inspects it in the background. */
export async function receiveUpload(
  ctx: MemberContext<ImportServices> & { body: Readable },
  id: string,
): Promise<void> {
  const row = await loadUploadRow(ctx, id);
  if (row.state !== 'uploading' || ctx.jobs.has(id)) throw new Problem('upload_not_ready');
  const receiving = runJob(ctx.jobs, id, (stop, progress) => receive(ctx, row, { stop, progress }));
  await receiving;
  const reading = runJob(ctx.jobs, id, (stop) => inspectUpload(ctx, row, stop));
  reading.catch((error: unknown) => ctx.log.error({ err: error }, 'reading an upload failed'));
}

type JobProgress = { rows: number; percent: number };

/** Runs a job; its progress can be read and it can be stopped by its id. */
export async function runJob(
  jobs: RunningJobs,
  id: string,
  run: (stop: AbortSignal, progress: JobProgress) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const entry = { stop, done: Promise.resolve(), rows: 0, percent: 0 };
  jobs.set(id, entry);
  entry.done = run(stop.signal, entry).finally(() => jobs.get(id) === entry && jobs.delete(id));
  // The caller gets the failure; only a cancellation awaits this copy of the promise.
  entry.done.catch(() => {});
  return entry.done;
}

/** Waits for the running job of an upload, if any. */
export async function waitForJob({ jobs }: ImportServices, id: string): Promise<void> {
  // The job stores and reports its own failure.
  await jobs.get(id)?.done.catch(() => {});
}

type UploadWatch = { stop: AbortSignal; progress: JobProgress };

async function receive(
  ctx: ImportServices & { body: Readable },
  row: UploadRow,
  { stop, progress }: UploadWatch,
): Promise<void> {
  await mkdir(folderOf(ctx, row.id), { recursive: true });
  const file = contentOf(ctx, row.id);
  try {
    const onBytes = (received: number) => (progress.rows = received);
    const hash = await receiveFile(ctx.body, file, { expected: row.bytes, stop, onBytes });
    await ctx.db.update(uploads).set({ state: 'reading', hash }).where(eq(uploads.id, row.id));
    await publishChange(ctx.db, { kind: 'upload', id: row.id });
  } catch (cause) {
    await removeUpload(ctx, row.id);
    throw problemOf(cause, stop);
  }
}

/** Maps an error of reading a file to one that is meant for people. */
export function problemOf(cause: unknown, stop: AbortSignal): unknown {
  if (cause instanceof Problem) return cause;
  if (stop.aborted) return new Problem('cancelled', {}, { cause });
  if (cause instanceof Refusal) return refusalOf(cause);
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('disk_full', {}, { cause });
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ABORT_ERR')
    return new Problem('upload_incomplete', {}, { cause });
  return cause;
}

function refusalOf(refusal: Refusal): Problem {
  const { reason, message } = refusal;
  if (reason === 'cancelled') return new Problem('cancelled', {}, { cause: refusal });
  if (reason === 'timeout') return new Problem('file_timeout', { limit: '10 min' }, { cause: refusal });
  if (reason === 'crashed') return new Problem('file_crash', {}, { cause: refusal });
  if (/no space left|out of disk/i.test(message)) return new Problem('disk_full', {}, { cause: refusal });
  return new Problem('file_damaged', { detail: message.split('\n')[0]!.slice(0, 200) }, { cause: refusal });
}

/** Inspects a file in the staging folder and stores the result. */
export async function inspectUpload(ctx: ImportServices, row: UploadRow, stop: AbortSignal): Promise<void> {
  const { id, name, zone, options } = row;
  const directory = folderOf(ctx, id);
  const input = { file: contentOf(ctx, id), name, zone, directory, options };
  const outcome = await ctx.loads
    .run('inspect', input, { seconds: readTimeoutSeconds, signal: stop })
    .then((tables) => ({ state: 'ready' as const, tables }))
    .catch((error: unknown) => failedOutcomeOf(error, stop, ctx));
  if (stop.aborted) return;
  if (outcome.state === 'failed') await rm(directory, { recursive: true, force: true });
  await setOutcome(ctx, id, outcome).catch(async (error: unknown) => {
    // A result that cannot be stored must not leave the upload in the state "reading".
    ctx.log.error({ err: error }, 'storing the result of an inspection failed');
    await setOutcome(ctx, id, { state: 'failed', failure: { code: 'file_crash', params: {} } });
  });
}

async function setOutcome({ db }: ImportServices, id: string, outcome: Partial<UploadRow>): Promise<void> {
  await db.update(uploads).set(outcome).where(eq(uploads.id, id));
  await publishChange(db, { kind: 'upload', id });
}

/** The failure to store; unexpected errors are logged and stored as a crash. */
export function failedOutcomeOf(error: unknown, stop: AbortSignal, { log }: ImportServices) {
  const problem = problemOf(error, stop);
  if (problem instanceof Problem) {
    if (problem.code === 'warehouse_failed') log.error({ err: error }, 'the warehouse rejected rows');
    return { state: 'failed' as const, failure: { code: problem.code, params: problem.params } };
  }
  log.error({ err: error }, 'reading a file failed');
  return { state: 'failed' as const, failure: { code: 'file_crash' as const, params: {} } };
}

/** Job id of the preview of an upload, which runs beside the job of its file. */
export const previewJobOf = (id: string) => `${id}/preview`;

/** Deletes an upload and its files, and cancels its preview. */
export async function removeUpload(ctx: ImportServices, id: string): Promise<void> {
  ctx.jobs.get(previewJobOf(id))?.stop.abort();
  await waitForJob(ctx, previewJobOf(id));
  await ctx.db.delete(uploads).where(eq(uploads.id, id));
  await rm(folderOf(ctx, id), { recursive: true, force: true });
}

export async function cancelUpload(ctx: ImportServices, id: string): Promise<void> {
  await loadUploadRow(ctx, id);
  const running = ctx.jobs.get(id);
  running?.stop.abort();
  // An aborted job fails; the upload is removed in any case.
  await running?.done.catch(() => {});
  await removeUpload(ctx, id);
}
