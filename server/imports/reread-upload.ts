import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { Upload } from '#contract/imports/routes.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import type { InspectedTable } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import { uploads } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import {
  runJob,
  contentOf,
  folderOf,
  loadUpload,
  loadUploadRow,
  problemOf,
  readTimeoutSeconds,
  type ImportServices,
  waitForJob,
} from './uploads.ts';

const copiesPrefix = 'reading-';

/** Reads an uploaded file again with other options. On failure the previous result stays. */
export async function rereadUpload(
  ctx: MemberContext<ImportServices>,
  { id, options }: { id: string; options: ReadingOptions },
): Promise<Upload> {
  await waitForJob(ctx, id);
  const row = await loadUploadRow(ctx, id);
  if (row.state !== 'ready') throw new Problem('upload_not_ready');
  const copies = path.join(folderOf(ctx, id), `${copiesPrefix}${randomUUID()}`);
  await mkdir(copies, { recursive: true });
  await runJob(ctx.jobs, id, async (stop) => {
    const { name, zone } = row;
    const input = { file: contentOf(ctx, id), name, zone, directory: copies, options };
    const tables = await ctx.loads
      .run('inspect', input, { seconds: readTimeoutSeconds, signal: stop })
      .catch(async (error: unknown) => {
        await rm(copies, { recursive: true, force: true });
        throw problemOf(error, stop);
      });
    await saveTables(ctx, id, { tables, options });
    await removeOtherCopies(ctx, id, copies);
  });
  return loadUpload(ctx, id);
}

async function saveTables(
  { db }: ImportServices,
  id: string,
  read: { tables: InspectedTable[]; options: ReadingOptions },
) {
  await db.update(uploads).set(read).where(eq(uploads.id, id));
  await publishChange(db, { kind: 'upload', id });
}

/** Removes the output of earlier readings. */
async function removeOtherCopies(ctx: ImportServices, id: string, currentFolder: string): Promise<void> {
  const folder = folderOf(ctx, id);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (name.startsWith(copiesPrefix) && file !== currentFolder) await rm(file, { recursive: true, force: true });
  }
}
