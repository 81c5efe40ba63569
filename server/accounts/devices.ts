import { and, eq, gt } from 'drizzle-orm';

import type { Queryable } from '#server/database/open.ts';
import { trustedDevices } from '#server/database/schema.ts';
import { createToken, hashOf } from '#server/hash.ts';
import type { SignInContext } from './services.ts';

const cookie = 'shuju-device';
const days = 30;
const seconds = days * 24 * 60 * 60;

/** Whether this browser is trusted, so that two-step verification is skipped. */
export async function isTrusted(ctx: SignInContext, memberId: string): Promise<boolean> {
  const token = ctx.cookies.read(cookie);
  if (!token) return false;
  const rows = await ctx.db
    .select({ memberId: trustedDevices.memberId })
    .from(trustedDevices)
    .where(
      and(
        eq(trustedDevices.tokenHash, hashOf(token)),
        eq(trustedDevices.memberId, memberId),
        gt(trustedDevices.expiresAt, new Date()),
      ),
    );
  return rows.length > 0;
}

export async function trustDevice(ctx: SignInContext, memberId: string): Promise<void> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + seconds * 1000);
  await ctx.db.insert(trustedDevices).values({ tokenHash: hashOf(token), memberId, expiresAt });
  ctx.cookies.set(cookie, token, seconds);
}

export async function distrustDevices(tx: Queryable, memberId: string): Promise<void> {
  await tx.delete(trustedDevices).where(eq(trustedDevices.memberId, memberId));
}
