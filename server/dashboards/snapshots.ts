import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import type { ReadableSnapshot } from '#server/datasets/readable-snapshot.ts';
import { requireVisibleDataset } from './visible-dataset.ts';
import type { DashboardContext } from './load-dashboard.ts';

/** Snapshots of datasets, loaded once per run so that all cards show the same version. */
export type Snapshots = (dataset: string) => Promise<ReadableSnapshot>;

export function openSnapshots(ctx: DashboardContext): Snapshots {
  const cache = new Map<string, Promise<ReadableSnapshot>>();
  return (dataset) => {
    const snapshot = cache.get(dataset) ?? loadVisible(ctx, dataset);
    cache.set(dataset, snapshot);
    return snapshot;
  };
}

async function loadVisible(ctx: DashboardContext, dataset: string): Promise<ReadableSnapshot> {
  await requireVisibleDataset(ctx, dataset);
  return loadCurrentSnapshot(ctx, dataset);
}
