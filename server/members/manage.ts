import { and, eq, isNull, sql } from 'drizzle-orm';

import type { Role } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import { changeSessions, type Sessions } from '#server/accounts/sessions.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { members, sessions } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';

type Ctx = MemberContext<{ db: Database; sessions: Sessions }>;
type One = { id: string };

const ownersLock = 7_385_240; // any number that nothing else locks

/** Changes a member, ends what they may not do any more at once, and never leaves the installation without an owner. */
async function changeMember(ctx: Ctx, id: string, change: (tx: Queryable) => Promise<{ id: string }[]>): Promise<void> {
  await changeSessions(ctx, id, async (tx) => {
    // Two owners who take away each other's role at the same moment take turns.
    await tx.execute(sql`select pg_advisory_xact_lock(${ownersLock})`);
    const changed = await change(tx);
    if (changed.length === 0) throw new Problem('not_found');
    await requireOwner(tx);
    await tellChange(tx, { kind: 'member', id });
  });
}

async function requireOwner(tx: Queryable): Promise<void> {
  const isOwner = and(eq(members.role, 'owner'), isNull(members.disabledAt));
  const owners = await tx.select({ id: members.id }).from(members).where(isOwner).limit(1);
  if (owners.length === 0) throw new Problem('last_owner');
}

function requireOther({ identity }: Ctx, id: string): void {
  if (identity.member.id === id) throw new Problem('own_account');
}

const update = (tx: Queryable, id: string, set: Partial<typeof members.$inferInsert>) =>
  tx
    .update(members)
    .set({ ...set, updatedAt: new Date() })
    .where(eq(members.id, id))
    .returning({ id: members.id });

export async function changeRole(ctx: Ctx, { id, role }: One & { role: Role }): Promise<void> {
  await changeMember(ctx, id, (tx) => update(tx, id, { role }));
}

/** Ends their sessions for good; their keys rest for as long as they are disabled. */
export async function disableMember(ctx: Ctx, { id }: One): Promise<void> {
  requireOther(ctx, id);
  await changeMember(ctx, id, async (tx) => {
    const changed = await update(tx, id, { disabledAt: new Date() });
    await tx.delete(sessions).where(eq(sessions.memberId, id));
    return changed;
  });
}

export async function enableMember(ctx: Ctx, { id }: One): Promise<void> {
  await changeMember(ctx, id, (tx) => update(tx, id, { disabledAt: null }));
}

export async function removeMember(ctx: Ctx, { id }: One): Promise<void> {
  requireOther(ctx, id);
  await changeMember(ctx, id, (tx) => tx.delete(members).where(eq(members.id, id)).returning({ id: members.id }));
}
