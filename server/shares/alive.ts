import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Member } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import { anyMember, type Delegation, findRight } from '#server/access/rights.ts';
import { networkOf } from '#server/accounts/limits.ts';
import { memberOf } from '#server/accounts/members.ts';
import type { Context } from '#server/context.ts';
import { dashboards, members, shares } from '#server/database/schema.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import { hashOf } from './secrets.ts';
import type { Services } from './services.ts';

export type ShareRow = typeof shares.$inferSelect;
export type Guest = Context<Services>;

/** A link that works: what it is, and whoever made it as the one who looks through it. */
export type Alive = { row: ShareRow; maker: Viewing };

export const isExpired = ({ expiresAt }: Pick<ShareRow, 'expiresAt'>) =>
  expiresAt !== null && expiresAt.getTime() <= Date.now();

/**
 * As if whoever made the link looked, limited to what others who decide what it shows may see as well. What viewers ask
 * takes none of the maker's turns.
 */
function asMaker(ctx: Guest, member: Member, { link, delegation }: { link: string; delegation: Delegation }): Viewing {
  const share = { person: `link ${link} ${networkOf(ctx.address)}`, kind: 'short' as const };
  const identity = { member, sessionId: '', token: '', scope: 'read' as const, share };
  return Object.assign(Object.create(ctx) as Guest, { identity, delegation, hold: undefined });
}

const editors = alias(members, 'editors');

/**
 * The link, unless it has expired, or whoever made it is no editor or may not see the dashboard any more. All of that,
 * and no such link, is found out by one look into the database and told in the same way.
 */
async function findAlive(ctx: Guest, condition: SQL): Promise<Alive | undefined> {
  const [found] = await ctx.db
    .select({ row: shares, member: members, editor: { id: editors.id, role: editors.role } })
    .from(shares)
    .innerJoin(members, eq(members.id, shares.memberId))
    .leftJoin(editors, and(eq(editors.id, shares.editorId), isNull(editors.disabledAt)))
    .innerJoin(dashboards, eq(dashboards.id, shares.dashboardId))
    .where(and(condition, isNull(dashboards.trashedAt), isNull(members.disabledAt), ne(members.role, 'viewer')));
  if (!found || isExpired(found.row)) return undefined;
  const delegation = { editor: found.editor ?? anyMember, datasets: found.row.datasetLimit };
  const maker = asMaker(ctx, memberOf(found.member), { link: found.row.id, delegation });
  const right = await findRight(maker, { kind: 'dashboard', id: found.row.dashboardId });
  return right && { row: found.row, maker };
}

export const findByToken = (ctx: Guest, token: string): Promise<Alive | undefined> =>
  findAlive(ctx, eq(shares.tokenHash, hashOf(token)));

export const findById = (ctx: Guest, id: string): Promise<Alive | undefined> => findAlive(ctx, eq(shares.id, id));

/** The link that someone has opened. */
export async function loadByPass(ctx: Guest, pass: string): Promise<Alive> {
  const opened = ctx.shareSecrets.shareOf(pass);
  const alive = opened && (await findById(ctx, opened.id));
  if (!alive || !opened.fits(alive.row)) throw new Problem('share_gone');
  return alive;
}
