import { and, eq, inArray, notInArray } from 'drizzle-orm';

import type { Database } from '#server/database/open.ts';
import { groupMembers, groups } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';

/**
 * Makes someone who signs in with an OpenID Connect provider a member of the groups that the claim `groups` lists, and
 * of no other group that they belonged to by an earlier claim.
 */
export async function applyClaimedGroups(db: Database, memberId: string, claim: unknown): Promise<void> {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  await db.transaction(async (tx) => {
    const claimed = await tx.select({ id: groups.id }).from(groups).where(inArray(groups.claim, values));
    const ids = claimed.map(({ id }) => id);
    const leftGroups = await tx
      .delete(groupMembers)
      .where(
        and(
          eq(groupMembers.memberId, memberId),
          eq(groupMembers.isClaimed, true),
          notInArray(groupMembers.groupId, ids),
        ),
      )
      .returning({ id: groupMembers.groupId });
    const joinedGroups =
      ids.length === 0
        ? []
        : await tx
            .insert(groupMembers)
            .values(ids.map((groupId) => ({ groupId, memberId, isClaimed: true })))
            .onConflictDoNothing()
            .returning({ id: groupMembers.groupId });
    if (leftGroups.length + joinedGroups.length === 0) return;
    await publishChange(tx, { kind: 'groups' });
    await publishChange(tx, { kind: 'row_scope', member: memberId });
  });
}
