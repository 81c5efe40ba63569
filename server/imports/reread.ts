import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { Upload } from '#contract/imports.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import type { InspectedTable } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import { uploads } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import {
  begin,
  contentOf,
  folderOf,
  loadUpload,
  loadUploadRow,
  problemOf,
  readingTime,
  type Services,
  waitForWork,
} from './uploads.ts';

const copiesPrefix = 'reading-';

/** Reads a file again with the options that a person chose. If that fails, everything stays as it was read before. */
export async function rereadUpload(
  ctx: MemberContext<Services>,
  { id, options }: { id: string; options: ReadingOptions },
): Promise<Upload> {
  await waitForWork(ctx, id);
  const row = await loadUploadRow(ctx, id);
  if (row.state !== 'ready') throw new Problem('upload_not_ready');
  const copies = path.join(folderOf(ctx, id), `${copiesPrefix}${randomUUID()}`);
  await mkdir(copies, { recursive: true });
  await begin(ctx.work, id, async (stop) => {
    const { name, zone } = row;
    const input = { file: contentOf(ctx, id), name, zone, directory: copies, options };
    const tables = await ctx.loads
      .run('inspect', input, { seconds: readingTime, signal: stop })
      .catch(async (error: unknown) => {
        await rm(copies, { recursive: true, force: true });
        throw problemOf(error, stop);
      });
    await store(ctx, id, { tables, options });
    await removeOtherCopies(ctx, id, copies);
  });
  return loadUpload(ctx, id);
}

async function store({ db }: Services, id: string, read: { tables: InspectedTable[]; options: ReadingOptions }) {
  await db.update(uploads).set(read).where(eq(uploads.id, id));
  await tellChange(db, { kind: 'upload', id });
}

/** What earlier readings wrote is of no use any more. */
async function removeOtherCopies(ctx: Services, id: string, kept: string): Promise<void> {
  const folder = folderOf(ctx, id);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (name.startsWith(copiesPrefix) && file !== kept) await rm(file, { recursive: true, force: true });
  }
}
