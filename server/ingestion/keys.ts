import { and, eq, isNull } from 'drizzle-orm';
import { hash } from 'node:crypto';

import type { MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { applications, keys } from '#server/database/schema.ts';
import type { Changes } from '#server/live/changes.ts';

/** A write key that may push now. */
export type WriteKey = { id: string; name: string; applicationId: string };

export type Keys = {
  find: (secret: string) => MaybePromise<WriteKey | undefined>;
  close: () => void;
};

const minute = 60_000;
const remembered = 10_000;

/** Knows write keys by their secrets, since hashing takes as long as all the rest; forgets them as soon as any server changes their application. */
export function openKeys(db: Database, changes: Changes): Keys {
  const known = new Map<string, WriteKey>();
  const asking = new Map<string, Promise<WriteKey | undefined>>();
  const lastUse = new Map<string, number>();
  let changed = 0;

  const forget = (isGone: (key: WriteKey) => boolean) => {
    changed++;
    for (const [each, key] of known) if (isGone(key)) known.delete(each);
  };
  const unsubscribe = changes.subscribe(
    (change) => change.kind === 'application' && forget(({ applicationId }) => applicationId === change.id),
    () => forget(() => true),
  );

  async function ask(secret: string): Promise<WriteKey | undefined> {
    const before = changed;
    const key = await findKey(db, hash('sha256', secret, 'base64url'));
    // What changed while we asked may have been this very key.
    if (key && before === changed && changes.isConnected()) remember(secret, key);
    return key;
  }

  function remember(secret: string, key: WriteKey): void {
    if (known.size >= remembered) known.clear();
    known.set(secret, key);
  }

  function askOnce(secret: string): Promise<WriteKey | undefined> {
    const asked = asking.get(secret) ?? ask(secret).finally(() => asking.delete(secret));
    asking.set(secret, asked);
    return asked.then((key) => key && use(key));
  }

  // The page shows the last use to the minute, so it is written once a minute.
  function use(key: WriteKey): WriteKey {
    const now = Date.now();
    if (now - (lastUse.get(key.id) ?? 0) < minute) return key;
    lastUse.set(key.id, now);
    db.update(keys)
      .set({ lastUsedAt: new Date(now) })
      .where(eq(keys.id, key.id))
      .catch(() => lastUse.delete(key.id));
    return key;
  }

  return {
    find: (secret) => {
      const key = known.get(secret);
      return key ? use(key) : askOnce(secret);
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
