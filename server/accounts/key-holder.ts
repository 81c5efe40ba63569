import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';

import type { Identity } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members, personalKeys } from '#server/database/schema.ts';
import { hashOf } from '#server/hash.ts';
import { memberOf } from './members.ts';

const minute = 60_000;

export const isUnexpired = () => or(isNull(personalKeys.expiresAt), gt(personalKeys.expiresAt, new Date()));

/** Identity of a personal key, and when the key expires. */
export async function findKey(db: Database, token: string): Promise<{ identity: Identity; until: number } | undefined> {
  const [row] = await db
    .select({ key: personalKeys, member: members })
    .from(personalKeys)
    .innerJoin(members, eq(members.id, personalKeys.memberId))
    .where(and(eq(personalKeys.hash, hashOf(token)), isUnexpired(), isNull(members.disabledAt)));
  if (!row) return undefined;
  await noteUse(db, row.key.id);
  const identity = { member: memberOf(row.member), sessionId: row.key.id, token, scope: row.key.scope };
  return { identity, until: row.key.expiresAt?.getTime() ?? Infinity };
}

// At most once a minute, to spare the database.
async function noteUse(db: Database, id: string): Promise<void> {
  const isDue = or(isNull(personalKeys.lastUsedAt), lt(personalKeys.lastUsedAt, new Date(Date.now() - minute)));
  await db
    .update(personalKeys)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(personalKeys.id, id), isDue));
}
