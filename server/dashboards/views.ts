import { and, asc, eq, isNotNull } from 'drizzle-orm';

import type { DashboardState } from '#domain/dashboard/dashboard.ts';
import type { DashboardView } from '#contract/dashboards/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import { throwNameTaken } from '#server/database/name-taken.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { views } from '#server/database/schema.ts';
import { createToken, hashOf } from '#server/hash.ts';
import { requireDashboard } from './store.ts';

type ViewContext = MemberContext<{ db: Database }>;
type ViewRow = typeof views.$inferSelect;

const viewOf = ({ id, name, state, createdAt }: ViewRow): DashboardView => ({
  id,
  name,
  state,
  createdAt: createdAt.toISOString(),
});

/** The caller's named views, by name. */
export async function listViews({ db, identity }: ViewContext, { id }: { id: string }): Promise<DashboardView[]> {
  await requireDashboard(db, id);
  const rows = await db
    .select()
    .from(views)
    .where(and(eq(views.dashboardId, id), eq(views.memberId, identity.member.id), isNotNull(views.name)))
    .orderBy(asc(views.name));
  return rows.map(viewOf);
}

type ViewKey = { id: string; view: string };

export async function loadView(db: Queryable, { id, view }: ViewKey): Promise<DashboardView> {
  await requireDashboard(db, id);
  const [row] = await db
    .select()
    .from(views)
    .where(and(eq(views.dashboardId, id), eq(views.id, view)));
  if (!row) throw new Problem('not_found');
  return viewOf(row);
}

type NewView = { id: string; name: string | null; state: DashboardState };

export async function createView({ db, identity }: ViewContext, { id, name, state }: NewView): Promise<DashboardView> {
  await requireDashboard(db, id);
  const memberId = identity.member.id;
  if (name === null) return createLink(db, { dashboardId: id, memberId, state });
  const [created] = await db
    .insert(views)
    .values({ id: createToken().slice(0, idLength), dashboardId: id, memberId, name, state })
    .onConflictDoNothing()
    .returning();
  if (!created) throw new Problem('name_taken', { value: name });
  return viewOf(created);
}

/** Characters of an id: 72 bits in base64url. */
const idLength = 12;

type NewLink = { dashboardId: string; memberId: string; state: DashboardState };

// The same state has the same link, however often it is copied.
async function createLink(db: Queryable, link: NewLink): Promise<DashboardView> {
  const hash = hashOf(`${link.dashboardId} ${JSON.stringify(link.state)}`);
  const [created] = await db
    .insert(views)
    .values({ id: hash.slice(0, idLength), ...link, name: null })
    .onConflictDoUpdate({ target: views.id, set: { createdAt: new Date() } })
    .returning();
  return viewOf(created!);
}

/** A named view of the caller. */
const isOwn = ({ identity }: ViewContext, { id, view }: ViewKey) =>
  and(eq(views.dashboardId, id), eq(views.id, view), eq(views.memberId, identity.member.id), isNotNull(views.name));

export async function renameView(
  ctx: ViewContext,
  { name, ...key }: ViewKey & { name: string },
): Promise<DashboardView> {
  const [renamed] = await ctx.db
    .update(views)
    .set({ name })
    .where(isOwn(ctx, key))
    .returning()
    .catch(throwNameTaken(name));
  if (!renamed) throw new Problem('not_found');
  return viewOf(renamed);
}

export async function deleteView(ctx: ViewContext, key: ViewKey): Promise<void> {
  const deleted = await ctx.db.delete(views).where(isOwn(ctx, key)).returning({ id: views.id });
  if (deleted.length === 0) throw new Problem('not_found');
}
