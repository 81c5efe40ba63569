import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';

import { cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard, Sketch } from '#contract/dashboards/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { Problem } from '#contract/errors.ts';
import type { AccessControl } from '#server/access/access.ts';
import { openToAll } from '#server/access/grants.ts';
import type { WithoutAccess } from '#server/access/with-access.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { dashboards, dashboardVersions, drafts, favourites, members } from '#server/database/schema.ts';
import { editableFolder, lockTarget } from '#server/folders/targets.ts';
import { publishChange } from '#server/live/changes.ts';
import { findDraft } from './drafts.ts';
import { requireReadable } from './document-format.ts';
import { outlineOf } from './outline.ts';
import { nextPublishers, type Publishers } from './publishers.ts';

/** A dashboard without the fields that depend on access. */
export type StoredDashboard = WithoutAccess<SavedDashboard>;

type DashboardStoreContext = MemberContext<{ db: Database; access: AccessControl }>;

/** A dashboard that is not in the trash. */
export const isActiveDashboard = (id: string) => and(eq(dashboards.id, id), isNull(dashboards.trashedAt));

export async function requireDashboard(db: Queryable, id: string): Promise<void> {
  const [row] = await db.select({ id: dashboards.id }).from(dashboards).where(isActiveDashboard(id));
  if (!row) throw new Problem('not_found');
}

export type PublishedDocument = { dashboard: Dashboard; version: number; publishers: Publishers; by: string | null };

const isCurrent = and(
  eq(dashboardVersions.dashboardId, dashboards.id),
  eq(dashboardVersions.number, dashboards.version),
);

/** The published document of a dashboard that is not in the trash, with its publishers. */
export async function loadPublished(db: Queryable, id: string): Promise<PublishedDocument> {
  const [row] = await db
    .select({
      dashboard: dashboards.document,
      version: dashboards.version,
      publishers: dashboards.publishers,
      by: dashboardVersions.memberId,
    })
    .from(dashboards)
    .leftJoin(dashboardVersions, isCurrent)
    .where(isActiveDashboard(id));
  if (!row) throw new Problem('not_found');
  return { ...row, dashboard: requireReadable(row.dashboard) };
}

/** A dashboard with the member's own draft, also if it is in the trash. */
export async function loadDashboard(db: Queryable, id: string, memberId: string): Promise<StoredDashboard> {
  const publisher = alias(members, 'publisher');
  const [row] = await db
    .select({
      dashboard: dashboards,
      by: { id: members.id, name: members.name },
      publishedBy: { id: publisher.id, name: publisher.name },
      favourite: favourites.createdAt,
    })
    .from(dashboards)
    .leftJoin(members, eq(members.id, dashboards.memberId))
    .leftJoin(dashboardVersions, isCurrent)
    .leftJoin(publisher, eq(publisher.id, dashboardVersions.memberId))
    .leftJoin(favourites, and(eq(favourites.dashboardId, dashboards.id), eq(favourites.memberId, memberId)))
    .where(eq(dashboards.id, id));
  if (!row) throw new Problem('not_found');
  const { dashboard, by, publishedBy, favourite } = row;
  return {
    id,
    version: dashboard.version,
    dashboard: requireReadable(dashboard.document),
    by,
    publishedBy,
    isFavourite: favourite !== null,
    draft: (await findDraft(db, id, memberId)) ?? null,
    createdAt: dashboard.createdAt.toISOString(),
    updatedAt: dashboard.updatedAt.toISOString(),
    trashedAt: dashboard.trashedAt?.toISOString() ?? null,
  };
}

/** Columns beside the document, so that the list need not read it. */
const listColumnsOf = (document: Dashboard, before?: Sketch) => ({
  document,
  title: document.title,
  description: document.description,
  cards: cardsOf(document).length,
  sketch: outlineOf(document, before),
});

type NewDashboard = {
  document: Dashboard;
  sketch?: Sketch | undefined;
  /** Folder whose access it inherits; null at the top level, where it is for all members or for the caller alone. */
  folder: string | null;
  isOpen: boolean;
};

