import { Problem } from '#contract/errors.ts';
import { isAnchored } from '#domain/time/anchor.ts';
import { queriesOfCard, timeColumnOf } from '#domain/dashboard/queries.ts';
import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import { type DatasetQuerySpec, type NewestRows, withoutCompare } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import {
  defaultTimeColumnOf,
  findMax,
  findNewestCell,
  findNewestOf,
  type QueryMoment,
} from '#server/execution/newest-rows.ts';
import type { DashboardContext } from './load-dashboard.ts';
import { type DashboardQuery, datasetsOfSql } from './dashboard-queries.ts';
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
  const specs = cardsOf(dashboard).flatMap((card) => queriesOfCard(dashboard, card, state).map(({ spec }) => spec));
  const datasets = [...new Set(specs.flatMap(datasetsOfSql))];
  const entries = datasets.map(async (dataset): Promise<[string, string][]> => {
    // Missing and forbidden datasets are reported by the cards that read them.
    const snapshot = await snapshots(dataset).catch(() => undefined);
    const column = timeColumnOf(dashboard, dataset);
    const end = snapshot && (await findNewestOf(ctx, snapshot, { column, zone, now, signal }));
    return end === undefined ? [] : [[dataset, end]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

type NewestQuery = { column: string; spec: DatasetQuerySpec };

/** The newest row among those that a query reads. */
async function findNewestVisible(
  ctx: DashboardContext,
  { snapshots, ...moment }: SnapshotMoment,
  { column, spec }: NewestQuery,
): Promise<string | undefined> {
  const snapshot = await snapshots(spec.dataset);
  const { origin, source } = snapshot;
  const isStored = origin.newest !== null && !origin.connection && column === defaultTimeColumnOf(source.columns);
  if (isStored && !ctx.delegation) return origin.newest ?? undefined;
  // A share link must not reveal rows that it does not show.
  if (!ctx.delegation) return findNewestCell(ctx, snapshot, { ...moment, column });
  return findMax(ctx, snapshot, { ...moment, column, filters: spec.filters, period: withoutCompare(spec.period) });
}

/**
 * The newest row of each dataset that is not pushed, by the time column of the dashboard, among the answered queries.
 */
export async function listNewest(
  ctx: DashboardContext,
  moment: SnapshotMoment,
  { dashboard, answeredQueries }: { dashboard: Dashboard; answeredQueries: DashboardQuery[] },
): Promise<RunLine[]> {
  const queries = new Map<string, NewestQuery>();
  for (const { spec } of answeredQueries) {
    const column = spec.kind === 'sql' ? undefined : timeColumnOf(dashboard, spec.dataset);
    if (spec.kind === 'sql' || column === undefined) continue;
    const key = ctx.delegation
      ? JSON.stringify([spec.dataset, spec.filters, withoutCompare(spec.period)])
      : spec.dataset;
    queries.set(key, { column, spec });
  }
  const cells = new Map<string, string>();
  for (const each of queries.values()) {
    const { dataset } = each.spec;
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
