import { and, eq, gt, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Member, Role } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import { emailPattern } from '#contract/rules.ts';
import { nameSchema } from '#contract/text.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, invitations, members, passkeys, personalKeys, sessions } from '#server/database/schema.ts';
import { hasOwner, loadSignUp } from '#server/installation/settings.ts';
import { useInvitation } from './invitations.ts';
import { addMember, findMember, loadMember } from './members.ts';
import type { Claims } from './oidc-provider.ts';
import type { AccountContext } from './services.ts';
import { changeSessions } from './sessions.ts';

const providerId = 'oidc';

/** Member for an OpenID Connect identity: linked before, matched by verified email, or new. */
export async function findOrCreateMember(
  ctx: AccountContext,
  claims: Claims,
  invitation: string | undefined,
): Promise<Member> {
  const accountId = `${ctx.config.oidc!.issuer} ${claims.sub}`;
  const linkedId = await findLinkedMember(ctx.db, accountId);
  if (linkedId) return loadMember(ctx.db, linkedId);
  const email = emailOf(claims);
  const existing = await findMember(ctx.db, email);
  if (existing) {
    await takeOver(ctx, existing, accountId);
    return existing;
  }
  return ctx.db.transaction(async (tx) => {
    const role = await roleForNewMember(tx, email, invitation);
    const member = await addMember(
      tx,
      { name: nameOf(claims, email), username: await availableUsername(tx, claims, email), email },
      role,
    );
    await link(tx, member.id, accountId);
    return member;
  });
}

async function findLinkedMember(db: Queryable, accountId: string): Promise<string | undefined> {
  const own = and(eq(credentials.providerId, providerId), eq(credentials.accountId, accountId));
  const [row] = await db.select({ id: credentials.memberId }).from(credentials).where(own);
  return row?.id;
}

async function link(tx: Queryable, memberId: string, accountId: string): Promise<void> {
  await tx.insert(credentials).values({ id: randomUUID(), memberId, providerId, accountId });
  await tx.update(members).set({ emailVerified: true }).where(eq(members.id, memberId));
}

function emailOf(claims: Claims): string {
  const email = typeof claims['email'] === 'string' ? claims['email'].trim().toLowerCase() : '';
  const isConfirmed = claims['email_verified'] === true || claims['email_verified'] === 'true';
  if (!isConfirmed || email.length > 200 || !emailPattern.test(email)) throw new Problem('oidc_email');
  return email;
}

/**
 * Links an existing account with the same email. If sign-up is open, its creator may have entered an email that is not
 * theirs: then their sign-in methods are removed.
 */
async function takeOver(ctx: AccountContext, { id }: Member, accountId: string): Promise<void> {
  await changeSessions(ctx, id, async (tx) => {
    const [row] = await tx.select({ isProven: members.emailVerified }).from(members).where(eq(members.id, id));
    if (!row?.isProven && (await loadSignUp(tx)) === 'open')
      for (const table of [credentials, passkeys, personalKeys, sessions])
        await tx.delete(table).where(eq(table.memberId, id));
    await link(tx, id, accountId);
  });
}

/** Role of a new member: from their invitation, else viewer if sign-up is open. */
async function roleForNewMember(tx: Queryable, email: string, invitation: string | undefined): Promise<Role> {
  if (invitation) return useInvitation(tx, invitation);
  const isInvited = and(eq(invitations.email, email), gt(invitations.expiresAt, new Date()));
  const used = await tx.delete(invitations).where(isInvited).returning({ role: invitations.role });
  if (used.length > 0) return used.some(({ role }) => role === 'editor') ? 'editor' : 'viewer';
  if ((await loadSignUp(tx)) !== 'open' || !(await hasOwner(tx))) throw new Problem('sign_up_closed');
  return 'viewer';
}

function nameOf(claims: Claims, email: string): string {
  const claimedName = typeof claims['name'] === 'string' ? claims['name'].slice(0, 100) : '';
  return nameSchema.safeParse(claimedName).data ?? email.split('@')[0]!.slice(0, 100);
}

/** Username based on the provider's, with a number appended if it is taken. */
async function availableUsername(tx: Queryable, claims: Claims, email: string): Promise<string> {
  const claimedUsername =
    typeof claims['preferred_username'] === 'string' ? claims['preferred_username'] : email.split('@')[0]!;
  const plain = claimedUsername
    .toLowerCase()
    .split('@')[0]!
    .replaceAll(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 24);
  const base = plain.length >= 2 ? plain : 'member';
  const rows = await tx
    .select({ name: members.username })
    .from(members)
    .where(sql`starts_with(${members.username}, ${base})`);
  const takenNames = new Set(rows.map(({ name }) => name));
  let name = base;
  for (let number = 2; takenNames.has(name); number++) name = `${base}${number}`;
  return name;
}
