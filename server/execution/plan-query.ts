import type { Ask } from '#domain/query/query.ts';
import type { ExecutionContext } from './execution.ts';
import { loadNewest } from './newest-rows.ts';
import { loadVisibleSnapshot, nowOf, type PlannedQuery, type QueryPublisher } from './plan.ts';
import { planDatasetQuery } from './plan-dataset-query.ts';
import { planSql } from './plan-sql.ts';

/**
 * A query to plan, with the maximum number of rows. A query that an editor has published may be run by everyone who sees
 * the data, also if it is SQL.
 */
export type QueryRequest = {
  ask: Ask;
  zone: string;
  rows: number;
  signal: AbortSignal;
  published?: QueryPublisher | undefined;
  everyStep?: boolean;
};

/** Plans a query on the current data. */
export async function planQuery(ctx: ExecutionContext, request: QueryRequest): Promise<PlannedQuery> {
  const { ask, zone, rows, signal, everyStep = false } = request;
  if (ask.kind === 'sql') return planSql(ctx, { ...request, ask });
  const snapshot = await loadVisibleSnapshot(ctx, ask.dataset);
  const now = nowOf();
  return planDatasetQuery(ctx, snapshot, { ask, zone, now, rows, everyStep }, () =>
    loadNewest(ctx, snapshot, { ask, zone, now, signal }),
  );
}
