import { APIError } from 'better-auth/api';
import { sql } from 'drizzle-orm';

import type { Admission } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { hasOwner, loadSignUp } from '#server/installation/settings.ts';
import { addressHeader } from './auth.ts';
import { useInvitation } from './invitations.ts';
import { consumeAttempt, limitAttempts } from './limits.ts';
import { createMember, findMember, type NewMember } from './members.ts';
import type { Services } from './services.ts';

type Ctx = Context<Services>;
type Credentials = { identifier: string; password: string };

const ownerLock = 7_385_239; // any number that nothing else locks

/** Creates the owner of an empty installation: once, whoever else tries at the same moment. */
export async function createOwner(ctx: Ctx, owner: NewMember): Promise<Admission> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ownerLock})`);
    if (await hasOwner(tx)) throw new Problem('owner_exists');
    await createMember(tx, owner, 'owner');
  });
  return admit(ctx, { identifier: owner.email, password: owner.password });
}

/** Signs up by invitation, or without one if sign-up is open; the invitation is used up with it. */
export async function signUp(
  ctx: Ctx,
  { invitation, ...member }: NewMember & { invitation?: string | undefined },
): Promise<Admission> {
  await consumeAttempt(ctx.limits, { address: ctx.address, account: `signup:${member.email}` });
  await ctx.db.transaction(async (tx) => {
    if (!invitation && (await loadSignUp(tx)) !== 'open') throw new Problem('sign_up_closed');
    if (!(await hasOwner(tx))) throw new Problem('sign_up_closed');
    const role = invitation ? await useInvitation(tx, invitation) : 'viewer';
    await createMember(tx, member, role);
  });
  return admit(ctx, { identifier: member.email, password: member.password });
}

/** Signs in by e-mail or username; a wrong password and an unknown account look and last alike. */
export async function signIn(ctx: Ctx, credentials: Credentials): Promise<Admission> {
  const member = await findMember(ctx.db, credentials.identifier);
  // By either of its two names an account has one counter.
  const account = `signin:${member?.email ?? credentials.identifier.toLowerCase()}`;
  return limitAttempts(ctx.limits, { address: ctx.address, account }, () => admit(ctx, credentials));
}

async function admit(ctx: Ctx, { identifier, password }: Credentials): Promise<Admission> {
  const member = await findMember(ctx.db, identifier);
  const email = member?.email ?? 'unknown@account.invalid';
  const headers = new Headers({ 'user-agent': ctx.userAgent, [addressHeader]: ctx.address });
  const signedIn = await ctx.auth.api
    .signInEmail({ body: { email, password }, headers, returnHeaders: true })
    .catch(refuse);
  const token = signedIn.headers.get('set-auth-token');
  if (!member || !token) throw new Problem('wrong_credentials');
  return { token: decodeURIComponent(token), member };
}

function refuse(cause: unknown): never {
  if (cause instanceof APIError) throw new Problem('wrong_credentials', {}, { cause });
  throw cause;
}
