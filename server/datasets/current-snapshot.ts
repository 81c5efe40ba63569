import { Problem } from '#contract/errors.ts';
import type { DatasetServices } from './services.ts';
import { loadSnapshot, type DatasetSnapshot } from './snapshot.ts';

/** The current snapshot of a dataset, for a query. */
export const loadCurrentSnapshot = (ctx: DatasetServices, dataset: string): Promise<DatasetSnapshot> =>
  loadSnapshot(ctx, dataset).catch(throwDatasetGone);

function throwDatasetGone(cause: unknown): never {
  throw cause instanceof Problem && cause.code === 'not_found' ? new Problem('dataset_gone', {}, { cause }) : cause;
}
