import { and, count, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import { type ListedShare, type ListedShares, maxListedShares, type ownShareRoutes } from '#contract/shares/routes.ts';
import type { MemberContext } from '#server/context.ts';
import { dashboards, members, shares } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import type { ShareServices } from './services.ts';
import { distinct, expiryOf, passwordHashOf, removeShare } from './store.ts';
import { creatorColumns, listedOf } from './serialize.ts';

type OwnShareContext = MemberContext<ShareServices>;
type ShareChange = z.output<(typeof ownShareRoutes)['PATCH /shares/:id']['input']>;

/** Condition for the caller's own links; the owner may see all. */
const isOwnCondition = ({ identity: { member } }: OwnShareContext) =>
  member.role === 'owner' ? undefined : eq(shares.memberId, member.id);

const dashboardColumns = { id: dashboards.id, title: dashboards.title, trashedAt: dashboards.trashedAt };

const selectListed = ({ db }: OwnShareContext) =>
  db
    .select({ row: shares, by: creatorColumns, dashboard: dashboardColumns })
    .from(shares)
    .innerJoin(dashboards, eq(dashboards.id, shares.dashboardId))
    .leftJoin(members, eq(members.id, shares.memberId))
    .$dynamic();

/** The caller's links to all dashboards, newest first. */
export async function listOwnShares(ctx: OwnShareContext): Promise<ListedShares> {
  const rows = await selectListed(ctx)
    .where(isOwnCondition(ctx))
    .orderBy(desc(shares.createdAt))
    .limit(maxListedShares);
  const [all] = await ctx.db.select({ n: count() }).from(shares).where(isOwnCondition(ctx));
  const listed = await Promise.all(rows.map(({ row, ...about }) => listedOf(ctx, row, about)));
  return { shares: listed, total: all!.n };
}

/** Changes the rules of a link; its URL stays, and open pages apply the new rules at once. */
export async function changeShare(ctx: OwnShareContext, change: ShareChange): Promise<ListedShare> {
  const isThisShare = and(eq(shares.id, change.id), isOwnCondition(ctx));
  const set = { ...(await valuesOf(change)), editorId: ctx.identity.member.id };
  await ctx.db.transaction(async (tx) => {
    const [updated] = await tx.update(shares).set(set).where(isThisShare).returning({ dashboard: shares.dashboardId });
    if (!updated) throw new Problem('not_found');
    await publishChange(tx, { kind: 'share', id: change.id, ...updated });
  });
  const [changed] = await selectListed(ctx).where(isThisShare);
  if (!changed) throw new Problem('not_found');
  return listedOf(ctx, changed.row, changed);
}

// Undefined fields stay unchanged.
async function valuesOf({ name, password, days, maxViews, start, zone, allows, sites }: ShareChange) {
  return {
    ...(name !== undefined && { name }),
    ...(password !== undefined && { passwordHash: await passwordHashOf(password) }),
    ...(days !== undefined && { expiresAt: expiryOf(days) }),
    ...(maxViews !== undefined && { maxViews }),
    ...(start !== undefined && { start }),
    ...(zone !== undefined && { zone }),
    ...(allows !== undefined && { allows }),
    ...(sites !== undefined && { sites: distinct(sites) }),
  };
}

/** Revokes a link of the caller, even to a dashboard that they may no longer edit. */
export const revokeOwnShare = (ctx: OwnShareContext, { id }: { id: string }): Promise<void> =>
  removeShare(ctx.db, and(eq(shares.id, id), isOwnCondition(ctx)));
