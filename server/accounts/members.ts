import { asc, eq, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { ListedMember, Me, Member, Role } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, members, twoSteps } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { hashPassword } from './password-hash.ts';

export type NewMember = { name: string; username: string; email: string; password: string };

type MemberRow = typeof members.$inferSelect;

type MemberColumns = Pick<MemberRow, 'id' | 'name' | 'username' | 'email' | 'role' | 'image' | 'createdAt'>;

export function memberOf(row: MemberColumns): Member {
  const { id, name, username, email, role, image, createdAt } = row;
  return { id, name, username, email, role, avatar: image, createdAt: createdAt.toISOString() };
}

export const meOf = (row: MemberRow): Me => ({ ...memberOf(row), preferences: row.preferences });

/** Adds a member with a password. Run it in the transaction that also uses up the invitation. */
export async function createMember(tx: Queryable, { password, ...member }: NewMember, role: Role): Promise<Member> {
  const passwordHash = await hashPassword(password);
  const added = await addMember(tx, member, role);
  await tx.insert(credentials).values({
    id: randomUUID(),
    memberId: added.id,
    providerId: 'credential',
    accountId: added.id,
    password: passwordHash,
  });
  return added;
}

/** Adds a member without a sign-in method. */
export async function addMember(tx: Queryable, member: Omit<NewMember, 'password'>, role: Role): Promise<Member> {
  const id = randomUUID();
  const [row] = await tx
    .insert(members)
    .values({ ...member, id, role })
    .returning()
    .catch(throwTaken);
  await publishChange(tx, { kind: 'member', id });
  return memberOf(row!);
}

function throwTaken(error: { cause?: { constraint?: string } }): never {
  const constraint = error.cause?.constraint;
  if (constraint === 'members_email_unique') throw new Problem('email_taken');
  if (constraint === 'members_username_unique') throw new Problem('username_taken');
  throw error;
}

/** Finds a member by email or username. */
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

export async function isDisabled(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db.select({ at: members.disabledAt }).from(members).where(eq(members.id, id));
  return Boolean(row?.at);
}

export async function listMembers(db: Queryable): Promise<ListedMember[]> {
  const rows = await db
    .select({ member: members, twoStep: twoSteps.confirmedAt })
    .from(members)
    .leftJoin(twoSteps, eq(twoSteps.memberId, members.id))
    .orderBy(asc(members.createdAt));
  return rows.map(({ member, twoStep }) => ({
    ...memberOf(member),
    twoStep: twoStep !== null,
    disabledAt: member.disabledAt?.toISOString() ?? null,
    mayConnect: member.mayConnect,
  }));
}

export async function renameMember(db: Queryable, id: string, name: string): Promise<Me> {
  const [row] = await db
    .update(members)
    .set({ name, updatedAt: sql`now()` })
    .where(eq(members.id, id))
    .returning();
  await publishChange(db, { kind: 'member', id });
  return meOf(row!);
}
