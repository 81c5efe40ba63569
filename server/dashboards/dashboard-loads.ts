import type { Database } from '#server/database/open.ts';
import { type SharedLoad, shareLoads } from '#server/database/shared-loads.ts';
import type { QueryServices } from '#server/queries/services.ts';
import { loadPublished, type PublishedDocument } from './store.ts';

/** Loads of dashboards that concurrent viewers share, and when thumbnails were updated. */
export type DashboardLoads = {
  published: SharedLoad<PublishedDocument>;
  /** When the sketch of each dashboard was last updated. */
  sketchedAt: Map<string, number>;
};

export type DashboardServices = QueryServices & { dashboardLoads: DashboardLoads };

export const openDashboardLoads = (db: Database): DashboardLoads => ({
  published: shareLoads((id) => loadPublished(db, id)),
  sketchedAt: new Map(),
});
