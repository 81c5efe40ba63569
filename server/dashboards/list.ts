import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { ListedDashboard } from '#contract/dashboards.ts';
import type { Access } from '#server/access/access.ts';
import { maySee } from '#server/access/conditions.ts';
import { withAccess } from '#server/access/listed.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { dashboards, drafts, favourites, members, seen } from '#server/database/schema.ts';
import { requireHere } from './store.ts';

type Caller = MemberContext<{ db: Database; access: Access }>;
type Listed = ListedDashboard & { trashedAt: string };

// The document itself is left where it is: a list shows nothing of it.
const { id, title, description, cards, sketch, createdAt, updatedAt, trashedAt } = dashboards;
const listed = { id, title, description, cards, sketch, createdAt, updatedAt, trashedAt };

/** Dashboards that a member may see, as a list shows them. */
async function listWhere(ctx: Caller, condition: SQL): Promise<Listed[]> {
  const { db, identity } = ctx;
  const memberId = identity.member.id;
  const rows = await db
    .select({
      ...listed,
      by: { id: members.id, name: members.name, avatar: members.image },
      favourite: favourites.createdAt,
      draft: drafts.savedAt,
      seen: seen.seenAt,
    })
    .from(dashboards)
    .leftJoin(members, eq(members.id, dashboards.memberId))
    .leftJoin(favourites, and(eq(favourites.dashboardId, id), eq(favourites.memberId, memberId)))
    .leftJoin(drafts, and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId)))
    .leftJoin(seen, and(eq(seen.dashboardId, id), eq(seen.memberId, memberId)))
    .where(and(condition, maySee(identity.member, 'dashboard', id)))
    .orderBy(desc(updatedAt), desc(id));
  const list = rows.map(({ favourite, draft, seen: seenAt, ...row }) => ({
    ...row,
    isFavourite: favourite !== null,
    hasDraft: draft !== null,
    seenAt: seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    trashedAt: row.trashedAt?.toISOString() ?? '',
  }));
  return withAccess(ctx, 'dashboard', list);
}

export const listDashboards = (ctx: Caller): Promise<ListedDashboard[]> => listWhere(ctx, isNull(trashedAt));

export const listTrash = (ctx: Caller): Promise<Listed[]> => listWhere(ctx, isNotNull(trashedAt));

export async function noteSeen({ db, identity }: Caller, { id: dashboardId }: { id: string }): Promise<void> {
  await requireHere(db, dashboardId);
  const seenAt = new Date();
  await db
    .insert(seen)
    .values({ dashboardId, memberId: identity.member.id, seenAt })
    .onConflictDoUpdate({ target: [seen.memberId, seen.dashboardId], set: { seenAt } });
}

type Favoured = { id: string; isFavourite: boolean };

export async function setFavourite(
  { db, identity }: Caller,
  { id: dashboardId, isFavourite }: Favoured,
): Promise<void> {
  await requireHere(db, dashboardId);
  const memberId = identity.member.id;
  if (isFavourite) await db.insert(favourites).values({ dashboardId, memberId }).onConflictDoNothing();
  else
    await db.delete(favourites).where(and(eq(favourites.dashboardId, dashboardId), eq(favourites.memberId, memberId)));
}
