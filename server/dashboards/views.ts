import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';

import type { DashboardState } from '#contract/dashboard.ts';
import type { DashboardView } from '#contract/dashboards.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { views } from '#server/database/schema.ts';
import { requireHere } from './store.ts';

type Caller = MemberContext<{ db: Database }>;
type ViewRow = typeof views.$inferSelect;

const viewOf = ({ id, name, state, createdAt }: ViewRow): DashboardView => ({
  id,
  name,
  state,
  createdAt: createdAt.toISOString(),
});

/** The views that someone has named, by their names. */
export async function listViews({ db, identity }: Caller, { id }: { id: string }): Promise<DashboardView[]> {
  await requireHere(db, id);
  const rows = await db
    .select()
    .from(views)
    .where(and(eq(views.dashboardId, id), eq(views.memberId, identity.member.id), isNotNull(views.name)))
    .orderBy(asc(views.name));
  return rows.map(viewOf);
}

type Wanted = { id: string; view: string };

export async function loadView(db: Queryable, { id, view }: Wanted): Promise<DashboardView> {
  await requireHere(db, id);
  const [found] = await db
    .select()
    .from(views)
    .where(and(eq(views.dashboardId, id), eq(views.id, view)));
  if (!found) throw new Problem('not_found');
  return viewOf(found);
}

type NewView = { id: string; name: string | null; state: DashboardState };

export async function createView({ db, identity }: Caller, { id, name, state }: NewView): Promise<DashboardView> {
  await requireHere(db, id);
  const memberId = identity.member.id;
  if (name === null) return createLink(db, { dashboardId: id, memberId, state });
  const [made] = await db
    .insert(views)
    .values({ id: shortId(randomBytes(9)), dashboardId: id, memberId, name, state })
    .onConflictDoNothing()
    .returning();
  if (!made) throw new Problem('name_taken', { value: name });
  return viewOf(made);
}

type NewLink = { dashboardId: string; memberId: string; state: DashboardState };

// The same state has the same link, however often it is copied.
async function createLink(db: Queryable, link: NewLink): Promise<DashboardView> {
  const hash = createHash('sha256')
    .update(`${link.dashboardId} ${JSON.stringify(link.state)}`)
    .digest();
  const [made] = await db
    .insert(views)
    .values({ id: shortId(hash), ...link, name: null })
    .onConflictDoUpdate({ target: views.id, set: { createdAt: new Date() } })
    .returning();
  return viewOf(made!);
}

const shortId = (bytes: Buffer) => bytes.subarray(0, 9).toString('base64url');

/** A view that the caller has named. */
const isOwn = ({ identity }: Caller, { id, view }: Wanted) =>
  and(eq(views.dashboardId, id), eq(views.id, view), eq(views.memberId, identity.member.id), isNotNull(views.name));

export async function renameView(ctx: Caller, { name, ...wanted }: Wanted & { name: string }): Promise<DashboardView> {
  const [renamed] = await ctx.db
    .update(views)
    .set({ name })
    .where(isOwn(ctx, wanted))
    .returning()
    .catch((error: { cause?: { constraint?: string } }) => {
      throw error.cause?.constraint === 'views_name' ? new Problem('name_taken', { value: name }) : error;
    });
  if (!renamed) throw new Problem('not_found');
  return viewOf(renamed);
}

export async function deleteView(ctx: Caller, wanted: Wanted): Promise<void> {
  const gone = await ctx.db.delete(views).where(isOwn(ctx, wanted)).returning({ id: views.id });
  if (gone.length === 0) throw new Problem('not_found');
}
