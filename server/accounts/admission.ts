import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';

import type { Admission, Member } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Context, Cookies } from '#server/context.ts';
import { members } from '#server/database/schema.ts';
import { hasOwner, loadSignUp } from '#server/installation/settings.ts';
import { isTrusted, trustDevice } from './devices.ts';
import { useInvitation } from './invitations.ts';
import { consumeAttempt, limitAttempts } from './limits.ts';
import { createMember, findMember, meOf, type NewMember } from './members.ts';
import { findPassword } from './passwords.ts';
import type { Services } from './services.ts';
import { openSession } from './sessions.ts';
import { hasTwoStep, useCode } from './two-step.ts';

type Ctx = Context<Services>;
type DoorCtx = Ctx & { cookies: Cookies };
type Credentials = { identifier: string; password: string };
type SignIn = Credentials & { code?: string | undefined; trust?: boolean | undefined };
type SignedIn = Admission | { needs: 'code' };

const ownerLock = 7_385_239; // any number that nothing else locks

/** Creates the owner of an empty installation: once, whoever else tries at the same moment. */
export async function createOwner(ctx: Ctx, owner: NewMember): Promise<Admission> {
  const member = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ownerLock})`);
    if (await hasOwner(tx)) throw new Problem('owner_exists');
    return createMember(tx, owner, 'owner');
  });
  return admit(ctx, member);
}

/** Signs up by invitation, or without one if sign-up is open; the invitation is used up with it. */
export async function signUp(
  ctx: Ctx,
  { invitation, ...account }: NewMember & { invitation?: string | undefined },
): Promise<Admission> {
  await consumeAttempt(ctx.limits, { address: ctx.address, account: `signup:${account.email}` });
  const member = await ctx.db.transaction(async (tx) => {
    if (!invitation && (await loadSignUp(tx)) !== 'open') throw new Problem('sign_up_closed');
    if (!(await hasOwner(tx))) throw new Problem('sign_up_closed');
    const role = invitation ? await useInvitation(tx, invitation) : 'viewer';
    return createMember(tx, account, role);
  });
  return admit(ctx, member);
}

/** Signs in by e-mail or username; a wrong password and an unknown account look and last alike. */
export async function signIn(ctx: DoorCtx, { code, trust, ...credentials }: SignIn): Promise<SignedIn> {
  const member = await findMember(ctx.db, credentials.identifier);
  // By either of its two names an account has one counter.
  const account = `signin:${member?.email ?? credentials.identifier.toLowerCase()}`;
  return limitAttempts(ctx.limits, { address: ctx.address, account }, async () => {
    const known = await requireCredentials(ctx, credentials);
    if (await needsCode(ctx, known.id)) {
      if (!code) return { needs: 'code' };
      await useCode(ctx, known.id, code);
      if (trust) await trustDevice(ctx, known.id);
    }
    return admit(ctx, known);
  });
}

const needsCode = async (ctx: DoorCtx, memberId: string) =>
  (await hasTwoStep(ctx.db, memberId)) && !(await isTrusted(ctx, memberId));

async function requireCredentials(ctx: Ctx, { identifier, password }: Credentials): Promise<Member> {
  const member = await findMember(ctx.db, identifier);
  const stored = member && (await findPassword(ctx.db, member.id));
  // Hashed in any case, so that the answer takes as long for an unknown account.
  const isRight = stored ? await verifyPassword({ hash: stored, password }) : void (await hashPassword(password));
  if (!member || !isRight) throw new Problem('wrong_credentials');
  return member;
}

/** Opens a session for someone who has shown who they are. */
export async function admit(ctx: Ctx, { id }: Member): Promise<Admission> {
  return ctx.db.transaction(async (tx) => {
    // Whoever disables the member at this moment waits for it, so that no session slips past them.
    const isEnabled = and(eq(members.id, id), isNull(members.disabledAt));
    const [row] = await tx.update(members).set({ spokenLanguage: ctx.language }).where(isEnabled).returning();
    if (!row) throw new Problem('account_disabled');
    return { token: await openSession(tx, ctx, id), member: meOf(row) };
  });
}
