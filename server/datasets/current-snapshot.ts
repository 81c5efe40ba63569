import { isDeepStrictEqual } from 'node:util';

import { isNotFound, Problem } from '#contract/errors.ts';
import { findRowScope, type RowReader } from '#server/row-rules/row-scope.ts';
import type { AppliedRule } from './query-table.ts';
import { type ReadableSnapshot, restrictSnapshot } from './readable-snapshot.ts';
import type { DatasetServices } from './services.ts';
import { type DatasetSnapshot, loadSnapshot, requireReadable } from './snapshot.ts';

/** The current snapshot of a dataset with all its rows, shared by all readers: restrict it before any row is shown. */
export const loadWholeSnapshot = async (
  { snapshots }: Pick<DatasetServices, 'snapshots'>,
  dataset: string,
): Promise<DatasetSnapshot> => requireReadable(await snapshots.load(dataset));

/** The same, from the database. */
export const loadStoredSnapshot = (
  ctx: Pick<DatasetServices, 'db' | 'segments'>,
  dataset: string,
): Promise<DatasetSnapshot> => loadSnapshot(ctx, dataset).catch(throwDatasetGone);

/** The current snapshot of a dataset, for a query of the caller. */
export const loadCurrentSnapshot = async (
  ctx: DatasetServices & RowReader,
  dataset: string,
): Promise<ReadableSnapshot> => restrictSnapshot(ctx, await loadWholeSnapshot(ctx, dataset));

function throwDatasetGone(cause: unknown): never {
  throw isNotFound(cause) ? new Problem('dataset_gone', {}, { cause }) : cause;
}

/**
 * Rejects an answer if the rules of its reader changed while it was computed. The rules are cached, so the check is
 * cheap.
 */
export async function requireSameRules(ctx: DatasetServices & RowReader, rules: AppliedRule[]): Promise<void> {
  for (const { dataset, rowRule } of rules) {
    if (!rowRule && !(await findRowScope(ctx, dataset))) continue;
    const current = await loadCurrentSnapshot(ctx, dataset);
    if (!isDeepStrictEqual(current.rowRule, rowRule)) throw new Problem('row_rules_changed');
  }
}
