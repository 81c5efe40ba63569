import { LRUCache } from 'lru-cache';

import type { MaybePromise } from '#server/context.ts';
import type { ChangeFeed, ChangeNotice } from '#server/live/changes.ts';
import type { DatasetSnapshot } from './snapshot.ts';

/**
 * Current snapshots of datasets, so that a query needs no round trip to the database. Change events drop them on every
 * server; while events cannot be received, nothing is cached.
 */
export type SnapshotCache = {
  load: (dataset: string, load: () => Promise<DatasetSnapshot>) => MaybePromise<DatasetSnapshot>;
  /** Drops all snapshots. Called before a change by this server is visible or acknowledged: its event comes later. */
  invalidate: () => void;
  close: () => void;
};

const maxSnapshots = 1_000;
/** The event of a change arrives within this time after `invalidate`; until then nothing is cached. */
const pauseMs = 1_000;

export function openSnapshotCache(changes: ChangeFeed, maxAgeMs = 5_000): SnapshotCache {
  // Segments that are replaced stay on disk for minutes, so a query with an old snapshot still works.
  const snapshots = new LRUCache<string, DatasetSnapshot>({ max: maxSnapshots, ttl: maxAgeMs });
  let invalidations = 0;
  let pausedUntil = 0;

  function drop(dataset?: string): void {
    invalidations++;
    if (dataset === undefined) snapshots.clear();
    else snapshots.delete(dataset);
  }

  function onChange(change: ChangeNotice): void {
    if (change.kind === 'dataset' || change.kind === 'freshness') drop(change.id);
    if (change.kind === 'application') drop();
  }

  async function loadAndCache(dataset: string, load: () => Promise<DatasetSnapshot>): Promise<DatasetSnapshot> {
    const before = invalidations;
    const snapshot = await load();
    // One that was read before an invalidation is returned but not cached. Those of connections change with time.
    const isCacheable = before === invalidations && Date.now() > pausedUntil && snapshot.source.at !== 'connection';
    if (isCacheable && changes.isConnected()) snapshots.set(dataset, snapshot);
    return snapshot;
  }

  return {
    load: (dataset, load) =>
      (changes.isConnected() ? snapshots.get(dataset) : undefined) ?? loadAndCache(dataset, load),
    invalidate: () => {
      pausedUntil = Date.now() + pauseMs;
      drop();
    },
    close: changes.subscribe(onChange, () => drop()),
  };
}
