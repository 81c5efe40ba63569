import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { dashboards } from '#server/database/schema.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { type SharedLoad, shareLoads } from '#server/database/shared-loads.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import type { QueryServices } from '#server/queries/services.ts';
import type { Publishers } from './publishers.ts';
import { isActiveDashboard, loadPublished } from './store.ts';

export type PublishedDashboard = { dashboard: Dashboard; version: number; publishers: Publishers; by: string | null };

/**
 * Cache of published dashboards and dataset snapshots. Concurrent loads are batched, and the same object is returned
 * while nothing has changed, so that caches keyed by it stay valid.
 */
export type DashboardCache = {
  published: SharedLoad<PublishedDashboard>;
  snapshots: SharedLoad<DatasetSnapshot>;
  /** When the sketch of each dashboard was last updated. */
  sketchedAt: Map<string, number>;
};

export type DashboardServices = QueryServices & { dashboardCache: DashboardCache };

/** Entries per cache. */
const maxEntries = 100;

function setEntry<T>(entries: Map<string, T>, key: string, value: T): T {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
  return value;
}

export function openDashboardCache(data: DatasetServices): DashboardCache {
  const documents = new Map<string, PublishedDashboard>();
  const snapshots = new Map<string, { text: string; snapshot: DatasetSnapshot }>();
  return {
    sketchedAt: new Map(),
    published: shareLoads(async (id) => {
      const cached = documents.get(id);
      const { version, publishers } = await loadCurrentVersion(data, id);
      // Publishers can change without a new version.
      return cached?.version === version
        ? { ...cached, publishers }
        : setEntry(documents, id, await loadPublished(data.db, id));
    }),
    snapshots: shareLoads(async (dataset) => {
      const snapshot = await loadCurrentSnapshot(data, dataset);
      const text = JSON.stringify(snapshot);
      const cached = snapshots.get(dataset);
      return (cached?.text === text ? cached : setEntry(snapshots, dataset, { text, snapshot })).snapshot;
    }),
  };
}

async function loadCurrentVersion(
  { db }: DatasetServices,
  id: string,
): Promise<Pick<PublishedDashboard, 'version' | 'publishers'>> {
  const { version, publishers } = dashboards;
  const [row] = await db.select({ version, publishers }).from(dashboards).where(isActiveDashboard(id));
  if (!row) throw new Problem('not_found');
  return row;
}
