import type { Snapshot } from '#server/datasets/snapshot.ts';
import { loadCurrent } from '#server/queries/prepare.ts';
import type { Asking } from '#server/queries/services.ts';

/** Datasets as they are when they are first asked for, so that all cards of a run show the same version. */
export type Snapshots = (dataset: string) => Promise<Snapshot>;

export function openSnapshots(ctx: Asking): Snapshots {
  const known = new Map<string, Promise<Snapshot>>();
  return (dataset) => {
    const snapshot = known.get(dataset) ?? loadCurrent(ctx, dataset);
    known.set(dataset, snapshot);
    return snapshot;
  };
}
