import { and, eq, isNull } from 'drizzle-orm';
import { hash } from 'node:crypto';

import type { MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { applications, keys } from '#server/database/schema.ts';
import type { ChangeFeed } from '#server/live/changes.ts';

/** A valid write key. */
export type WriteKey = { id: string; name: string; applicationId: string };

export type WriteKeyCache = {
  find: (secret: string) => MaybePromise<WriteKey | undefined>;
  close: () => void;
};

const minute = 60_000;
const maxCachedKeys = 10_000;

/** Cache of write keys by secret, because hashing is slow. A change of an application on any server evicts its keys. */
export function openWriteKeyCache(db: Database, changes: ChangeFeed): WriteKeyCache {
  const cached = new Map<string, WriteKey>();
  const pending = new Map<string, Promise<WriteKey | undefined>>();
  const lastUse = new Map<string, number>();
  let changeCount = 0;

  const evict = (isEvicted: (key: WriteKey) => boolean) => {
    changeCount++;
    for (const [each, key] of cached) if (isEvicted(key)) cached.delete(each);
  };
  const unsubscribe = changes.subscribe(
    (change) => change.kind === 'application' && evict(({ applicationId }) => applicationId === change.id),
    () => evict(() => true),
  );

  async function load(secret: string): Promise<WriteKey | undefined> {
    const countBefore = changeCount;
    const key = await findKey(db, hash('sha256', secret, 'base64url'));
    // A change during the load may concern this key, so the result is not cached then.
    if (key && countBefore === changeCount && changes.isConnected()) cacheKey(secret, key);
    return key;
  }

  function cacheKey(secret: string, key: WriteKey): void {
    if (cached.size >= maxCachedKeys) cached.clear();
    cached.set(secret, key);
  }

  function loadOnce(secret: string): Promise<WriteKey | undefined> {
    const lookup = pending.get(secret) ?? load(secret).finally(() => pending.delete(secret));
    pending.set(secret, lookup);
    return lookup.then((key) => key && markUsed(key));
  }

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

  return {
    find: (secret) => {
      const key = cached.get(secret);
      return key ? markUsed(key) : loadOnce(secret);
    },
    close: unsubscribe,
  };
}

async function findKey(db: Database, digest: string): Promise<WriteKey | undefined> {
  const [key] = await db
    .select({ id: keys.id, name: keys.name, applicationId: keys.applicationId })
    .from(keys)
    .innerJoin(applications, eq(applications.id, keys.applicationId))
    .where(and(eq(keys.hash, digest), isNull(keys.revokedAt), isNull(applications.trashedAt)));
  return key;
}
