import { and, count, eq, isNotNull, lt } from 'drizzle-orm';
import { createHmac } from 'node:crypto';

import type { Protection } from '#contract/accounts/security.ts';
import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { backupCodes, trustedDevices, twoSteps } from '#server/database/schema.ts';
import { createBackupCodes, createSecret, findStep, plainOf, uriOf } from './codes.ts';
import { decrypt, encrypt } from './encryption.ts';
import { limitAttempts } from './rate-limits.ts';
import { findPassword, requirePassword } from './passwords.ts';
import type { AccountContext, AccountMemberContext } from './services.ts';
import { listProviders } from './sign-in-methods.ts';

type CurrentPassword = { password?: string | undefined };

export async function loadProtection(ctx: AccountMemberContext): Promise<Protection> {
  const { db, identity } = ctx;
  const memberId = identity.member.id;
  const [row] = await db.select().from(twoSteps).where(eq(twoSteps.memberId, memberId));
  const [remaining] = await db.select({ codes: count() }).from(backupCodes).where(eq(backupCodes.memberId, memberId));
  const hasPassword = (await findPassword(db, memberId)) !== undefined;
  return {
    hasPassword,
    twoStepSince: row?.confirmedAt?.toISOString() ?? null,
    codesLeft: remaining!.codes,
    providers: await listProviders(ctx),
  };
}

/** Whether this member needs a code to sign in. */
export async function hasTwoStep(db: Queryable, memberId: string): Promise<boolean> {
  const rows = await db
    .select({ id: twoSteps.memberId })
    .from(twoSteps)
    .where(and(eq(twoSteps.memberId, memberId), isNotNull(twoSteps.confirmedAt)));
  return rows.length > 0;
}

/** Creates a secret for an authenticator app. It takes effect when the first code confirms it. */
export async function beginTwoStep(
  ctx: AccountMemberContext,
  { password }: CurrentPassword,
): Promise<{ secret: string; uri: string }> {
  const { member } = ctx.identity;
  await requirePassword(ctx, password);
  if (await hasTwoStep(ctx.db, member.id)) throw new Problem('two_step_on');
  const secret = createSecret();
  const row = { secret: encrypt(ctx.secret, secret), usedStep: 0 };
  await ctx.db
    .insert(twoSteps)
    .values({ memberId: member.id, ...row })
    .onConflictDoUpdate({ target: twoSteps.memberId, set: row });
  return { secret, uri: uriOf(secret, member.username) };
}

/** Turns two-step verification on with the first code. */
export async function confirmTwoStep(
  ctx: AccountMemberContext,
  { code }: { code: string },
): Promise<{ codes: string[] }> {
  const { member } = ctx.identity;
  if (await hasTwoStep(ctx.db, member.id)) throw new Problem('two_step_on');
  await limitCodes(ctx, member.id, () => useAppCode(ctx, member.id, code));
  return ctx.db.transaction(async (tx) => {
    await tx.update(twoSteps).set({ confirmedAt: new Date() }).where(eq(twoSteps.memberId, member.id));
    return renewCodes(tx, ctx.secret, member.id);
  });
}

/** Replaces the backup codes. */
export async function renewBackupCodes(
  ctx: AccountMemberContext,
  { password }: CurrentPassword,
): Promise<{ codes: string[] }> {
  const { member } = ctx.identity;
  await requirePassword(ctx, password);
  if (!(await hasTwoStep(ctx.db, member.id))) throw new Problem('two_step_off');
  return ctx.db.transaction((tx) => renewCodes(tx, ctx.secret, member.id));
}

export async function endTwoStep(ctx: AccountMemberContext, { password }: CurrentPassword): Promise<void> {
  await requirePassword(ctx, password);
  await deleteTwoStep(ctx.db, ctx.identity.member.id);
}

/** Turns two-step verification off and deletes its secret, backup codes and trusted browsers. */
export async function deleteTwoStep(db: Queryable, memberId: string): Promise<void> {
  await db.delete(twoSteps).where(eq(twoSteps.memberId, memberId));
  await db.delete(backupCodes).where(eq(backupCodes.memberId, memberId));
  await db.delete(trustedDevices).where(eq(trustedDevices.memberId, memberId));
}

/** Uses up a code of the app or a backup code; each works once, also with concurrent attempts. */
export async function useCode(ctx: AccountContext, memberId: string, code: string): Promise<void> {
  await limitCodes(ctx, memberId, async () => {
    if (/^\d{6}$/.test(plainOf(code))) return useAppCode(ctx, memberId, code);
    const hash = backupCodeHash(ctx.secret, memberId, code);
    const own = and(eq(backupCodes.memberId, memberId), eq(backupCodes.hash, hash));
    const used = await ctx.db.delete(backupCodes).where(own).returning();
    if (used.length === 0) throw new Problem('wrong_code');
  });
}

const limitCodes = (ctx: AccountContext, memberId: string, attempt: () => Promise<void>) =>
  limitAttempts(ctx.limits, { address: ctx.address, account: `code:${memberId}` }, attempt);

async function useAppCode(ctx: AccountContext, memberId: string, code: string): Promise<void> {
  const [row] = await ctx.db.select().from(twoSteps).where(eq(twoSteps.memberId, memberId));
  // With a changed SHUJU_SECRET the stored secret cannot be decrypted; then no code is valid.
  const secret = row && decrypt(ctx.secret, row.secret);
  const step = secret && findStep(secret, plainOf(code), Date.now());
  if (!step) throw new Problem('wrong_code');
  const unused = and(eq(twoSteps.memberId, memberId), lt(twoSteps.usedStep, step));
  const used = await ctx.db.update(twoSteps).set({ usedStep: step }).where(unused).returning();
  if (used.length === 0) throw new Problem('wrong_code');
}

async function renewCodes(tx: Queryable, secret: string, memberId: string): Promise<{ codes: string[] }> {
  const codes = createBackupCodes();
  const rows = codes.map((code) => ({ memberId, hash: backupCodeHash(secret, memberId, code) }));
  await tx.delete(backupCodes).where(eq(backupCodes.memberId, memberId));
  await tx.insert(backupCodes).values(rows);
  return { codes };
}

// HMAC, so that the short codes cannot be found from their hashes alone.
const backupCodeHash = (secret: string, memberId: string, code: string) =>
  createHmac('sha256', secret)
    .update(`backup:${memberId}:${plainOf(code)}`)
    .digest('base64url');
