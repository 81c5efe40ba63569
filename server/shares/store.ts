import { hashPassword } from 'better-auth/crypto';
import { and, count, desc, eq, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import { maxShares, type Share, type shareRoutes } from '#contract/shares.ts';
import { createToken } from '#server/accounts/invitations.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members, shares } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import { requireHere } from '#server/dashboards/store.ts';
import { hashOf } from './secrets.ts';
import type { Services } from './services.ts';
import { maker, shareOf } from './told.ts';

type Ctx = MemberContext<Services>;
type NewShare = z.output<(typeof shareRoutes)['POST /dashboards/:id/shares']['input']>;

/** The links to a dashboard, newest first. */
export async function listShares(ctx: Ctx, { id }: { id: string }): Promise<Share[]> {
  const rows = await ctx.db
    .select({ row: shares, by: maker })
    .from(shares)
    .leftJoin(members, eq(members.id, shares.memberId))
    .where(eq(shares.dashboardId, id))
    .orderBy(desc(shares.createdAt));
  return Promise.all(rows.map(({ row, by }) => shareOf(ctx, row, by)));
}

const day = 24 * 60 * 60_000;
type Days = NewShare['days'];

export const endOf = (days: Days): Date | null => (days === null ? null : new Date(Date.now() + days * day));
export const lockOf = async (password: string | null): Promise<string | null> =>
  password === null ? null : hashPassword(password);
export const distinct = (sites: string[]): string[] => [...new Set(sites)];

/** Makes a link to a dashboard that shows it in the name of whoever makes it. */
export async function createShare(ctx: Ctx, input: NewShare): Promise<Share> {
  const { id: dashboardId, password, days, sites, name, maxViews, start, zone, allows } = input;
  const { member } = ctx.identity;
  await requireHere(ctx.db, dashboardId);
  await requireRoom(ctx, dashboardId);
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
    tokenSealed: ctx.shareSecrets.sealer.seal(token),
    passwordHash: await lockOf(password),
    expiresAt: endOf(days),
    sites: distinct(sites),
    language: ctx.language,
  };
  const [row] = await ctx.db.transaction(async (tx) => {
    await tellChange(tx, { kind: 'share', id: values.id, dashboard: dashboardId });
    return tx.insert(shares).values(values).returning();
  });
  return shareOf(ctx, row!, { ...member, disabledAt: null });
}

async function zoneOf({ db, identity }: Ctx): Promise<string> {
  const { id } = identity.member;
  return (await preferencesOf(db, [id])).get(id)?.zone ?? 'UTC';
}

async function requireRoom({ db }: Ctx, dashboardId: string): Promise<void> {
  const [kept] = await db.select({ n: count() }).from(shares).where(eq(shares.dashboardId, dashboardId));
  if (kept!.n >= maxShares) throw new Problem('share_too_many', { limit: String(maxShares) });
}

type Wanted = { id: string; share: string };

/** Revokes a link to a dashboard that one may edit. */
export const revokeShare = ({ db }: Ctx, { id, share }: Wanted): Promise<void> =>
  removeShare(db, and(eq(shares.id, share), eq(shares.dashboardId, id)));

/** Nothing of it is left, so that it looks like one that never was. */
export async function removeShare(db: Database, isIt: SQL | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(shares).where(isIt).returning({ id: shares.id, dashboard: shares.dashboardId });
    if (!gone) throw new Problem('not_found');
    await tellChange(tx, { kind: 'share', ...gone });
  });
}
