import { and, count, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import { type ListedShare, type ListedShares, maxListedShares, type ownShareRoutes } from '#contract/shares.ts';
import type { MemberContext } from '#server/context.ts';
import { dashboards, members, shares } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import type { Services } from './services.ts';
import { distinct, endOf, lockOf, removeShare } from './store.ts';
import { listedOf, maker } from './told.ts';

type Ctx = MemberContext<Services>;
type Change = z.output<(typeof ownShareRoutes)['PATCH /shares/:id']['input']>;

/** One's own links; the owner's are all there are. */
const isMine = ({ identity: { member } }: Ctx) =>
  member.role === 'owner' ? undefined : eq(shares.memberId, member.id);

const place = { id: dashboards.id, title: dashboards.title, trashedAt: dashboards.trashedAt };

const selectListed = ({ db }: Ctx) =>
  db
    .select({ row: shares, by: maker, place })
    .from(shares)
    .innerJoin(dashboards, eq(dashboards.id, shares.dashboardId))
    .leftJoin(members, eq(members.id, shares.memberId))
    .$dynamic();

/** The links to all dashboards, newest first. */
export async function listOwnShares(ctx: Ctx): Promise<ListedShares> {
  const rows = await selectListed(ctx).where(isMine(ctx)).orderBy(desc(shares.createdAt)).limit(maxListedShares);
  const [all] = await ctx.db.select({ n: count() }).from(shares).where(isMine(ctx));
  const listed = await Promise.all(rows.map(({ row, ...about }) => listedOf(ctx, row, about)));
  return { shares: listed, total: all!.n };
}

/** Changes the rules of a link; its address stays, and whoever looks has the new ones at once. */
export async function changeShare(ctx: Ctx, change: Change): Promise<ListedShare> {
  const isIt = and(eq(shares.id, change.id), isMine(ctx));
  const set = { ...(await valuesOf(change)), editorId: ctx.identity.member.id };
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx.update(shares).set(set).where(isIt).returning({ dashboard: shares.dashboardId });
    if (!found) throw new Problem('not_found');
    await tellChange(tx, { kind: 'share', id: change.id, ...found });
  });
  const [found] = await selectListed(ctx).where(isIt);
  if (!found) throw new Problem('not_found');
  return listedOf(ctx, found.row, found);
}

// What is not told stays as it is.
async function valuesOf({ name, password, days, maxViews, start, zone, allows, sites }: Change) {
  return {
    ...(name !== undefined && { name }),
    ...(password !== undefined && { passwordHash: await lockOf(password) }),
    ...(days !== undefined && { expiresAt: endOf(days) }),
    ...(maxViews !== undefined && { maxViews }),
    ...(start !== undefined && { start }),
    ...(zone !== undefined && { zone }),
    ...(allows !== undefined && { allows }),
    ...(sites !== undefined && { sites: distinct(sites) }),
  };
}

/** Revokes a link of one's own, also to a dashboard that one may not edit any more. */
export const revokeOwnShare = (ctx: Ctx, { id }: { id: string }): Promise<void> =>
  removeShare(ctx.db, and(eq(shares.id, id), isMine(ctx)));
