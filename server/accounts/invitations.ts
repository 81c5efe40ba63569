import { and, desc, eq, gt } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Invitation, OneTimeLink } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { invitations, members } from '#server/database/schema.ts';
import { deliverNow } from '#server/mail/send.ts';
import { createToken, hashOf } from '#server/hash.ts';
import { invitationEmail } from './emails.ts';
import { findMember } from './members.ts';
import type { AccountMemberContext } from './services.ts';

const week = 7 * 24 * 60 * 60 * 1000;

type InvitedRole = Invitation['role'];

const isOpen = (token: string) => and(eq(invitations.tokenHash, hashOf(token)), gt(invitations.expiresAt, new Date()));

type NewInvitation = { role: InvitedRole; email?: string | undefined };

/** Creates a sign-up link; if it should be emailed and cannot be, it is removed again. */
export async function createInvitation(
  ctx: AccountMemberContext,
  { role, email }: NewInvitation,
): Promise<OneTimeLink> {
  const { member } = ctx.identity;
  if (email && (await findMember(ctx.db, email))) throw new Problem('email_taken');
  const token = createToken();
  const expiresAt = new Date(Date.now() + week);
  const path = `/auth/signup?invitation=${token}`;
  const row = { id: randomUUID(), tokenHash: hashOf(token), role, email, invitedBy: member.id, expiresAt };
  await ctx.db.insert(invitations).values(row);
  if (email) {
    const content = invitationEmail(ctx.language, member.name, `${ctx.config.publicUrl}${path}`);
    await deliverNow(ctx, { to: email, ...content }).catch(async (error: unknown) => {
      await withdrawInvitation(ctx.db, row.id);
      throw error;
    });
  }
  return { path, expiresAt: expiresAt.toISOString() };
}

export async function loadInvitation(
  db: Database,
  token: string,
): Promise<{ role: InvitedRole; invitedBy: string; email: string | null; expiresAt: string }> {
  const [row] = await db
    .select({
      role: invitations.role,
      invitedBy: members.name,
      email: invitations.email,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(members, eq(members.id, invitations.invitedBy))
    .where(isOpen(token));
  if (!row) throw new Problem('link_invalid');
  return { ...row, expiresAt: row.expiresAt.toISOString() };
}

/** Uses up an invitation in the caller's transaction and returns its role. */
export async function useInvitation(tx: Queryable, token: string): Promise<InvitedRole> {
  const [used] = await tx.delete(invitations).where(isOpen(token)).returning();
  if (!used) throw new Problem('link_invalid');
  return used.role;
}

export async function listInvitations(db: Database): Promise<Invitation[]> {
  const rows = await db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, new Date()))
    .orderBy(desc(invitations.createdAt));
  return rows.map(({ id, role, email, createdAt, expiresAt }) => ({
    id,
    role,
    email,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function withdrawInvitation(db: Database, id: string): Promise<void> {
  const [deleted] = await db.delete(invitations).where(eq(invitations.id, id)).returning();
  if (!deleted) throw new Problem('not_found');
}
