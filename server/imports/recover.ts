import { and, inArray, lt, ne } from 'drizzle-orm';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { imports, uploads } from '#server/database/schema.ts';
import { stagingFolder } from '#server/data-directory.ts';
import { publishChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import { cancelUnconfirmed } from './unconfirmed-imports.ts';
import type { ImportServices } from './uploads.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * At startup: marks imports interrupted by the last shutdown as failed and removes their leftovers.
 * Limited to this server's staging folder, because other servers may be importing into the same database.
 */
export async function recoverImports({ db, config }: ImportServices): Promise<void> {
  const folder = stagingFolder(config.dataDirectory);
  await mkdir(folder, { recursive: true });
  const stagedIds = await readdir(folder);
  if (stagedIds.length > 0) {
    const interrupted = { code: 'interrupted' as const, params: {} };
    await db
      .update(imports)
      .set({ state: 'failed', failure: interrupted, rows: 0, percent: 0, finishedAt: new Date() })
      .where(and(inArray(imports.uploadId, stagedIds), inArray(imports.state, ['waiting', 'loading'])));
    await db.delete(uploads).where(and(inArray(uploads.id, stagedIds), ne(uploads.state, 'ready')));
  }
  await removeOldUploads({ db, config });
  const existingIds = new Set((await db.select({ id: uploads.id }).from(uploads)).map(({ id }) => id));
  for (const name of stagedIds)
    if (!existingIds.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Fails the imports of servers that are gone: no other server has their files. */
export async function failLostImports({ db, servers }: Pick<ImportServices, 'db' | 'servers'>): Promise<void> {
  const lost = await servers.listUnreachable();
  if (lost.length === 0) return;
  const failure = { code: 'interrupted' as const, params: {} };
  const failed = await db
    .update(imports)
    .set({ state: 'failed', failure, rows: 0, percent: 0, finishedAt: new Date() })
    .where(and(inArray(imports.id, lost), inArray(imports.state, ['waiting', 'loading'])))
    .returning();
  for (const row of failed) {
    await publishChange(db, { kind: 'import', id: row.id, application: row.applicationId });
    // An extract runs again on another server.
    if (row.extractId || !row.memberId) continue;
    const notice = { import: row.id, application: row.applicationId, file: row.file };
    await notify(db, [row.memberId], { kind: 'import_failed', ...notice, failure });
  }
}

/** Removes uploads that were not imported within a day. */
export async function removeOldUploads({ db, config }: Pick<ImportServices, 'db' | 'config'>): Promise<void> {
  const old = await db
    .delete(uploads)
    .where(lt(uploads.createdAt, new Date(Date.now() - day)))
    .returning({ id: uploads.id });
  await cancelUnconfirmed(db, ...old.map(({ id }) => id));
  for (const { id } of old)
    await rm(path.join(stagingFolder(config.dataDirectory), id), { recursive: true, force: true });
}
