import { verifyPassword } from 'better-auth/crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { limitAttempts } from '#server/accounts/limits.ts';
import { shares } from '#server/database/schema.ts';
import { findByToken, type Guest, type ShareRow } from './alive.ts';

export const isUsedUp = ({ views, maxViews }: Pick<ShareRow, 'views' | 'maxViews'>) =>
  maxViews !== null && views >= maxViews;

type Opening = { token: string; password?: string | undefined };

/** Opens a link: one view more, and a pass for what it shows. */
export async function openShare(ctx: Guest, { token, password }: Opening): Promise<{ pass: string }> {
  const alive = await findByToken(ctx, token);
  if (!alive || isUsedUp(alive.row)) throw new Problem('share_gone');
  await requirePassword(ctx, alive.row, password);
  await countView(ctx, alive.row.id);
  return { pass: ctx.shareSecrets.passFor(alive.row) };
}

async function requirePassword(ctx: Guest, row: ShareRow, password: string | undefined): Promise<void> {
  const { id, passwordHash: hash } = row;
  if (hash === null) return;
  if (password === undefined) throw new Problem('share_password');
  await limitAttempts(ctx.limits, { address: ctx.address, account: `share:${id}` }, async () => {
    if (!(await verifyPassword({ hash, password }))) throw new Problem('share_password_wrong');
  });
}

// Of two who want the last view at once, one gets it.
async function countView({ db }: Guest, id: string): Promise<void> {
  const counted = await db
    .update(shares)
    .set({ views: sql`${shares.views} + 1`, seenAt: new Date() })
    .where(and(eq(shares.id, id), or(isNull(shares.maxViews), lt(shares.views, shares.maxViews))))
    .returning({ id: shares.id });
  if (counted.length === 0) throw new Problem('share_gone');
}
