import { Problem } from '#contract/errors.ts';
import { type Requester, findRight } from '#server/access/rights.ts';

/** Throws for a dataset that the caller may not see, though it is on a dashboard that they may see. */
export async function requireVisibleDataset(ctx: Requester, dataset: string): Promise<void> {
  if (await findRight(ctx, { kind: 'dataset', id: dataset })) return;
  const isThere = (await ctx.access.applicationOf('dataset', dataset)) !== undefined;
  throw new Problem(isThere ? 'dataset_forbidden' : 'dataset_gone');
}
