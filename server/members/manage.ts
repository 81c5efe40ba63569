import { and, eq, isNull, sql } from 'drizzle-orm';

import type { Role } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import { changeSessions, type Sessions } from '#server/accounts/sessions.ts';
import type { MemberContext } from '#server/context.ts';
import { advisoryLocks } from '#server/database/advisory-locks.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { members, sessions } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';

type MemberAdminContext = MemberContext<{ db: Database; sessions: Sessions }>;
type MemberId = { id: string };

/** Changes a member, ends sessions they may no longer have, and ensures that at least one owner remains. */
async function changeMember(
  ctx: MemberAdminContext,
  id: string,
  change: (tx: Queryable) => Promise<{ id: string }[]>,
): Promise<void> {
  await changeSessions(ctx, id, async (tx) => {
    // Serializes changes, so that two owners cannot demote each other concurrently.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.owners})`);
    const changed = await change(tx);
    if (changed.length === 0) throw new Problem('not_found');
    await requireOwner(tx);
    await publishChange(tx, { kind: 'member', id });
  });
}

async function requireOwner(tx: Queryable): Promise<void> {
  const isOwner = and(eq(members.role, 'owner'), isNull(members.disabledAt));
  const owners = await tx.select({ id: members.id }).from(members).where(isOwner).limit(1);
  if (owners.length === 0) throw new Problem('last_owner');
}

function requireOther({ identity }: MemberAdminContext, id: string): void {
  if (identity.member.id === id) throw new Problem('own_account');
}

const update = (tx: Queryable, id: string, set: Partial<typeof members.$inferInsert>) =>
  tx
    .update(members)
    .set({ ...set, updatedAt: new Date() })
    .where(eq(members.id, id))
    .returning({ id: members.id });

export async function changeRole(ctx: MemberAdminContext, { id, role }: MemberId & { role: Role }): Promise<void> {
  await changeMember(ctx, id, (tx) => update(tx, id, { role }));
}

export async function changeMayConnect(
  ctx: MemberAdminContext,
  { id, mayConnect }: MemberId & { mayConnect: boolean },
): Promise<void> {
  await changeMember(ctx, id, (tx) => update(tx, id, { mayConnect }));
}

/** Ends their sessions; their keys are suspended while they are disabled. */
export async function disableMember(ctx: MemberAdminContext, { id }: MemberId): Promise<void> {
  requireOther(ctx, id);
  await changeMember(ctx, id, async (tx) => {
    const changed = await update(tx, id, { disabledAt: new Date() });
    await tx.delete(sessions).where(eq(sessions.memberId, id));
    return changed;
  });
}

export async function enableMember(ctx: MemberAdminContext, { id }: MemberId): Promise<void> {
  await changeMember(ctx, id, (tx) => update(tx, id, { disabledAt: null }));
}

export async function removeMember(ctx: MemberAdminContext, { id }: MemberId): Promise<void> {
  requireOther(ctx, id);
  await changeMember(ctx, id, (tx) => tx.delete(members).where(eq(members.id, id)).returning({ id: members.id }));
}
