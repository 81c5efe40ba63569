import type { AlertWatch } from '#contract/alerts/schemas.ts';
import { signalOf } from '#server/context.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { loadQuerySeries, requireQueryWatch } from './query-series.ts';
import type { LoadedSeries, SeriesRequest } from './series-request.ts';
import { loadSqlSeries } from './sql-series.ts';

/** Loads the series of an alert on behalf of its creator; data that they may not see counts as missing. */
export const loadSeries = (ctx: DashboardContext, { watch, ...request }: SeriesRequest): Promise<LoadedSeries> =>
  'sql' in watch ? loadSqlSeries(ctx, { ...request, watch }) : loadQuerySeries(ctx, { ...request, watch });

/** A watch with its table names bound to datasets, and the datasets that it reads. */
type BoundWatch = { watch: AlertWatch; reads: string[] };

/** Throws if the watch can never be checked, because a dataset or column does not exist. */
export async function requireWatch(
  ctx: DashboardContext,
  request: Pick<SeriesRequest, 'watch' | 'zone' | 'origin'>,
): Promise<BoundWatch> {
  const { watch, zone } = request;
  if (!('sql' in watch)) {
    return { watch, reads: await requireQueryWatch(ctx, { watch, zone }) };
  }
  const signal = signalOf(ctx);
  const { reads, tables } = await loadSqlSeries(ctx, { ...request, watch, count: 2, fresh: false, signal });
  return { watch: { ...watch, tables }, reads };
}
