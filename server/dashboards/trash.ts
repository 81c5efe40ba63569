import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { dashboards, views } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { isHere } from './store.ts';

const day = 24 * 60 * 60_000;
const trashTime = 30 * day;
/** So long a short link leads somewhere after it was last made. */
const linkTime = 366 * day;

const isTrashed = (id: string) => and(eq(dashboards.id, id), isNotNull(dashboards.trashedAt));
const changed = { id: dashboards.id, version: dashboards.version };

export const trashDashboard = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await tell(tx, await tx.update(dashboards).set({ trashedAt: new Date() }).where(isHere(id)).returning(changed));
  });

export const recoverDashboard = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await tell(tx, await tx.update(dashboards).set({ trashedAt: null }).where(isTrashed(id)).returning(changed));
  });

/** Deletes a dashboard in the trash with its versions, drafts and views. */
export const deleteDashboard = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await tell(tx, await tx.delete(dashboards).where(isTrashed(id)).returning(changed));
  });

async function tell(tx: Queryable, [dashboard]: { id: string; version: number }[]): Promise<void> {
  if (!dashboard) throw new Problem('not_found');
  await tellChange(tx, { kind: 'dashboard', ...dashboard });
}

/** Deletes what has been in the trash for thirty days, and links that nobody made again for a year. */
export async function clearDashboards({ db }: { db: Database }): Promise<void> {
  const before = (time: number) => new Date(Date.now() - time);
  await db.delete(dashboards).where(lt(dashboards.trashedAt, before(trashTime)));
  await db.delete(views).where(and(isNull(views.name), lt(views.createdAt, before(linkTime))));
}