/** Creates a dashboard. The caller may edit its folder. */
export function createDashboard(
  { db, identity }: DashboardStoreContext,
  { document, sketch, folder, isOpen }: NewDashboard,
): Promise<StoredDashboard> {
  const id = randomUUID();
  const memberId = identity.member.id;
  return db.transaction(async (tx) => {
    await lockTarget(tx, folder);
    const ownership = { memberId, folderId: folder };
    const publishers = nextPublishers(document, memberId);
    await tx
      .insert(dashboards)
      .values({ id, version: 1, ...ownership, publishers, ...listColumnsOf(document, sketch) });
    if (isOpen && folder === null) await openToAll(tx, { kind: 'dashboard', id });
    return recordVersion(tx, { id, number: 1, document, memberId });
  });
}

type DashboardPublication = { id: string; base: number; dashboard: Dashboard };

/** Publishes the next version, unless another one was published on the same base. */
export function publishDashboard(
  { db, identity }: DashboardStoreContext,
  { id, base, dashboard }: DashboardPublication,
): Promise<StoredDashboard> {
  const memberId = identity.member.id;
  return db.transaction(async (tx) => {
    const current = await lockDashboard(tx, id);
    if (current.version !== base) throw new Problem('newer_version');
    await tx.delete(drafts).where(and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId)));
    return replaceDocument(tx, current, { document: dashboard, memberId });
  });
}

type NextVersion = NextDocument & { id: string; base: number };

/** Publishes the next version in a transaction of the caller. Drafts are kept. */
export async function publishVersion(tx: Queryable, { id, base, ...next }: NextVersion): Promise<StoredDashboard> {
  const current = await lockDashboard(tx, id);
  if (current.version !== base) throw new Problem('newer_version');
  return replaceDocument(tx, current, next);
}

/** Renames a dashboard. The caller's own draft is moved to the new version, so that there is no conflict. */
export function renameDashboard(
  { db, identity }: DashboardStoreContext,
  { id, title }: TitleChange,
): Promise<StoredDashboard> {
  const memberId = identity.member.id;
  return db.transaction(async (tx) => {
    const current = await lockDashboard(tx, id);
    const { version } = current;
    const isOnTop = and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId), eq(drafts.base, version));
    await tx
      .update(drafts)
      .set({ base: version + 1, document: sql`jsonb_set(document, '{title}', ${JSON.stringify(title)}::jsonb)` })
      .where(isOnTop);
    return replaceDocument(tx, current, { document: { ...requireReadable(current.document), title }, memberId });
  });
}

type TitleChange = { id: string; title: LocalizedText };
type DashboardRow = typeof dashboards.$inferSelect;

async function lockDashboard(tx: Queryable, id: string): Promise<DashboardRow> {
  const [current] = await tx.select().from(dashboards).where(isActiveDashboard(id)).for('update');
  if (!current) throw new Problem('not_found');
  return current;
}

type NextDocument = { document: Dashboard; memberId: string };

async function replaceDocument(tx: Queryable, current: DashboardRow, next: NextDocument): Promise<StoredDashboard> {
  const { id, version, sketch } = current;
  const number = version + 1;
  const publishers = nextPublishers(next.document, next.memberId, current);
  const fields = { version: number, publishers, updatedAt: new Date(), ...listColumnsOf(next.document, sketch) };
  await tx.update(dashboards).set(fields).where(eq(dashboards.id, id));
  return recordVersion(tx, { id, number, ...next });
}

/**
 * Copies a dashboard into the same folder, if the caller may edit that. At the top level, the copy of a dashboard that
 * is not open to all members is for the caller alone.
 */
export async function copyDashboard(ctx: DashboardStoreContext, { id, title }: TitleChange): Promise<StoredDashboard> {
  const { dashboard } = await loadPublished(ctx.db, id);
  const { sketch, folderId } = dashboards;
  const [original] = await ctx.db.select({ sketch, folderId }).from(dashboards).where(eq(dashboards.id, id));
  const folder = await editableFolder(ctx, original?.folderId ?? null);
  const audience = await ctx.access.audience({ kind: 'dashboard', id });
  const isOpen = audience?.everyone !== undefined;
  return createDashboard(ctx, { document: { ...dashboard, title }, sketch: original?.sketch, folder, isOpen });
}

type NewDashboardVersion = NextDocument & { id: string; number: number };

async function recordVersion(
  tx: Queryable,
  { id, number, document, memberId }: NewDashboardVersion,
): Promise<StoredDashboard> {
  const cards = cardsOf(document).length;
  await tx.insert(dashboardVersions).values({ dashboardId: id, number, document, cards, memberId });
  await publishChange(tx, { kind: 'dashboard', id, version: number });
  return loadDashboard(tx, id, memberId);
}
