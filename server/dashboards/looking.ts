import type { Dashboard } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { dashboards } from '#server/database/schema.ts';
import type { Services as DataServices } from '#server/datasets/services.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { type Batches, openBatches } from '#server/database/batches.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import type { Services as AskServices } from '#server/queries/services.ts';
import type { Publishers } from './publishers.ts';
import { isHere, loadPublished } from './store.ts';

export type Published = { dashboard: Dashboard; version: number; publishers: Publishers; by: string | null };

/**
 * What many people look at: loaded once for all who come at the same moment, and the same thing as long as nothing
 * has changed, so that what was worked out from it need not be worked out again.
 */
export type Looking = {
  published: Batches<Published>;
  snapshots: Batches<Snapshot>;
  /** When each dashboard was last drawn small. */
  drawnAt: Map<string, number>;
};

export type Services = AskServices & { looking: Looking };

/** So many are remembered of each. */
const most = 100;

function remember<T>(known: Map<string, T>, key: string, value: T): T {
  known.delete(key);
  known.set(key, value);
  if (known.size > most) known.delete(known.keys().next().value!);
  return value;
}

export function openLooking(data: DataServices): Looking {
  const documents = new Map<string, Published>();
  const snapshots = new Map<string, { text: string; snapshot: Snapshot }>();
  return {
    drawnAt: new Map(),
    published: openBatches(async (id) => {
      const known = documents.get(id);
      const { version, publishers } = await loadHead(data, id);
      // Who is answerable may change without a new version.
      return known?.version === version
        ? { ...known, publishers }
        : remember(documents, id, await loadPublished(data.db, id));
    }),
    snapshots: openBatches(async (dataset) => {
      const snapshot = await loadCurrent(data, dataset);
      const text = JSON.stringify(snapshot);
      const known = snapshots.get(dataset);
      return (known?.text === text ? known : remember(snapshots, dataset, { text, snapshot })).snapshot;
    }),
  };
}

async function loadHead({ db }: DataServices, id: string): Promise<Pick<Published, 'version' | 'publishers'>> {
  const { version, publishers } = dashboards;
  const [found] = await db.select({ version, publishers }).from(dashboards).where(isHere(id));
  if (!found) throw new Problem('not_found');
  return found;
}
