import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { dashboards, views } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { isActiveDashboard } from './store.ts';

const day = 24 * 60 * 60_000;
const trashRetentionMs = 30 * day;
/** Short links expire after this time unless they are created again. */
const linkRetentionMs = 366 * day;

const isTrashed = (id: string) => and(eq(dashboards.id, id), isNotNull(dashboards.trashedAt));
const changedColumns = { id: dashboards.id, version: dashboards.version };

export const trashDashboard = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await publishDashboardChange(
      tx,
      await tx.update(dashboards).set({ trashedAt: new Date() }).where(isActiveDashboard(id)).returning(changedColumns),
    );
  });

export const recoverDashboard = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await publishDashboardChange(
      tx,
      await tx.update(dashboards).set({ trashedAt: null }).where(isTrashed(id)).returning(changedColumns),
    );
  });

/** Permanently deletes a trashed dashboard with its versions, drafts and views. */
export const deleteDashboard = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await publishDashboardChange(tx, await tx.delete(dashboards).where(isTrashed(id)).returning(changedColumns));
  });

async function publishDashboardChange(tx: Queryable, [dashboard]: { id: string; version: number }[]): Promise<void> {
  if (!dashboard) throw new Problem('not_found');
  await publishChange(tx, { kind: 'dashboard', ...dashboard });
}

/** Purges expired trash and short links. */
export async function cleanUpDashboards({ db }: { db: Database }): Promise<void> {
  const before = (time: number) => new Date(Date.now() - time);
  await db.delete(dashboards).where(lt(dashboards.trashedAt, before(trashRetentionMs)));
  await db.delete(views).where(and(isNull(views.name), lt(views.createdAt, before(linkRetentionMs))));
}
