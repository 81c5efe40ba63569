import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';

import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard as ReadDashboard, Sketch } from '#contract/dashboards.ts';
import type { Texts } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import type { Access } from '#server/access/access.ts';
import { openToAll } from '#server/access/grants.ts';
import type { Plain } from '#server/access/listed.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { dashboards, dashboardVersions, drafts, favourites, members } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { findDraft } from './drafts.ts';
import { readable } from './format.ts';
import { outlineOf } from './outline.ts';
import { nextPublishers, type Publishers } from './publishers.ts';

/** A dashboard without what depends on who may do what with it. */
export type SavedDashboard = Plain<ReadDashboard>;

type Caller = MemberContext<{ db: Database; access: Access }>;

/** A dashboard that is not in the trash. */
export const isHere = (id: string) => and(eq(dashboards.id, id), isNull(dashboards.trashedAt));

export async function requireHere(db: Queryable, id: string): Promise<void> {
  const [found] = await db.select({ id: dashboards.id }).from(dashboards).where(isHere(id));
  if (!found) throw new Problem('not_found');
}

type Published = { dashboard: Dashboard; version: number; publishers: Publishers; by: string | null };

const isCurrent = and(
  eq(dashboardVersions.dashboardId, dashboards.id),
  eq(dashboardVersions.number, dashboards.version),
);

/** What is published of a dashboard that is not in the trash, and by whom. */
export async function loadPublished(db: Queryable, id: string): Promise<Published> {
  const [found] = await db
    .select({
      dashboard: dashboards.document,
      version: dashboards.version,
      publishers: dashboards.publishers,
      by: dashboardVersions.memberId,
    })
    .from(dashboards)
    .leftJoin(dashboardVersions, isCurrent)
    .where(isHere(id));
  if (!found) throw new Problem('not_found');
  return { ...found, dashboard: readable(found.dashboard) };
}

/** A dashboard as a member sees it, with their own draft; also one in the trash. */
export async function loadDashboard(db: Queryable, id: string, memberId: string): Promise<SavedDashboard> {
  const publisher = alias(members, 'publisher');
  const [found] = await db
    .select({
      kept: dashboards,
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
  if (!found) throw new Problem('not_found');
  const { kept, by, publishedBy, favourite } = found;
  return {
    id,
    version: kept.version,
    dashboard: readable(kept.document),
    by,
    publishedBy,
    isFavourite: favourite !== null,
    draft: (await findDraft(db, id, memberId)) ?? null,
    createdAt: kept.createdAt.toISOString(),
    updatedAt: kept.updatedAt.toISOString(),
    trashedAt: kept.trashedAt?.toISOString() ?? null,
  };
}

/** What stands beside a document, so that a list need not read it. */
const listedOf = (document: Dashboard, before?: Sketch) => ({
  document,
  title: document.title,
  description: document.description,
  cards: cardsOf(document).length,
  sketch: outlineOf(document, before),
});

type New = { document: Dashboard; sketch?: Sketch | undefined; isOpen: boolean };

/** Makes a dashboard, for all members or for oneself. */
export function createDashboard({ db, identity }: Caller, { document, sketch, isOpen }: New): Promise<SavedDashboard> {
  const id = randomUUID();
  const memberId = identity.member.id;
  return db.transaction(async (tx) => {
    const publishers = nextPublishers(document, memberId);
    await tx.insert(dashboards).values({ id, version: 1, memberId, publishers, ...listedOf(document, sketch) });
    if (isOpen) await openToAll(tx, { kind: 'dashboard', id });
    return keepVersion(tx, { id, number: 1, document, memberId });
  });
}

type Publishing = { id: string; base: number; dashboard: Dashboard };

/** Publishes the next version, unless someone has published another one on the same base. */
export function publishDashboard(
  { db, identity }: Caller,
  { id, base, dashboard }: Publishing,
): Promise<SavedDashboard> {
  const memberId = identity.member.id;
  return db.transaction(async (tx) => {
    const current = await lockDashboard(tx, id);
    if (current.version !== base) throw new Problem('newer_version');
    await tx.delete(drafts).where(and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId)));
    return replace(tx, current, { document: dashboard, memberId });
  });
}

/** Gives a dashboard another title. Who has a draft of it need not choose between the two. */
export function renameDashboard({ db, identity }: Caller, { id, title }: Titled): Promise<SavedDashboard> {
  const memberId = identity.member.id;
  return db.transaction(async (tx) => {
    const current = await lockDashboard(tx, id);
    const { version } = current;
    const isOnTop = and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId), eq(drafts.base, version));
    await tx
      .update(drafts)
      .set({ base: version + 1, document: sql`jsonb_set(document, '{title}', ${JSON.stringify(title)}::jsonb)` })
      .where(isOnTop);
    return replace(tx, current, { document: { ...readable(current.document), title }, memberId });
  });
}

type Titled = { id: string; title: Texts };
type Current = typeof dashboards.$inferSelect;

async function lockDashboard(tx: Queryable, id: string): Promise<Current> {
  const [current] = await tx.select().from(dashboards).where(isHere(id)).for('update');
  if (!current) throw new Problem('not_found');
  return current;
}

type Next = { document: Dashboard; memberId: string };

async function replace(tx: Queryable, current: Current, next: Next): Promise<SavedDashboard> {
  const { id, version, sketch } = current;
  const number = version + 1;
  const publishers = nextPublishers(next.document, next.memberId, current);
  const fields = { version: number, publishers, updatedAt: new Date(), ...listedOf(next.document, sketch) };
  await tx.update(dashboards).set(fields).where(eq(dashboards.id, id));
  return keepVersion(tx, { id, number, ...next });
}

/** A copy of what is not for all members is for oneself alone. */
export async function copyDashboard(ctx: Caller, { id, title }: Titled): Promise<SavedDashboard> {
  const { dashboard } = await loadPublished(ctx.db, id);
  const [like] = await ctx.db.select({ sketch: dashboards.sketch }).from(dashboards).where(eq(dashboards.id, id));
  const audience = await ctx.access.audience({ kind: 'dashboard', id });
  const isOpen = audience?.everyone !== undefined;
  return createDashboard(ctx, { document: { ...dashboard, title }, sketch: like?.sketch, isOpen });
}

type NewVersion = Next & { id: string; number: number };

async function keepVersion(tx: Queryable, { id, number, document, memberId }: NewVersion): Promise<SavedDashboard> {
  const cards = cardsOf(document).length;
  await tx.insert(dashboardVersions).values({ dashboardId: id, number, document, cards, memberId });
  await tellChange(tx, { kind: 'dashboard', id, version: number });
  return loadDashboard(tx, id, memberId);
}
