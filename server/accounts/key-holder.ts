import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { createHash } from 'node:crypto';

import type { Identity } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members, personalKeys } from '#server/database/schema.ts';
import { memberOf } from './members.ts';

const minute = 60_000;

/** What is kept of a key's secret. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
export const isAlive = () => or(isNull(personalKeys.expiresAt), gt(personalKeys.expiresAt, new Date()));

/** Who a key belongs to, and until when. */
export async function findKey(db: Database, token: string): Promise<{ identity: Identity; until: number } | undefined> {
  const [found] = await db
    .select({ key: personalKeys, member: members })
    .from(personalKeys)
    .innerJoin(members, eq(members.id, personalKeys.memberId))
    .where(and(eq(personalKeys.hash, hashOf(token)), isAlive(), isNull(members.disabledAt)));
  if (!found) return undefined;
  await noteUse(db, found.key.id);
  const identity = { member: memberOf(found.member), sessionId: found.key.id, token, scope: found.key.scope };
  return { identity, until: found.key.expiresAt?.getTime() ?? Infinity };
}

// Once a minute is enough to know by, and spares the database.
async function noteUse(db: Database, id: string): Promise<void> {
  const isDue = or(isNull(personalKeys.lastUsedAt), lt(personalKeys.lastUsedAt, new Date(Date.now() - minute)));
  await db
    .update(personalKeys)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(personalKeys.id, id), isDue));
}
