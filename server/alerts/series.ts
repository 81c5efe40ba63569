import type { Watch } from '#contract/alert.ts';
import type { NewAlert } from '#contract/alerts.ts';
import type { ResultColumn, TableBinding } from '#contract/query.ts';
import { signalOf } from '#server/context.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import type { Series } from './evaluate.ts';
import { loadQuerySeries, requireQueryWatch } from './query-series.ts';
import { loadSqlSeries } from './sql-series.ts';

export type Asked = {
  watch: Watch;
  /** How many steps up to now. */
  count: number;
  zone: string;
  origin: NewAlert['origin'];
  /** SQL may speak of now, so that what it said before does not tell what it says. */
  fresh: boolean;
  signal: AbortSignal;
};

/** The numbers with what SQL gave, the datasets that were read, and what names of SQL stood for. */
export type Loaded = Series & { columns: ResultColumn[]; reads: string[]; tables: TableBinding[] };

/** The numbers of an alert. Who asks is who made it: what they may not see is as if it were not there. */
export const loadSeries = (ctx: Viewing, { watch, ...asked }: Asked): Promise<Loaded> =>
  'sql' in watch ? loadSqlSeries(ctx, { ...asked, watch }) : loadQuerySeries(ctx, { ...asked, watch });

/** What an alert is to watch, its names bound to datasets, and the datasets that it reads. */
type BoundWatch = { watch: Watch; reads: string[] };

/** Refuses what could never be checked: a dataset or a column that is not there. */
export async function requireWatch(ctx: Viewing, asked: Pick<Asked, 'watch' | 'zone' | 'origin'>): Promise<BoundWatch> {
  const { watch, zone } = asked;
  if (!('sql' in watch)) {
    await requireQueryWatch(ctx, { watch, zone });
    return { watch, reads: [watch.dataset] };
  }
  const signal = signalOf(ctx);
  const { reads, tables } = await loadSqlSeries(ctx, { ...asked, watch, count: 2, fresh: false, signal });
  return { watch: { ...watch, tables }, reads };
}
