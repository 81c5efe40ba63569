import { and, eq, isNull, sql } from 'drizzle-orm';

import type { NewSession, Member } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import { members } from '#server/database/schema.ts';
import { hasOwner, loadSignUp } from '#server/installation/settings.ts';
import { isTrusted, trustDevice } from './devices.ts';
import { useInvitation } from './invitations.ts';
import { consumeAttempt, limitAttempts } from './rate-limits.ts';
import { advisoryLocks } from '#server/database/advisory-locks.ts';
import { createMember, findMember, meOf, type NewMember } from './members.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { findPassword } from './passwords.ts';
import type { AccountContext, SignInContext } from './services.ts';
import { openSession } from './sessions.ts';
import { hasTwoStep, useCode } from './two-step.ts';

type PasswordCredentials = { identifier: string; password: string };
type SignInRequest = PasswordCredentials & { code?: string | undefined; trust?: boolean | undefined };
type SignInOutcome = NewSession | { needs: 'code' };

/** Creates the owner of an empty installation; concurrent attempts create only one. */
export async function createOwner(ctx: AccountContext, owner: NewMember): Promise<NewSession> {
  const member = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.owners})`);
    if (await hasOwner(tx)) throw new Problem('owner_exists');
    return createMember(tx, owner, 'owner');
  });
  return admit(ctx, member);
}

/** Signs up with an invitation, which is used up, or without one if sign-up is open. */
export async function signUp(
  ctx: AccountContext,
  { invitation, ...account }: NewMember & { invitation?: string | undefined },
): Promise<NewSession> {
  await consumeAttempt(ctx.limits, { address: ctx.address, account: `signup:${account.email}` });
  const member = await ctx.db.transaction(async (tx) => {
    if (!invitation && (await loadSignUp(tx)) !== 'open') throw new Problem('sign_up_closed');
    if (!(await hasOwner(tx))) throw new Problem('sign_up_closed');
    const role = invitation ? await useInvitation(tx, invitation) : 'viewer';
    return createMember(tx, account, role);
  });
  return admit(ctx, member);
}

/** Signs in by email or username; a wrong password and an unknown account get the same response after the same time. */
export async function signIn(
  ctx: SignInContext,
  { code, trust, ...credentials }: SignInRequest,
): Promise<SignInOutcome> {
  const member = await findMember(ctx.db, credentials.identifier);
  // One rate limit per account, whether the email or the username was entered.
  const account = `signin:${member?.email ?? credentials.identifier.toLowerCase()}`;
  return limitAttempts(ctx.limits, { address: ctx.address, account }, async () => {
    const verified = await requireCredentials(ctx, credentials);
    if (await needsCode(ctx, verified.id)) {
      if (!code) return { needs: 'code' };
      await useCode(ctx, verified.id, code);
      if (trust) await trustDevice(ctx, verified.id);
    }
    return admit(ctx, verified);
  });
}

const needsCode = async (ctx: SignInContext, memberId: string) =>
  (await hasTwoStep(ctx.db, memberId)) && !(await isTrusted(ctx, memberId));

async function requireCredentials(ctx: AccountContext, { identifier, password }: PasswordCredentials): Promise<Member> {
  const member = await findMember(ctx.db, identifier);
  const stored = member && (await findPassword(ctx.db, member.id));
  // Hashes in any case, so that an unknown account takes as long.
  const isRight = stored ? await verifyPassword(stored, password) : void (await hashPassword(password));
  if (!member || !isRight) throw new Problem('wrong_credentials');
  return member;
}

/** Opens a session for an authenticated member. */
export async function admit(ctx: AccountContext, { id }: Member): Promise<NewSession> {
  return ctx.db.transaction(async (tx) => {
    // Locks the row, so that disabling the member at the same moment leaves no session behind.
    const isEnabled = and(eq(members.id, id), isNull(members.disabledAt));
    const [row] = await tx.update(members).set({ spokenLanguage: ctx.language }).where(isEnabled).returning();
    if (!row) throw new Problem('account_disabled');
    return { token: await openSession(tx, ctx, id), member: meOf(row) };
  });
}
