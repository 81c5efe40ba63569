import { and, count, desc, eq, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import { maxShares, type Share, type shareRoutes } from '#contract/shares/routes.ts';
import { hashPassword } from '#server/accounts/password-hash.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members, shares } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import { requireDashboard } from '#server/dashboards/store.ts';
import { createToken, hashOf } from '#server/hash.ts';
import type { ShareServices } from './services.ts';
import { creatorColumns, shareOf } from './serialize.ts';

type ShareContext = MemberContext<ShareServices>;
type NewShare = z.output<(typeof shareRoutes)['POST /dashboards/:id/shares']['input']>;

/** The links to a dashboard, newest first. */
export async function listShares(ctx: ShareContext, { id }: { id: string }): Promise<Share[]> {
  const rows = await ctx.db
    .select({ row: shares, by: creatorColumns })
    .from(shares)
    .leftJoin(members, eq(members.id, shares.memberId))
    .where(eq(shares.dashboardId, id))
    .orderBy(desc(shares.createdAt));
  return Promise.all(rows.map(({ row, by }) => shareOf(ctx, row, by)));
}

const day = 24 * 60 * 60_000;
type ShareDays = NewShare['days'];

export const expiryOf = (days: ShareDays): Date | null => (days === null ? null : new Date(Date.now() + days * day));
export const passwordHashOf = async (password: string | null): Promise<string | null> =>
  password === null ? null : hashPassword(password);
export const distinct = (sites: string[]): string[] => [...new Set(sites)];

/** Creates a link to a dashboard, which shows it on behalf of its creator. */
export async function createShare(ctx: ShareContext, input: NewShare): Promise<Share> {
  const { id: dashboardId, password, days, sites, name, maxViews, start, zone, allows } = input;
  const { member } = ctx.identity;
  await requireDashboard(ctx.db, dashboardId);
  await requireBelowLimit(ctx, dashboardId);
  const token = createToken();
  const values = {
    id: randomUUID(),
    dashboardId,
    memberId: member.id,
    name,
    editorId: member.id,
    maxViews,
    start,
    zone: zone ?? (await zoneOf(ctx)),
    allows,
    tokenHash: hashOf(token),
    tokenSealed: ctx.shareSecrets.sealer.encrypt(token),
    passwordHash: await passwordHashOf(password),
    expiresAt: expiryOf(days),
    sites: distinct(sites),
    language: ctx.language,
  };
  const [row] = await ctx.db.transaction(async (tx) => {
    await publishChange(tx, { kind: 'share', id: values.id, dashboard: dashboardId });
    return tx.insert(shares).values(values).returning();
  });
  return shareOf(ctx, row!, { ...member, disabledAt: null });
}

async function zoneOf({ db, identity }: ShareContext): Promise<string> {
  const { id } = identity.member;
  return (await preferencesOf(db, [id])).get(id)?.zone ?? 'UTC';
}

async function requireBelowLimit({ db }: ShareContext, dashboardId: string): Promise<void> {
  const [existing] = await db.select({ n: count() }).from(shares).where(eq(shares.dashboardId, dashboardId));
  if (existing!.n >= maxShares) throw new Problem('share_too_many', { limit: String(maxShares) });
}

type ShareReference = { id: string; share: string };

/** Revokes a link of a dashboard that the caller may edit. */
export const revokeShare = ({ db }: ShareContext, { id, share }: ShareReference): Promise<void> =>
  removeShare(db, and(eq(shares.id, share), eq(shares.dashboardId, id)));

/** Deletes the row, so that a revoked link is the same as an unknown one. */
export async function removeShare(db: Database, condition: SQL | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(shares)
      .where(condition)
      .returning({ id: shares.id, dashboard: shares.dashboardId });
    if (!deleted) throw new Problem('not_found');
    await publishChange(tx, { kind: 'share', ...deleted });
  });
}
