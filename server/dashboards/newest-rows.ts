import { isAnchored } from '#domain/time/anchor.ts';
import { questionsOf } from '#domain/dashboard/queries.ts';
import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import { type DatasetAsk, emptyAsk, type NewestRows, type Period, type QueryAsk } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { answer } from '#server/queries/answers.ts';
import { findNewestCell, findNewestOf, loadNewest } from '#server/queries/newest.ts';
import { prepareDatasetQuery } from '#server/queries/plan.ts';
import type { RunSettings } from './query-batches.ts';
import type { DashboardContext } from './load-dashboard.ts';
import { type DashboardQuery, datasetsOfSql } from './questions.ts';

const columnOf = ({ time }: Dashboard, dataset: string) =>
  time.targets.find((each) => each.dataset === dataset)?.column;

const withoutCompare = (period: Period): Period =>
  period.kind === 'all' ? period : { ...period, compare: { kind: 'none' } };

/** The newest rows of the datasets that SQL reads, if the time range is anchored to the newest row. */
export async function loadNewestForSql(
  ctx: DashboardContext,
  { snapshots, zone, now, signal }: Pick<RunSettings, 'snapshots' | 'zone' | 'now' | 'signal'>,
  { dashboard, state }: { dashboard: Dashboard; state: DashboardState },
): Promise<NewestRows> {
  const { span } = currentTimeOf(dashboard, state);
  if (!span || !isAnchored(span)) return {};
  const asks = cardsOf(dashboard).flatMap((card) => questionsOf(dashboard, card, state).map(({ ask }) => ask));
  const datasets = [...new Set(asks.flatMap(datasetsOfSql))];
  const entries = datasets.map(async (dataset): Promise<[string, string][]> => {
    // Missing and forbidden datasets are reported by the cards that read them.
    const snapshot = await snapshots(dataset).catch(() => undefined);
    const column = columnOf(dashboard, dataset);
    const end = snapshot && (await findNewestOf(ctx, snapshot, { column, zone, now, signal }));
    return end === undefined ? [] : [[dataset, end]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

type NewestQuery = { column: string; ask: DatasetAsk };

/** The newest row among those that a query reads. */
async function findNewestVisible(
  ctx: DashboardContext,
  setting: RunSettings,
  { column, ask }: NewestQuery,
): Promise<string | undefined> {
  const { zone, now, signal, seconds } = setting;
  const snapshot = await setting.snapshots(ask.dataset);
  // A share link must not reveal rows that it does not show.
  if (!ctx.delegation) return findNewestCell(ctx, snapshot, { column, zone, now, signal });
  const maxAsk: QueryAsk = {
    ...emptyAsk(ask.dataset),
    measures: [{ id: 'm1', formula: { kind: 'max', column }, show: 'value' }],
    filters: ask.filters,
    period: withoutCompare(ask.period),
  };
  const newest = await loadNewest(ctx, snapshot, { ask: maxAsk, zone, now, signal });
  const prepared = prepareDatasetQuery(snapshot, { ask: maxAsk, zone, now, rows: 1, newest });
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onProgress: () => undefined });
  const [[cell] = []] = JSON.parse(answered.values.toString()) as unknown[][];
  return typeof cell === 'string' ? cell : undefined;
}

/**
 * The newest row of each dataset that is not pushed, by the time column of the dashboard, among the answered queries.
 */
export async function listNewest(
  ctx: DashboardContext,
  setting: RunSettings,
  { dashboard, answered }: { dashboard: Dashboard; answered: DashboardQuery[] },
): Promise<RunLine[]> {
  const queries = new Map<string, NewestQuery>();
  for (const { ask } of answered) {
    const column = ask.kind === 'sql' ? undefined : columnOf(dashboard, ask.dataset);
    if (ask.kind === 'sql' || column === undefined) continue;
    const key = ctx.delegation ? JSON.stringify([ask.dataset, ask.filters, withoutCompare(ask.period)]) : ask.dataset;
    queries.set(key, { column, ask });
  }
  const cells = new Map<string, string>();
  for (const each of queries.values()) {
    const { dataset } = each.ask;
    if ((await setting.snapshots(dataset)).origin.isPushed) continue;
    // This only accompanies the answers, so errors are ignored.
    const cell = await findNewestVisible(ctx, setting, each).catch(() => undefined);
    if (cell !== undefined && cell > (cells.get(dataset) ?? '')) cells.set(dataset, cell);
  }
  return [...cells].map(([dataset, cell]) => ({ kind: 'newest', dataset, cell }));
}
