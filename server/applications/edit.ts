import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import type { ApplicationKind } from '#contract/applications.ts';
import { Problem } from '#contract/errors.ts';
import { openToAll } from '#server/access/grants.ts';
import type { Config } from '#server/config.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, datasets } from '#server/database/schema.ts';
import { logFolder } from '#server/datasets/folders.ts';
import { removeDatasets } from '#server/datasets/trash.ts';
import { tellChange } from '#server/live/changes.ts';
import { type Application, isHere, loadApplication } from './list.ts';

type NewApplication = { name: string; kind: ApplicationKind; memberId: string | null };

/** Makes an application that is open to all members. Run it in a transaction. */
export async function createApplication(tx: Queryable, { name, kind, memberId }: NewApplication): Promise<Application> {
  const id = randomUUID();
  await tx.insert(applications).values({ id, name, kind, memberId });
  await openToAll(tx, { kind: 'application', id });
  await tellChange(tx, { kind: 'application', id });
  return loadApplication(tx, id);
}

/** Changes an application that is there, and tells of it. */
async function change(
  db: Database,
  id: string,
  { from = isHere, ...fields }: { name?: string; trashedAt?: Date | null; from?: typeof isHere },
): Promise<void> {
  const [changed] = await db
    .update(applications)
    .set(fields)
    .where(and(eq(applications.id, id), from))
    .returning();
  if (!changed) throw new Problem('not_found');
  await tellChange(db, { kind: 'application', id });
}

export async function renameApplication(db: Database, id: string, name: string): Promise<Application> {
  await change(db, id, { name });
  return loadApplication(db, id);
}

export const trashApplication = (db: Database, id: string) => change(db, id, { trashedAt: new Date() });

export const recoverApplication = (db: Database, id: string) =>
  change(db, id, { trashedAt: null, from: isNotNull(applications.trashedAt) });

type Stores = { db: Database; config: Config };

/** Deletes an application in the trash with everything it has. */
export async function deleteApplication({ db, config }: Stores, id: string): Promise<void> {
  const [found] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.id, id), isNotNull(applications.trashedAt)));
  if (!found) throw new Problem('not_found');
  await removeApplication({ db, config }, id);
}

export async function removeApplication({ db, config }: Stores, id: string): Promise<void> {
  const owned = await db.select({ id: datasets.id }).from(datasets).where(eq(datasets.applicationId, id));
  await removeDatasets(
    db,
    config,
    owned.map((dataset) => dataset.id),
  );
  await db.delete(applications).where(eq(applications.id, id));
  await rm(path.join(logFolder(config.dataDirectory), id), { recursive: true, force: true });
  await tellChange(db, { kind: 'application', id });
}

/** Deletes what has been in the trash since before a moment. */
export async function emptyTrash(stores: Stores, before: Date): Promise<void> {
  const old = await stores.db
    .select({ id: applications.id })
    .from(applications)
    .where(lt(applications.trashedAt, before));
  for (const { id } of old) await removeApplication(stores, id);
}
