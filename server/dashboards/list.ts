import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import type { AccessControl } from '#server/access/access.ts';
import { maySee } from '#server/access/conditions.ts';
import { withAccess } from '#server/access/with-access.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { dashboards, drafts, favourites, members, dashboardViews, pins } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { requireDashboard } from './store.ts';

type DashboardListContext = MemberContext<{ db: Database; access: AccessControl }>;
type ListedDashboardRow = ListedDashboard & { trashedAt: string };

// The document is not selected: the list does not need it.
const { id, title, description, cards, sketch, createdAt, updatedAt, trashedAt } = dashboards;
const listColumns = { id, title, description, cards, sketch, createdAt, updatedAt, trashedAt };

const newestFirst = [desc(updatedAt), desc(id)];

/** Dashboards that the caller may see, for a list. */
async function listWhere(ctx: DashboardListContext, condition: SQL, order: SQL[]): Promise<ListedDashboardRow[]> {
  const { db, identity } = ctx;
  const memberId = identity.member.id;
  const rows = await db
    .select({
      ...listColumns,
      by: { id: members.id, name: members.name, avatar: members.image },
      favourite: favourites.createdAt,
      pin: pins.createdAt,
      draft: drafts.savedAt,
      seen: dashboardViews.seenAt,
    })
    .from(dashboards)
    .leftJoin(members, eq(members.id, dashboards.memberId))
    .leftJoin(favourites, and(eq(favourites.dashboardId, id), eq(favourites.memberId, memberId)))
    .leftJoin(pins, and(eq(pins.dashboardId, id), eq(pins.memberId, memberId)))
    .leftJoin(drafts, and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId)))
    .leftJoin(dashboardViews, and(eq(dashboardViews.dashboardId, id), eq(dashboardViews.memberId, memberId)))
    .where(and(condition, maySee(identity.member, 'dashboard', id)))
    .orderBy(...order);
  const list = rows.map(({ favourite, pin, draft, seen: seenAt, ...row }) => ({
    ...row,
    isFavourite: favourite !== null,
    pinnedAt: pin?.toISOString() ?? null,
    hasDraft: draft !== null,
    seenAt: seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    trashedAt: row.trashedAt?.toISOString() ?? '',
  }));
  return withAccess(ctx, 'dashboard', list);
}

/** Pinned dashboards come first, because PostgreSQL sorts null last in ascending order. */
export const listDashboards = (ctx: DashboardListContext): Promise<ListedDashboard[]> =>
  listWhere(ctx, isNull(trashedAt), [asc(pins.createdAt), ...newestFirst]);

export const listTrash = (ctx: DashboardListContext): Promise<ListedDashboardRow[]> =>
  listWhere(ctx, isNotNull(trashedAt), newestFirst);

export async function recordVisit(
  { db, identity }: DashboardListContext,
  { id: dashboardId }: { id: string },
): Promise<void> {
  await requireDashboard(db, dashboardId);
  const seenAt = new Date();
  await db
    .insert(dashboardViews)
    .values({ dashboardId, memberId: identity.member.id, seenAt })
    .onConflictDoUpdate({ target: [dashboardViews.memberId, dashboardViews.dashboardId], set: { seenAt } });
}

type FavouriteChange = { id: string; isFavourite: boolean };

export async function setFavourite(
  { db, identity }: DashboardListContext,
  { id: dashboardId, isFavourite }: FavouriteChange,
): Promise<void> {
  await requireDashboard(db, dashboardId);
  const memberId = identity.member.id;
  if (isFavourite) await db.insert(favourites).values({ dashboardId, memberId }).onConflictDoNothing();
  else
    await db.delete(favourites).where(and(eq(favourites.dashboardId, dashboardId), eq(favourites.memberId, memberId)));
}

type PinChange = { id: string; isPinned: boolean };

export async function setPin(
  { db, identity }: DashboardListContext,
  { id: dashboardId, isPinned }: PinChange,
): Promise<void> {
  await requireDashboard(db, dashboardId);
  const memberId = identity.member.id;
  await db.transaction(async (tx) => {
    if (isPinned) await tx.insert(pins).values({ dashboardId, memberId }).onConflictDoNothing();
    else await tx.delete(pins).where(and(eq(pins.dashboardId, dashboardId), eq(pins.memberId, memberId)));
    await publishChange(tx, { kind: 'pin', member: memberId });
  });
}
