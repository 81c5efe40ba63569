import { Problem, undefinedIfNotFound } from '#contract/errors.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type Requester, findRight } from '#server/access/rights.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { withRelatedColumns } from '#server/relations/related-columns.ts';

/** Throws for a dataset that the caller may not see, though it is on a dashboard that they may see. */
export async function requireVisibleDataset(ctx: Requester, dataset: string): Promise<void> {
  if (await findRight(ctx, { kind: 'dataset', id: dataset })) return;
  const exists = (await ctx.access.applicationOf('dataset', dataset)) !== undefined;
  throw new Problem(exists ? 'dataset_forbidden' : 'dataset_gone');
}

/** A dataset with its related columns; undefined if it does not exist or the caller may not see it. */
export async function findVisibleDataset(ctx: ExecutionContext, id: string): Promise<Dataset | undefined> {
  const isVisible = (await findRight(ctx, { kind: 'dataset', id })) !== undefined;
  const dataset = isVisible ? await loadDataset(ctx.db, id).catch(undefinedIfNotFound) : undefined;
  return dataset && withRelatedColumns(ctx, dataset);
}
