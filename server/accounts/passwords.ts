import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Link } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Context, MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, verifications } from '#server/database/schema.ts';
import type { Letter } from '#server/mail/send.ts';
import type { Auth } from './auth.ts';
import { distrustDevices } from './devices.ts';
import { createToken } from './invitations.ts';
import { resetLetter } from './letters.ts';
import { consumeAttempt, limitAttempts } from './limits.ts';
import { findMember, isDisabled } from './members.ts';
import type { Services } from './services.ts';
import { changeSessions, deleteOtherSessions } from './sessions.ts';

const hour = 60 * 60 * 1000;

/** Makes a link with which a member can set a new password, once. */
export async function createResetLink(auth: Auth, memberId: string): Promise<Link> {
  const { internalAdapter } = await auth.$context;
  const token = createToken();
  const expiresAt = new Date(Date.now() + hour);
  await internalAdapter.createVerificationValue({ identifier: identifierOf(token), value: memberId, expiresAt });
  return { path: `/auth/reset?token=${token}`, expiresAt: expiresAt.toISOString() };
}

// The form that better-auth looks for; it stores it hashed.
const identifierOf = (token: string) => `reset-password:${token}`;

/** Mails a reset link. The answer is the same, and as quick, whether or not the account exists. */
export async function forgotPassword(ctx: Context<Services>, { identifier }: { identifier: string }): Promise<void> {
  await consumeAttempt(ctx.limits, { address: ctx.address, account: `forgot:${identifier.toLowerCase()}` });
  ctx.mailer.send(() => writeResetLetter(ctx, identifier));
}

async function writeResetLetter(ctx: Context<Services>, identifier: string): Promise<Letter | undefined> {
  const member = await findMember(ctx.db, identifier);
  if (!member || (await isDisabled(ctx.db, member.id))) return undefined;
  const { path } = await createResetLink(ctx.auth, member.id);
  return { to: member.email, ...resetLetter(ctx.language, member.name, `${ctx.config.publicUrl}${path}`) };
}

/** Sets a new password with a reset link and ends every session of the member. */
export async function resetPassword(
  ctx: Context<Services>,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { internalAdapter } = await ctx.auth.$context;
  const link = await internalAdapter.findVerificationValue(identifierOf(token));
  if (!link) throw new Problem('link_invalid');
  if (ctx.entry) ctx.entry.memberId = link.value;
  await ctx.auth.api.resetPassword({ body: { token, newPassword: password } }).catch((cause: unknown) => {
    throw cause instanceof APIError ? new Problem('link_invalid', {}, { cause }) : cause;
  });
  await changeSessions(ctx, link.value, async (tx) => {
    await deleteResetLinks(tx, link.value);
    await distrustDevices(tx, link.value);
  });
}

const isPasswordOf = (memberId: string) =>
  and(eq(credentials.memberId, memberId), eq(credentials.providerId, 'credential'));

/** The hash of a member's password; someone who signs in elsewhere may have none. */
export async function findPassword(db: Queryable, memberId: string): Promise<string | undefined> {
  const [stored] = await db.select().from(credentials).where(isPasswordOf(memberId));
  return stored?.password ?? undefined;
}

/** Has who is signed in show once more that it is them, if they have a password. */
export async function requirePassword(ctx: MemberContext<Services>, password: string | undefined): Promise<void> {
  const { member } = ctx.identity;
  await limitAttempts(ctx.limits, { address: ctx.address, account: `change:${member.id}` }, async () => {
    const stored = await findPassword(ctx.db, member.id);
    const isRight = !stored || (password && (await verifyPassword({ hash: stored, password })));
    if (!isRight) throw new Problem('wrong_password');
  });
}

/** Changes one's own password, or sets a first one, and ends one's other sessions. */
export async function changePassword(
  ctx: MemberContext<Services>,
  { current, password }: { current?: string | undefined; password: string },
): Promise<void> {
  const { member, sessionId } = ctx.identity;
  await requirePassword(ctx, current);
  const passwordHash = await hashPassword(password);
  await changeSessions(ctx, member.id, async (tx) => {
    await keepPassword(tx, member.id, passwordHash);
    await distrustDevices(tx, member.id);
    await deleteOtherSessions(tx, member.id, sessionId);
    await deleteResetLinks(tx, member.id);
  });
}

async function keepPassword(tx: Queryable, memberId: string, password: string): Promise<void> {
  const changes = { password, updatedAt: new Date() };
  const changed = await tx.update(credentials).set(changes).where(isPasswordOf(memberId)).returning();
  if (changed.length > 0) return;
  const own = { id: randomUUID(), memberId, providerId: 'credential', accountId: memberId, password };
  await tx.insert(credentials).values(own);
}

// Links that were made for the old password must not outlive it.
async function deleteResetLinks(tx: Queryable, memberId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, memberId));
}
