import { and, eq, gt } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { OneTimeLink } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, members, sessions, verifications } from '#server/database/schema.ts';
import { createToken, hashOf } from '#server/hash.ts';
import type { Email } from '#server/mail/send.ts';
import { distrustDevices } from './devices.ts';
import { resetEmail } from './emails.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { consumeAttempt, limitAttempts } from './rate-limits.ts';
import { findMember, isDisabled } from './members.ts';
import type { AccountContext, AccountMemberContext } from './services.ts';
import { changeSessions, deleteOtherSessions } from './sessions.ts';

const hour = 60 * 60 * 1000;

/** Creates a one-time link to set a new password. */
export async function createResetLink(db: Queryable, memberId: string): Promise<OneTimeLink> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + hour);
  await db
    .insert(verifications)
    .values({ id: randomUUID(), identifier: identifierOf(token), value: memberId, expiresAt });
  return { path: `/auth/reset?token=${token}`, expiresAt: expiresAt.toISOString() };
}

const identifierOf = (token: string) => hashOf(`reset-password:${token}`);

/** Emails a reset link. Response and timing are the same whether or not the account exists. */
export async function forgotPassword(ctx: AccountContext, { identifier }: { identifier: string }): Promise<void> {
  await consumeAttempt(ctx.limits, { address: ctx.address, account: `forgot:${identifier.toLowerCase()}` });
  ctx.mailer.send(() => writeResetEmail(ctx, identifier));
}

async function writeResetEmail(ctx: AccountContext, identifier: string): Promise<Email | undefined> {
  const member = await findMember(ctx.db, identifier);
  if (!member || (await isDisabled(ctx.db, member.id))) return undefined;
  const { path } = await createResetLink(ctx.db, member.id);
  return { to: member.email, ...resetEmail(ctx.language, member.name, `${ctx.config.publicUrl}${path}`) };
}

/** Sets a new password with a reset link and ends all sessions of the member. */
export async function resetPassword(
  ctx: AccountContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const isLink = and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, new Date()));
  const [link] = await ctx.db
    .select({ memberId: members.id })
    .from(verifications)
    .innerJoin(members, eq(members.id, verifications.value))
    .where(isLink);
  if (!link) throw new Problem('link_invalid');
  const { memberId } = link;
  if (ctx.entry) ctx.entry.memberId = memberId;
  const passwordHash = await hashPassword(password);
  await changeSessions(ctx, memberId, async (tx) => {
    // Deleting the link first makes concurrent attempts use it once.
    const used = await tx.delete(verifications).where(isLink).returning({ id: verifications.id });
    if (used.length === 0) throw new Problem('link_invalid');
    await savePassword(tx, memberId, passwordHash);
    await tx.delete(sessions).where(eq(sessions.memberId, memberId));
    await deleteResetLinks(tx, memberId);
    await distrustDevices(tx, memberId);
  });
}

const isPasswordOf = (memberId: string) =>
  and(eq(credentials.memberId, memberId), eq(credentials.providerId, 'credential'));

/** Password hash of a member; undefined if they only use an external provider. */
export async function findPassword(db: Queryable, memberId: string): Promise<string | undefined> {
  const [stored] = await db.select().from(credentials).where(isPasswordOf(memberId));
  return stored?.password ?? undefined;
}

/** Requires the password again before a sensitive change, if the member has one. */
export async function requirePassword(ctx: AccountMemberContext, password: string | undefined): Promise<void> {
  const { member } = ctx.identity;
  await limitAttempts(ctx.limits, { address: ctx.address, account: `change:${member.id}` }, async () => {
    const stored = await findPassword(ctx.db, member.id);
    const isRight = !stored || (password && (await verifyPassword(stored, password)));
    if (!isRight) throw new Problem('wrong_password');
  });
}

/** Changes the own password, or sets the first one, and ends the other sessions. */
export async function changePassword(
  ctx: AccountMemberContext,
  { current, password }: { current?: string | undefined; password: string },
): Promise<void> {
  const { member, sessionId } = ctx.identity;
  await requirePassword(ctx, current);
  const passwordHash = await hashPassword(password);
  await changeSessions(ctx, member.id, async (tx) => {
    await savePassword(tx, member.id, passwordHash);
    await distrustDevices(tx, member.id);
    await deleteOtherSessions(tx, member.id, sessionId);
    await deleteResetLinks(tx, member.id);
  });
}

async function savePassword(tx: Queryable, memberId: string, password: string): Promise<void> {
  const changes = { password, updatedAt: new Date() };
  const changed = await tx.update(credentials).set(changes).where(isPasswordOf(memberId)).returning();
  if (changed.length > 0) return;
  const own = { id: randomUUID(), memberId, providerId: 'credential', accountId: memberId, password };
  await tx.insert(credentials).values(own);
}

// Reset links of the old password must not outlive it.
async function deleteResetLinks(tx: Queryable, memberId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, memberId));
}
