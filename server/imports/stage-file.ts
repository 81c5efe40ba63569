import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';

import type { ReadingOptions } from '#contract/datasets/reading.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import { uploads } from '#server/database/schema.ts';
import { zoneOf } from '#server/datasets/zone.ts';
import { publishChange } from '#server/live/changes.ts';
import {
  contentOf,
  failedOutcomeOf,
  folderOf,
  type ImportServices,
  inspectUpload,
  loadUploadRow,
  removeUpload,
  runJob,
  type UploadRow,
} from './uploads.ts';

/** A file that the server obtains itself; `write` stores it and returns its size and SHA-256. */
export type StagedFile = {
  name: string;
  zone: string;
  options: ReadingOptions;
  write: (file: string, signal: AbortSignal) => Promise<{ bytes: number; hash: string }>;
};

type UploadContext = MemberContext<ImportServices>;

export async function createStagedUpload(ctx: UploadContext, { name, zone, options }: StagedFile): Promise<UploadRow> {
  const id = randomUUID();
  const upload = { id, memberId: ctx.identity.member.id, name, zone: zoneOf(zone), options };
  const [row] = await ctx.db
    .insert(uploads)
    .values({ ...upload, state: 'uploading' })
    .returning();
  return row!;
}

/** Writes the file of an upload and inspects it; a failure is stored with the upload. */
export const fillUpload = (ctx: UploadContext, row: UploadRow, { write }: StagedFile): Promise<void> =>
  runJob(ctx.jobs, row.id, async (stop) => {
    const isWritten = await writeContent(ctx, row, { write, stop });
    if (isWritten) await inspectUpload(ctx, row, stop);
  });

type ContentWriter = Pick<StagedFile, 'write'> & { stop: AbortSignal };

async function writeContent(ctx: UploadContext, { id }: UploadRow, { write, stop }: ContentWriter): Promise<boolean> {
  try {
    await mkdir(folderOf(ctx, id), { recursive: true });
    const written = await write(contentOf(ctx, id), stop);
    await ctx.db
      .update(uploads)
      .set({ state: 'reading', ...written })
      .where(eq(uploads.id, id));
    return true;
  } catch (error) {
    await rm(folderOf(ctx, id), { recursive: true, force: true });
    await ctx.db
      .update(uploads)
      .set(failedOutcomeOf(error, stop, ctx))
      .where(eq(uploads.id, id));
    return false;
  } finally {
    await publishChange(ctx.db, { kind: 'upload', id });
  }
}

/** Obtains a file as an upload that is ready to be imported, or throws why it is not. */
export async function stageFile(ctx: UploadContext, file: StagedFile, signal: AbortSignal): Promise<UploadRow> {
  const created = await createStagedUpload(ctx, file);
  const stop = () => ctx.jobs.get(created.id)?.stop.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const filled = fillUpload(ctx, created, file);
    if (signal.aborted) stop();
    await filled;
    if (signal.aborted) throw new Problem('cancelled');
    const row = await loadUploadRow(ctx, created.id);
    if (row.state === 'ready') return row;
    throw new Problem(row.failure?.code ?? 'file_crash', row.failure?.params);
  } catch (error) {
    await removeUpload(ctx, created.id);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
