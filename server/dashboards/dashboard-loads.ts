import type { DatasetServices } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { type SharedLoad, shareLoads } from '#server/database/shared-loads.ts';
import { loadWholeSnapshot } from '#server/datasets/current-snapshot.ts';
import type { QueryServices } from '#server/queries/services.ts';
import { loadPublished, type PublishedDocument } from './store.ts';

/** Loads of dashboards and dataset snapshots that concurrent viewers share, and when thumbnails were updated. */
export type DashboardLoads = {
  published: SharedLoad<PublishedDocument>;
  /** With all rows: each viewer gets theirs by `restrictSnapshot`. */
  snapshots: SharedLoad<DatasetSnapshot>;
  /** When the sketch of each dashboard was last updated. */
  sketchedAt: Map<string, number>;
};

export type DashboardServices = QueryServices & { dashboardLoads: DashboardLoads };

export const openDashboardLoads = (data: DatasetServices): DashboardLoads => ({
  published: shareLoads((id) => loadPublished(data.db, id)),
  snapshots: shareLoads((dataset) => loadWholeSnapshot(data, dataset)),
  sketchedAt: new Map(),
});
