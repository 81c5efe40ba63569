import { isNotFound, Problem } from '#contract/errors.ts';
import type { DatasetServices } from './services.ts';
import { type DatasetSnapshot, loadSnapshot, requireReadable } from './snapshot.ts';

/** The current snapshot of a dataset, for a query. */
export const loadCurrentSnapshot = async (ctx: DatasetServices, dataset: string): Promise<DatasetSnapshot> =>
  requireReadable(await ctx.snapshots.load(dataset, () => loadSnapshot(ctx, dataset).catch(throwDatasetGone)));

function throwDatasetGone(cause: unknown): never {
  throw isNotFound(cause) ? new Problem('dataset_gone', {}, { cause }) : cause;
}
