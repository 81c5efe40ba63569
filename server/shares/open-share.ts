import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { verifyPassword } from '#server/accounts/password-hash.ts';
import { limitAttempts } from '#server/accounts/rate-limits.ts';
import { shares } from '#server/database/schema.ts';
import { findByToken, type ShareVisitorContext, type ShareRow } from './active-share.ts';

export const isUsedUp = ({ views, maxViews }: Pick<ShareRow, 'views' | 'maxViews'>) =>
  maxViews !== null && views >= maxViews;

type OpenShareInput = { token: string; password?: string | undefined };

/** Opens a link: counts a view and issues a pass. */
export async function openShare(
  ctx: ShareVisitorContext,
  { token, password }: OpenShareInput,
): Promise<{ pass: string }> {
  const share = await findByToken(ctx, token);
  if (!share || isUsedUp(share.row)) throw new Problem('share_gone');
  await requirePassword(ctx, share.row, password);
  await countView(ctx, share.row.id);
  return { pass: ctx.shareSecrets.passFor(share.row) };
}

async function requirePassword(ctx: ShareVisitorContext, row: ShareRow, password: string | undefined): Promise<void> {
  const { id, passwordHash: hash } = row;
  if (hash === null) return;
  if (password === undefined) throw new Problem('share_password');
  await limitAttempts(ctx.limits, { address: ctx.address, account: `share:${id}` }, async () => {
    if (!(await verifyPassword(hash, password))) throw new Problem('share_password_wrong');
  });
}

// Atomic: of two concurrent requests for the last view, one gets it.
async function countView({ db }: ShareVisitorContext, id: string): Promise<void> {
  const counted = await db
    .update(shares)
    .set({ views: sql`${shares.views} + 1`, seenAt: new Date() })
    .where(and(eq(shares.id, id), or(isNull(shares.maxViews), lt(shares.views, shares.maxViews))))
    .returning({ id: shares.id });
  if (counted.length === 0) throw new Problem('share_gone');
}
