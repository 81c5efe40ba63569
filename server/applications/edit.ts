import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import type { ApplicationKind } from '#contract/applications/routes.ts';
import { Problem } from '#contract/errors.ts';
import { openToAll } from '#server/access/grants.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, datasets } from '#server/database/schema.ts';
import { lockTarget } from '#server/folders/targets.ts';
import { logFolder } from '#server/data-directory.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { removeDatasets } from '#server/datasets/trash.ts';
import { publishChange } from '#server/live/changes.ts';
import { type PlainApplication, isNotTrashed, loadApplication } from './list.ts';

type NewApplication = {
  name: string;
  kind: ApplicationKind;
  memberId: string | null;
  /** Folder that the caller may edit and whose access the application inherits; null at the top level. */
  folder: string | null;
};

/** Creates an application; at the top level all members may edit it. Call it inside a transaction. */
export async function createApplication(
  tx: Queryable,
  { name, kind, memberId, folder }: NewApplication,
): Promise<PlainApplication> {
  const id = randomUUID();
  await lockTarget(tx, folder);
  await tx.insert(applications).values({ id, name, kind, memberId, folderId: folder });
  if (folder === null) await openToAll(tx, { kind: 'application', id });
  await publishChange(tx, { kind: 'application', id });
  return loadApplication(tx, id);
}

/** Updates an application and publishes the change; throws if no row matches. */
async function updateApplication(
  db: Database,
  id: string,
  { from = isNotTrashed, ...fields }: { name?: string; trashedAt?: Date | null; from?: typeof isNotTrashed },
): Promise<void> {
  const [changed] = await db
    .update(applications)
    .set(fields)
    .where(and(eq(applications.id, id), from))
    .returning();
  if (!changed) throw new Problem('not_found');
  await publishChange(db, { kind: 'application', id });
}

export async function renameApplication(db: Database, id: string, name: string): Promise<PlainApplication> {
  await updateApplication(db, id, { name });
  return loadApplication(db, id);
}

export const trashApplication = (db: Database, id: string) => updateApplication(db, id, { trashedAt: new Date() });

export const recoverApplication = (db: Database, id: string) =>
  updateApplication(db, id, { trashedAt: null, from: isNotNull(applications.trashedAt) });

type ApplicationStores = Pick<DatasetServices, 'db' | 'config' | 'segments'>;

/** Permanently deletes a trashed application with its datasets and log. */
export async function deleteApplication(stores: ApplicationStores, id: string): Promise<void> {
  const [trashed] = await stores.db
    .select()
    .from(applications)
    .where(and(eq(applications.id, id), isNotNull(applications.trashedAt)));
  if (!trashed) throw new Problem('not_found');
  await removeApplication(stores, id);
}

export async function removeApplication(stores: ApplicationStores, id: string): Promise<void> {
  const { db, config } = stores;
  const owned = await db.select({ id: datasets.id }).from(datasets).where(eq(datasets.applicationId, id));
  await removeDatasets(
    stores,
    owned.map((dataset) => dataset.id),
  );
  await db.delete(applications).where(eq(applications.id, id));
  await rm(path.join(logFolder(config.dataDirectory), id), { recursive: true, force: true });
  await publishChange(db, { kind: 'application', id });
}

/** Permanently deletes applications trashed before a date. */
export async function emptyTrash(stores: ApplicationStores, before: Date): Promise<void> {
  const old = await stores.db
    .select({ id: applications.id })
    .from(applications)
    .where(lt(applications.trashedAt, before));
  for (const { id } of old) await removeApplication(stores, id);
}
