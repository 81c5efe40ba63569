import { hashPassword } from 'better-auth/crypto';
import { asc, eq, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Member, Role } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, members } from '#server/database/schema.ts';

export type NewMember = { name: string; username: string; email: string; password: string };

type MemberRow = typeof members.$inferSelect;

export function memberOf(row: Pick<MemberRow, 'id' | 'name' | 'username' | 'email' | 'role' | 'createdAt'>): Member {
  const { id, name, username, email, role, createdAt } = row;
  return { id, name, username, email, role, createdAt: createdAt.toISOString() };
}

/** Adds a member with a password. Run it in the transaction that also uses up what admits them. */
export async function createMember(tx: Queryable, { password, ...member }: NewMember, role: Role): Promise<void> {
  const passwordHash = await hashPassword(password);
  const id = randomUUID();
  await tx
    .insert(members)
    .values({ ...member, id, role })
    .catch(refuseTaken);
  await tx.insert(credentials).values({
    id: randomUUID(),
    memberId: id,
    providerId: 'credential',
    accountId: id,
    password: passwordHash,
  });
}

function refuseTaken(error: { cause?: { constraint?: string } }): never {
  const constraint = error.cause?.constraint;
  if (constraint === 'members_email_unique') throw new Problem('email_taken');
  if (constraint === 'members_username_unique') throw new Problem('username_taken');
  throw error;
}

/** The member with this e-mail address or username. */
export async function findMember(db: Queryable, identifier: string): Promise<Member | undefined> {
  const key = identifier.toLowerCase();
  const [row] = await db
    .select()
    .from(members)
    .where(or(eq(members.email, key), eq(members.username, key)));
  return row && memberOf(row);
}

export async function loadMember(db: Queryable, id: string): Promise<Member> {
  const [row] = await db.select().from(members).where(eq(members.id, id));
  if (!row) throw new Problem('not_found');
  return memberOf(row);
}

export async function listMembers(db: Queryable): Promise<Member[]> {
  return (await db.select().from(members).orderBy(asc(members.createdAt))).map(memberOf);
}

export async function renameMember(db: Queryable, id: string, name: string): Promise<Member> {
  const [row] = await db
    .update(members)
    .set({ name, updatedAt: sql`now()` })
    .where(eq(members.id, id))
    .returning();
  return memberOf(row!);
}
