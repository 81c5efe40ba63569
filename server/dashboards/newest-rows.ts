import { Problem } from '#contract/errors.ts';
import { isAnchored } from '#domain/time/anchor.ts';
import { questionsOf, timeColumnOf } from '#domain/dashboard/queries.ts';
import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import { type DatasetAsk, type NewestRows, withoutCompare } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import {
  defaultTimeColumnOf,
  findMax,
  findNewestCell,
  findNewestOf,
  type QueryMoment,
} from '#server/execution/newest-rows.ts';
import type { DashboardContext } from './load-dashboard.ts';
import { type DashboardQuery, datasetsOfSql } from './questions.ts';
import type { Snapshots } from './snapshots.ts';

type SnapshotMoment = QueryMoment & { snapshots: Snapshots };

/** The newest rows of the datasets that SQL reads, if the time range is anchored to the newest row. */
export async function loadNewestForSql(
  ctx: DashboardContext,
  { snapshots, zone, now, signal }: SnapshotMoment,
  { dashboard, state }: { dashboard: Dashboard; state: DashboardState },
): Promise<NewestRows> {
  const { span } = currentTimeOf(dashboard, state);
  if (!span || !isAnchored(span)) return {};
  const asks = cardsOf(dashboard).flatMap((card) => questionsOf(dashboard, card, state).map(({ ask }) => ask));
  const datasets = [...new Set(asks.flatMap(datasetsOfSql))];
  const entries = datasets.map(async (dataset): Promise<[string, string][]> => {
    // Missing and forbidden datasets are reported by the cards that read them.
    const snapshot = await snapshots(dataset).catch(() => undefined);
    const column = timeColumnOf(dashboard, dataset);
    const end = snapshot && (await findNewestOf(ctx, snapshot, { column, zone, now, signal }));
    return end === undefined ? [] : [[dataset, end]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

type NewestQuery = { column: string; ask: DatasetAsk };

/** The newest row among those that a query reads. */
async function findNewestVisible(
  ctx: DashboardContext,
  { snapshots, ...moment }: SnapshotMoment,
  { column, ask }: NewestQuery,
): Promise<string | undefined> {
  const snapshot = await snapshots(ask.dataset);
  const { origin, source } = snapshot;
  const isStored = origin.newest !== null && !origin.connection && column === defaultTimeColumnOf(source.columns);
  if (isStored && !ctx.delegation) return origin.newest ?? undefined;
  // A share link must not reveal rows that it does not show.
  if (!ctx.delegation) return findNewestCell(ctx, snapshot, { ...moment, column });
  return findMax(ctx, snapshot, { ...moment, column, filters: ask.filters, period: withoutCompare(ask.period) });
}

/**
 * The newest row of each dataset that is not pushed, by the time column of the dashboard, among the answered queries.
 */
export async function listNewest(
  ctx: DashboardContext,
  moment: SnapshotMoment,
  { dashboard, answered }: { dashboard: Dashboard; answered: DashboardQuery[] },
): Promise<RunLine[]> {
  const queries = new Map<string, NewestQuery>();
  for (const { ask } of answered) {
    const column = ask.kind === 'sql' ? undefined : timeColumnOf(dashboard, ask.dataset);
    if (ask.kind === 'sql' || column === undefined) continue;
    const key = ctx.delegation ? JSON.stringify([ask.dataset, ask.filters, withoutCompare(ask.period)]) : ask.dataset;
    queries.set(key, { column, ask });
  }
  const cells = new Map<string, string>();
  for (const each of queries.values()) {
    const { dataset } = each.ask;
    if ((await moment.snapshots(dataset)).origin.isPushed) continue;
    // This only accompanies the answers, so a failure must not fail the run.
    const cell = await findNewestVisible(ctx, moment, each).catch((error: unknown) => {
      if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'finding the newest row failed');
      return undefined;
    });
    if (cell !== undefined && cell > (cells.get(dataset) ?? '')) cells.set(dataset, cell);
  }
  return [...cells].map(([dataset, cell]) => ({ kind: 'newest', dataset, cell }));
}
