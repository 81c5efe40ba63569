import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { messageOf } from '#contract/catalogue.ts';
import { type ErrorCode, type ErrorParams, Problem } from '#contract/errors.ts';
import type { Upload } from '#contract/imports.ts';
import { Refusal } from '#engine/engine.ts';
import type { Caller, MemberContext } from '#server/context.ts';
import { uploads } from '#server/database/schema.ts';
import { stagingFolder } from '#server/datasets/folders.ts';
import { zoneOf } from '#server/datasets/zone.ts';
import type { Services as DataServices } from '#server/datasets/services.ts';
import { tellChange } from '#server/live/changes.ts';
import { receiveFile } from './receive.ts';
import type { Work } from './work.ts';

export type Services = DataServices & { work: Work };
type UploadRow = typeof uploads.$inferSelect;

const gigabyte = 1024 ** 3;
/** At most so many bytes can be uploaded as one file. */
export const largestUpload = 20 * gigabyte;
export const readingTime = 10 * 60;

export const folderOf = ({ config }: Services, id: string) => path.join(stagingFolder(config.dataDirectory), id);
export const contentOf = (ctx: Services, id: string) => path.join(folderOf(ctx, id), 'content');

export async function loadUploadRow({ db }: Services, id: string): Promise<UploadRow> {
  const [found] = await db.select().from(uploads).where(eq(uploads.id, id));
  if (!found) throw new Problem('not_found');
  return found;
}

export async function loadUpload(ctx: Services & Caller, id: string): Promise<Upload> {
  return uploadOf(ctx, await loadUploadRow(ctx, id));
}

function uploadOf(ctx: Services & Caller, row: UploadRow): Upload {
  const { id, name, bytes, state, tables, options, createdAt } = row;
  return {
    id,
    name,
    bytes,
    state,
    tables,
    options,
    received: ctx.work.get(id)?.rows ?? (state === 'uploading' ? 0 : bytes),
    failure: failureOf(row.failure, ctx),
    createdAt: createdAt.toISOString(),
  };
}

/** A failure as it is kept, in the reader's language. */
export function failureOf(failure: { code: ErrorCode; params: ErrorParams } | null, { language }: Caller) {
  return failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) };
}

type Announced = { name: string; bytes: number; zone: string };

export async function announceUpload(ctx: MemberContext<Services>, { name, bytes, zone }: Announced): Promise<Upload> {
  if (bytes > largestUpload) throw new Problem('file_too_large', { limit: '20 GB' });
  await requireRoom(ctx, bytes);
  const id = randomUUID();
  const [row] = await ctx.db
    .insert(uploads)
    .values({ id, memberId: ctx.identity.member.id, name, bytes, zone: zoneOf(zone), state: 'uploading' })
    .returning();
  return uploadOf(ctx, row!);
}

async function requireRoom({ config }: Services, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDirectory);
  if (bytes > bavail * bsize) throw new Problem('disk_full');
}

/** Takes the file as it comes, to the staging folder; then it is read in the background. */
export async function receiveUpload(ctx: MemberContext<Services> & { body: Readable }, id: string): Promise<void> {
  const row = await loadUploadRow(ctx, id);
  if (row.state !== 'uploading' || ctx.work.has(id)) throw new Problem('upload_not_ready');
  const receiving = begin(ctx.work, id, (stop, progress) => receive(ctx, row, { stop, progress }));
  await receiving;
  const reading = begin(ctx.work, id, (stop) => read(ctx, row, stop));
  reading.catch((error: unknown) => ctx.log.error({ err: error }, 'reading an upload failed'));
}

type Progress = { rows: number; percent: number };

/** Runs something that can be looked at and stopped by its id. */
export async function begin(
  work: Work,
  id: string,
  run: (stop: AbortSignal, progress: Progress) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const entry = { stop, done: Promise.resolve(), rows: 0, percent: 0 };
  work.set(id, entry);
  entry.done = run(stop.signal, entry).finally(() => work.get(id) === entry && work.delete(id));
  entry.done.catch(() => {});
  return entry.done;
}

/** Waits for whatever is being done with an upload. */
export async function waitForWork({ work }: Services, id: string): Promise<void> {
  await work.get(id)?.done.catch(() => {});
}

type Receiving = { stop: AbortSignal; progress: Progress };

async function receive(
  ctx: Services & { body: Readable },
  row: UploadRow,
  { stop, progress }: Receiving,
): Promise<void> {
  await mkdir(folderOf(ctx, row.id), { recursive: true });
  const file = contentOf(ctx, row.id);
  try {
    const onBytes = (received: number) => (progress.rows = received);
    const hash = await receiveFile(ctx.body, file, { expected: row.bytes, stop, onBytes });
    await ctx.db.update(uploads).set({ state: 'reading', hash }).where(eq(uploads.id, row.id));
    await tellChange(ctx.db, { kind: 'upload', id: row.id });
  } catch (cause) {
    await removeUpload(ctx, row.id);
    throw problemOf(cause, stop);
  }
}

/** What went wrong with a file, as a person can understand it. */
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

async function read(ctx: Services, { id, name, zone }: UploadRow, stop: AbortSignal): Promise<void> {
  const directory = folderOf(ctx, id);
  const input = { file: contentOf(ctx, id), name, zone, directory, options: {} };
  const outcome = await ctx.loads
    .run('inspect', input, { seconds: readingTime, signal: stop })
    .then((tables) => ({ state: 'ready' as const, tables }))
    .catch((error: unknown) => failedOf(error, stop, ctx));
  if (stop.aborted) return;
  if (outcome.state === 'failed') await rm(directory, { recursive: true, force: true });
  await setOutcome(ctx, id, outcome).catch(async (error: unknown) => {
    // Whatever cannot be stored must not leave the upload in the state "reading".
    ctx.log.error({ err: error }, 'storing what was read failed');
    await setOutcome(ctx, id, { state: 'failed', failure: { code: 'file_crash', params: {} } });
  });
}

async function setOutcome({ db }: Services, id: string, outcome: Partial<UploadRow>): Promise<void> {
  await db.update(uploads).set(outcome).where(eq(uploads.id, id));
  await tellChange(db, { kind: 'upload', id });
}

/** How a failure is kept: a bug is logged, and told as one. */
export function failedOf(error: unknown, stop: AbortSignal, { log }: Services) {
  const problem = problemOf(error, stop);
  if (problem instanceof Problem)
    return { state: 'failed' as const, failure: { code: problem.code, params: problem.params } };
  log.error({ err: error }, 'reading a file failed');
  return { state: 'failed' as const, failure: { code: 'file_crash' as const, params: {} } };
}

/** Stops what is going on with an upload and leaves nothing of it behind. */
export async function removeUpload(ctx: Services, id: string): Promise<void> {
  await ctx.db.delete(uploads).where(eq(uploads.id, id));
  await rm(folderOf(ctx, id), { recursive: true, force: true });
}

export async function cancelUpload(ctx: Services, id: string): Promise<void> {
  await loadUploadRow(ctx, id);
  const going = ctx.work.get(id);
  going?.stop.abort();
  await going?.done.catch(() => {});
  await removeUpload(ctx, id);
}
