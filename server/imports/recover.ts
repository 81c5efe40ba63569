import { and, inArray, lt, ne } from 'drizzle-orm';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { imports, uploads } from '#server/database/schema.ts';
import { stagingFolder } from '#server/datasets/folders.ts';
import { cancelUnconfirmed } from './unconfirmed.ts';
import type { Services } from './uploads.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * After a start: what was going on when this server stopped has failed, and what it left behind is removed.
 * What is in its staging folder was its own; other servers on the same database may be at work.
 */
export async function recoverImports({ db, config }: Services): Promise<void> {
  const folder = stagingFolder(config.dataDirectory);
  await mkdir(folder, { recursive: true });
  const ours = await readdir(folder);
  if (ours.length > 0) {
    const interrupted = { code: 'interrupted' as const, params: {} };
    await db
      .update(imports)
      .set({ state: 'failed', failure: interrupted, rows: 0, percent: 0, finishedAt: new Date() })
      .where(and(inArray(imports.uploadId, ours), inArray(imports.state, ['waiting', 'loading'])));
    await db.delete(uploads).where(and(inArray(uploads.id, ours), ne(uploads.state, 'ready')));
  }
  await removeOldUploads({ db, config });
  const kept = new Set((await db.select({ id: uploads.id }).from(uploads)).map(({ id }) => id));
  for (const name of ours) if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** A file that nobody loaded for a day is not waited for. */
export async function removeOldUploads({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const old = await db
    .delete(uploads)
    .where(lt(uploads.createdAt, new Date(Date.now() - day)))
    .returning({ id: uploads.id });
  await cancelUnconfirmed(db, ...old.map(({ id }) => id));
  for (const { id } of old)
    await rm(path.join(stagingFolder(config.dataDirectory), id), { recursive: true, force: true });
}
