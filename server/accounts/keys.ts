import { and, desc, eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { keyPrefix, type KeyScope, type PersonalKey } from '#contract/accounts/keys.ts';
import { personalKeys } from '#server/database/schema.ts';
import { hashOf } from '#server/hash.ts';
import { isUnexpired } from './key-holder.ts';
import type { AccountMemberContext } from './services.ts';
import { changeSessions } from './sessions.ts';

const day = 24 * 60 * 60 * 1000;
/** Maximum number of personal keys per member. */
export const maxPersonalKeys = 50;

function keyOf({ id, name, scope, hint, ...row }: typeof personalKeys.$inferSelect): PersonalKey {
  return {
    id,
    name,
    scope,
    hint,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

export async function listKeys({ db, identity }: AccountMemberContext): Promise<PersonalKey[]> {
  const own = and(eq(personalKeys.memberId, identity.member.id), isUnexpired());
  return (await db.select().from(personalKeys).where(own).orderBy(desc(personalKeys.createdAt))).map(keyOf);
}

type NewKey = { name: string; scope: KeyScope; days: number | null };

export async function createKey(
  ctx: AccountMemberContext,
  { name, scope, days }: NewKey,
): Promise<{ key: PersonalKey; secret: string }> {
  if ((await listKeys(ctx)).length >= maxPersonalKeys) throw new Problem('keys_full');
  const secret = `${keyPrefix}${randomBytes(30).toString('base64url')}`;
  const [row] = await ctx.db
    .insert(personalKeys)
    .values({
      id: randomUUID(),
      memberId: ctx.identity.member.id,
      name,
      scope,
      hash: hashOf(secret),
      hint: secret.slice(-4),
      expiresAt: days === null ? null : new Date(Date.now() + days * day),
    })
    .returning();
  return { key: keyOf(row!), secret };
}

/** Revokes a key on every server at once. */
export async function revokeKey(ctx: AccountMemberContext, { id }: { id: string }): Promise<void> {
  const memberId = ctx.identity.member.id;
  await changeSessions(ctx, memberId, async (tx) => {
    const own = and(eq(personalKeys.memberId, memberId), eq(personalKeys.id, id));
    const revoked = await tx.delete(personalKeys).where(own).returning({ id: personalKeys.id });
    if (revoked.length === 0) throw new Problem('not_found');
  });
}
