import type { QuerySpec } from '#domain/query/query.ts';
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
  spec: QuerySpec;
  zone: string;
  rows: number;
  signal: AbortSignal;
  published?: QueryPublisher | undefined;
  everyStep?: boolean;
};

/** Plans a query on the current data. */
export async function planQuery(ctx: ExecutionContext, request: QueryRequest): Promise<PlannedQuery> {
  const { spec, zone, rows, signal, everyStep = false } = request;
  if (spec.kind === 'sql') return planSql(ctx, { ...request, spec });
  const snapshot = await loadVisibleSnapshot(ctx, spec.dataset);
  const now = nowOf();
  return planDatasetQuery(ctx, snapshot, { spec, zone, now, rows, everyStep }, () =>
    loadNewest(ctx, snapshot, { spec, zone, now, signal }),
  );
}
