import { LRUCache } from 'lru-cache';

import type { MaybePromise } from '#server/context.ts';
import { shareLoads } from '#server/database/shared-loads.ts';

/**
 * LRU cache of what change events drop on every server. While events cannot be received, nothing is cached. Concurrent
 * loads of a key are shared, but no caller gets a value that was read before it asked.
 */
export type ChangeCache<T> = {
  load: (key: string) => MaybePromise<T>;
  drop: (key: string) => void;
  dropWhere: (isStale: (value: T) => boolean) => void;
  /** Also called when events may have been missed. */
  dropAll: () => void;
  /** Another number after every drop. */
  revision: () => number;
};

type ChangeCacheOptions<T> = {
  load: (key: string) => Promise<T>;
  /** Whether all events are received at the moment. */
  isConnected: () => boolean;
  maxEntries: number;
  /** Without it a value is cached until an event drops it. */
  ttlMs?: number;
  /** Everything but undefined, if not given. */
  isCacheable?: (value: T) => boolean;
};

export function openChangeCache<T>({
  load,
  isConnected,
  maxEntries,
  ttlMs = 0,
  isCacheable = (value) => value !== undefined,
}: ChangeCacheOptions<T>): ChangeCache<T> {
  const entries = new LRUCache<string, { value: T }>({ max: maxEntries, ttl: ttlMs });
  let drops = 0;

  const loadAndCache = shareLoads(async (key) => {
    const before = isConnected() ? drops : undefined;
    const value = await load(key);
    // A value that was read before an event, or while events were missed, is returned but not cached.
    if (before === drops && isConnected() && isCacheable(value)) entries.set(key, { value });
    return value;
  });

  return {
    load: (key) => {
      const hit = isConnected() ? entries.get(key) : undefined;
      return hit ? hit.value : loadAndCache(key);
    },
    drop: (key) => {
      drops++;
      entries.delete(key);
    },
    dropWhere: (isStale) => {
      drops++;
      const stale = [...entries.entries()].filter(([, { value }]) => isStale(value));
      for (const [key] of stale) entries.delete(key);
    },
    dropAll: () => {
      drops++;
      entries.clear();
    },
    revision: () => drops,
  };
}
