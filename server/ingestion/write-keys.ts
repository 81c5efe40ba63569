import { and, eq, isNull } from 'drizzle-orm';
import { hash } from 'node:crypto';

import { andThen, type MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { applications, keys } from '#server/database/schema.ts';
import { openChangeCache } from '#server/live/change-cache.ts';
import type { ChangeFeed } from '#server/live/changes.ts';

/** A valid write key. */
export type WriteKey = { id: string; name: string; applicationId: string };

export type WriteKeyCache = {
  find: (secret: string) => MaybePromise<WriteKey | undefined>;
  close: () => void;
};

const minute = 60_000;

/** Cache of write keys by secret, because hashing is slow. A change of an application on any server evicts its keys. */
export function openWriteKeyCache(db: Database, changes: ChangeFeed): WriteKeyCache {
  const cached = openChangeCache({
    load: (secret) => findKey(db, hash('sha256', secret, 'base64url')),
    isConnected: changes.isConnected,
    maxEntries: 10_000,
  });
  const lastUse = new Map<string, number>();
  const close = changes.subscribe(
    (change) => change.kind === 'application' && cached.dropWhere((key) => key?.applicationId === change.id),
    cached.dropAll,
  );

  // Written at most once a minute, which is the precision of the UI.
  function markUsed(key: WriteKey): WriteKey {
    const now = Date.now();
    if (now - (lastUse.get(key.id) ?? 0) < minute) return key;
    lastUse.set(key.id, now);
    db.update(keys)
      .set({ lastUsedAt: new Date(now) })
      .where(eq(keys.id, key.id))
      // The next use writes it.
      .catch(() => lastUse.delete(key.id));
    return key;
  }

  return { find: (secret) => andThen(cached.load(secret), (key) => key && markUsed(key)), close };
}

async function findKey(db: Database, digest: string): Promise<WriteKey | undefined> {
  const [key] = await db
    .select({ id: keys.id, name: keys.name, applicationId: keys.applicationId })
    .from(keys)
    .innerJoin(applications, eq(applications.id, keys.applicationId))
    .where(and(eq(keys.hash, digest), isNull(keys.revokedAt), isNull(applications.trashedAt)));
  return key;
}
