import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Member } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import { anyMember, type Delegation, findRight } from '#server/access/rights.ts';
import { networkOf } from '#server/accounts/rate-limits.ts';
import { memberOf } from '#server/accounts/members.ts';
import type { Context } from '#server/context.ts';
import { dashboards, members, shares } from '#server/database/schema.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { hashOf } from '#server/hash.ts';
import type { ShareServices } from './services.ts';

export type ShareRow = typeof shares.$inferSelect;
export type ShareVisitorContext = Context<ShareServices>;

/** A working link: its row, and a viewing context on behalf of its creator. */
export type ActiveShare = { row: ShareRow; creator: DashboardContext };

export const isExpired = ({ expiresAt }: Pick<ShareRow, 'expiresAt'>) =>
  expiresAt !== null && expiresAt.getTime() <= Date.now();

/**
 * A context on behalf of the creator, limited to what the last editor of the link may see too. Queries of viewers do
 * not count against the creator's queue slots.
 */
function viewAsCreator(
  ctx: ShareVisitorContext,
  member: Member,
  { link, delegation }: { link: string; delegation: Delegation },
): DashboardContext {
  const share = { person: `link ${link} ${networkOf(ctx.address)}`, kind: 'short' as const };
  const identity = { member, sessionId: '', token: '', scope: 'read' as const, share };
  return Object.assign(Object.create(ctx) as ShareVisitorContext, { identity, delegation, hold: undefined });
}

const editors = alias(members, 'editors');

/**
 * The link, unless it has expired, or its creator is no longer an editor or may no longer see the dashboard. These
 * cases and unknown links run the same query and give the same result, so that they cannot be told apart.
 */
async function findActive(ctx: ShareVisitorContext, condition: SQL): Promise<ActiveShare | undefined> {
  const [match] = await ctx.db
    .select({ row: shares, member: members, editor: { id: editors.id, role: editors.role } })
    .from(shares)
    .innerJoin(members, eq(members.id, shares.memberId))
    .leftJoin(editors, and(eq(editors.id, shares.editorId), isNull(editors.disabledAt)))
    .innerJoin(dashboards, eq(dashboards.id, shares.dashboardId))
    .where(and(condition, isNull(dashboards.trashedAt), isNull(members.disabledAt), ne(members.role, 'viewer')));
  if (!match || isExpired(match.row)) return undefined;
  const delegation = { editor: match.editor ?? anyMember, datasets: match.row.datasetLimit };
  const creator = viewAsCreator(ctx, memberOf(match.member), { link: match.row.id, delegation });
  const right = await findRight(creator, { kind: 'dashboard', id: match.row.dashboardId });
  return right && { row: match.row, creator };
}

export const findByToken = (ctx: ShareVisitorContext, token: string): Promise<ActiveShare | undefined> =>
  findActive(ctx, eq(shares.tokenHash, hashOf(token)));

export const findById = (ctx: ShareVisitorContext, id: string): Promise<ActiveShare | undefined> =>
  findActive(ctx, eq(shares.id, id));

/** The link that a pass was issued for; throws if it no longer works. */
export async function loadByPass(ctx: ShareVisitorContext, pass: string): Promise<ActiveShare> {
  const opened = ctx.shareSecrets.shareOf(pass);
  const share = opened && (await findById(ctx, opened.id));
  if (!share || !opened.fits(share.row)) throw new Problem('share_gone');
  return share;
}
