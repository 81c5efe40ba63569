import type { AlertWatch } from '#contract/alerts/schemas.ts';
import type { NewAlert } from '#contract/alerts/routes.ts';
import type { ResultColumn, TableBinding } from '#domain/query/query.ts';
import { signalOf } from '#server/context.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import type { AlertSeries } from './evaluate.ts';
import { loadQuerySeries, requireQueryWatch } from './query-series.ts';
import { loadSqlSeries } from './sql-series.ts';

export type SeriesRequest = {
  watch: AlertWatch;
  /** Number of steps up to now. */
  count: number;
  zone: string;
  origin: NewAlert['origin'];
  /** Bypasses the cache: SQL may use the current time. */
  fresh: boolean;
  signal: AbortSignal;
};

/** A series with the result columns of SQL, the datasets read, and the table bindings of SQL. */
export type LoadedSeries = AlertSeries & { columns: ResultColumn[]; reads: string[]; tables: TableBinding[] };

/** Loads the series of an alert in the name of its maker; what they may not see counts as missing. */
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
    await requireQueryWatch(ctx, { watch, zone });
    return { watch, reads: [watch.dataset] };
  }
  const signal = signalOf(ctx);
  const { reads, tables } = await loadSqlSeries(ctx, { ...request, watch, count: 2, fresh: false, signal });
  return { watch: { ...watch, tables }, reads };
}
