import { and, desc, eq, isNull } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';

import type { Key } from '#contract/applications/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Database } from '#server/database/open.ts';
import { keys } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { hashOf } from '#server/hash.ts';
import { loadApplication, loadLoadable } from './list.ts';

export async function listKeys(db: Database, applicationId: string): Promise<Key[]> {
  await loadApplication(db, applicationId);
  const list = await db.select().from(keys).where(eq(keys.applicationId, applicationId)).orderBy(desc(keys.createdAt));
  return list.map(keyOf);
}

export async function createKey(
  db: Database,
  applicationId: string,
  name: string,
): Promise<{ key: Key; secret: string }> {
  await loadLoadable(db, applicationId);
  const secret = `sk_${randomBytes(24).toString('base64url')}`;
  const [row] = await db
    .insert(keys)
    .values({ id: randomUUID(), applicationId, name, hash: hashOf(secret), hint: secret.slice(-4) })
    .returning();
  await publishChange(db, { kind: 'application', id: applicationId });
  return { key: keyOf(row!), secret };
}

/** A revoked key stays in the list so that its last use remains visible. */
export async function revokeKey(db: Database, applicationId: string, id: string): Promise<void> {
  const [revoked] = await db
    .update(keys)
    .set({ revokedAt: new Date() })
    .where(and(eq(keys.id, id), eq(keys.applicationId, applicationId), isNull(keys.revokedAt)))
    .returning();
  if (!revoked) throw new Problem('not_found');
  await publishChange(db, { kind: 'application', id: applicationId });
}

function keyOf({ id, name, hint, createdAt, lastUsedAt, revokedAt }: typeof keys.$inferSelect): Key {
  return {
    id,
    name,
    hint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
