import { Problem, undefinedIfNotFound } from '#contract/errors.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type Requester, findRight } from '#server/access/rights.ts';
import type { Queryable } from '#server/database/open.ts';
import { loadDataset } from '#server/datasets/read.ts';

/** Throws for a dataset that the caller may not see, though it is on a dashboard that they may see. */
export async function requireVisibleDataset(ctx: Requester, dataset: string): Promise<void> {
  if (await findRight(ctx, { kind: 'dataset', id: dataset })) return;
  const isThere = (await ctx.access.applicationOf('dataset', dataset)) !== undefined;
  throw new Problem(isThere ? 'dataset_forbidden' : 'dataset_gone');
}

/** A dataset; undefined if it does not exist or the caller may not see it. */
export async function findVisibleDataset(ctx: Requester & { db: Queryable }, id: string): Promise<Dataset | undefined> {
  const isVisible = (await findRight(ctx, { kind: 'dataset', id })) !== undefined;
  return isVisible ? loadDataset(ctx.db, id).catch(undefinedIfNotFound) : undefined;
}
