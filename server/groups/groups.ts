import { and, asc, eq, inArray, ne, notInArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { MemberGroup } from '#contract/groups/routes.ts';
import { Problem } from '#contract/errors.ts';
import { throwNameTaken } from '#server/database/name-taken.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { groupMembers, groups, members } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import type { RowRuleCache } from '#server/row-rules/row-rule-cache.ts';

type GroupContext = { db: Database; rowRules: RowRuleCache };
type GroupFields = Pick<MemberGroup, 'name' | 'description' | 'claim' | 'members'>;

/** Groups by name, with the ids of their members. */
export async function listGroups(db: Queryable): Promise<MemberGroup[]> {
  const [rows, memberships] = await Promise.all([
    db.select().from(groups).orderBy(asc(groups.name)),
    db.select().from(groupMembers),
  ]);
  return rows.map(({ createdAt: _, ...group }) => {
    const own = memberships.filter(({ groupId }) => groupId === group.id);
    return {
      ...group,
      members: own.map(({ memberId }) => memberId),
      claimed: own.filter(({ isClaimed }) => isClaimed).map(({ memberId }) => memberId),
    };
  });
}

export async function createGroup(ctx: GroupContext, fields: GroupFields): Promise<MemberGroup> {
  const id = randomUUID();
  return changeGroup(ctx, id, async (tx) => {
    await requireFreeName(tx, id, fields.name);
    await tx
      .insert(groups)
      .values({ id, ...columnsOf(fields) })
      .catch(throwNameTaken(fields.name));
    await replaceMembers(tx, id, fields.members);
  });
}

export async function saveGroup(
  ctx: GroupContext,
  { id, ...fields }: GroupFields & { id: string },
): Promise<MemberGroup> {
  return changeGroup(ctx, id, async (tx) => {
    await requireFreeName(tx, id, fields.name);
    const saved = await tx
      .update(groups)
      .set(columnsOf(fields))
      .where(eq(groups.id, id))
      .returning({ id: groups.id })
      .catch(throwNameTaken(fields.name));
    if (saved.length === 0) throw new Problem('not_found');
    await replaceMembers(tx, id, fields.members);
  });
}

const columnsOf = ({ name, description, claim }: GroupFields) => ({ name, description, claim: claim || null });

async function requireFreeName(tx: Queryable, id: string, name: string): Promise<void> {
  const [taken] = await tx
    .select()
    .from(groups)
    .where(and(eq(groups.name, name), ne(groups.id, id)));
  if (taken) throw new Problem('name_taken', { value: name });
}

async function changeGroup(
  ctx: GroupContext,
  id: string,
  change: (tx: Queryable) => Promise<void>,
): Promise<MemberGroup> {
  await ctx.db.transaction(async (tx) => {
    await change(tx);
    await publishGroups(tx);
  });
  ctx.rowRules.invalidate();
  return (await listGroups(ctx.db)).find((group) => group.id === id)!;
}

export async function deleteGroup(ctx: GroupContext, { id }: { id: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const deleted = await tx.delete(groups).where(eq(groups.id, id)).returning({ id: groups.id });
    if (deleted.length === 0) throw new Problem('not_found');
    await publishGroups(tx);
  });
  ctx.rowRules.invalidate();
}

/** Publishes that groups changed, and that members may see other rows. */
async function publishGroups(tx: Queryable): Promise<void> {
  await publishChange(tx, { kind: 'groups' });
  await publishChange(tx, { kind: 'row_scope', member: null });
}

/** Replaces the members of a group. Members who stay keep the mark that their membership comes from a sign-in claim. */
async function replaceMembers(tx: Queryable, groupId: string, memberIds: string[]): Promise<void> {
  const ids = [...new Set(memberIds)];
  const ofGroup = eq(groupMembers.groupId, groupId);
  await tx.delete(groupMembers).where(ids.length > 0 ? and(ofGroup, notInArray(groupMembers.memberId, ids)) : ofGroup);
  if (ids.length === 0) return;
  const existing = await tx.select({ id: members.id }).from(members).where(inArray(members.id, ids));
  if (existing.length < ids.length) throw new Problem('not_found');
  await tx
    .insert(groupMembers)
    .values(ids.map((memberId) => ({ groupId, memberId })))
    .onConflictDoNothing();
}
