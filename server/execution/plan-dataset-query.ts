import type { NewestRows } from '#domain/query/query.ts';
import type { ReadableSnapshot } from '#server/datasets/readable-snapshot.ts';
import { type ExecutionContext, loadPlan } from './execution.ts';
import { compileQuery, type DatasetPlanInput, type PlannedQuery } from './plan.ts';
import { withValueCounts } from './key-counts.ts';
import { withNumberSigns } from './number-signs.ts';
import { checkKeys, loadRelatedOf } from './related-snapshots.ts';

/** Plans a query on a snapshot of its dataset. `loadNewest` is only called for a query that is not cached. */
export async function planDatasetQuery(
  ctx: ExecutionContext,
  snapshot: ReadableSnapshot,
  { spec, zone, now, rows, everyStep = false }: DatasetPlanInput,
  loadNewest: () => Promise<NewestRows>,
): Promise<PlannedQuery> {
  const complete = await loadRelatedOf(ctx, snapshot, spec, checkKeys(ctx, zone));
  const key = JSON.stringify(['query', complete.key, spec, zone, now, rows, everyStep]);
  return loadPlan(ctx.execution, key, async () => {
    const [counted, newest] = [await withValueCounts(ctx, complete, spec), await loadNewest()];
    return compileQuery(await withNumberSigns(ctx, counted, spec), { spec, zone, now, rows, everyStep }, newest);
  });
}
