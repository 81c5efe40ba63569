import type { MaybePromise } from '#server/context.ts';
import { openChangeCache } from '#server/live/change-cache.ts';
import type { ChangeFeed, ChangeNotice } from '#server/live/changes.ts';
import type { DatasetSnapshot } from './snapshot.ts';

/** Current snapshots of datasets, so that a query needs no round trip to the database. */
export type SnapshotCache = {
  load: (dataset: string) => MaybePromise<DatasetSnapshot>;
  /** Drops all snapshots. Called before a change by this server is visible or acknowledged: its event comes later. */
  invalidate: () => void;
  close: () => void;
};

/** The event of a change arrives within this time after `invalidate`; until then nothing is cached. */
const pauseMs = 1_000;

type SnapshotCacheOptions = {
  changes: ChangeFeed;
  load: (dataset: string) => Promise<DatasetSnapshot>;
  ttlMs?: number;
};

export function openSnapshotCache({ changes, load, ttlMs = 5_000 }: SnapshotCacheOptions): SnapshotCache {
  let pausedUntil = 0;
  // Segments that are replaced stay on disk for minutes, so a query with an old snapshot still works.
  const snapshots = openChangeCache({
    load,
    isConnected: changes.isConnected,
    maxEntries: 1_000,
    ttlMs,
    // Those of connections change with time.
    isCacheable: ({ source }) => Date.now() > pausedUntil && source.at !== 'connection',
  });

  function onChange(change: ChangeNotice): void {
    if (change.kind === 'dataset' || change.kind === 'freshness') snapshots.drop(change.id);
    if (change.kind === 'application') snapshots.dropAll();
  }

  return {
    load: snapshots.load,
    invalidate: () => {
      pausedUntil = Date.now() + pauseMs;
      snapshots.dropAll();
    },
    close: changes.subscribe(onChange, snapshots.dropAll),
  };
}
