import type { Snapshot } from '#server/datasets/snapshot.ts';
import { requireShown } from './shown.ts';
import type { Viewing } from './look.ts';

/** Datasets as they are when they are first asked for, so that all cards of a run show the same version. */
export type Snapshots = (dataset: string) => Promise<Snapshot>;

export function openSnapshots(ctx: Viewing): Snapshots {
  const known = new Map<string, Promise<Snapshot>>();
  return (dataset) => {
    const snapshot = known.get(dataset) ?? loadShown(ctx, dataset);
    known.set(dataset, snapshot);
    return snapshot;
  };
}

async function loadShown(ctx: Viewing, dataset: string): Promise<Snapshot> {
  await requireShown(ctx, dataset);
  return ctx.looking.snapshots(dataset);
}
