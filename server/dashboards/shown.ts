import { Problem } from '#contract/errors.ts';
import { type Asker, findRight } from '#server/access/rights.ts';

/** Refuses data that someone may not see though it is on a dashboard that they may see. */
export async function requireShown(ctx: Asker, dataset: string): Promise<void> {
  if (await findRight(ctx, { kind: 'dataset', id: dataset })) return;
  const isThere = (await ctx.access.applicationOf('dataset', dataset)) !== undefined;
  throw new Problem(isThere ? 'dataset_forbidden' : 'dataset_gone');
}
