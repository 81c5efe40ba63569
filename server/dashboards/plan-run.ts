import { maxAnswerRows } from '#contract/queries/routes.ts';
import { cardsOf, type Dashboard, type DashboardState, isNumberCard } from '#domain/dashboard/dashboard.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import type { ReadableSnapshot } from '#server/datasets/readable-snapshot.ts';
import { groupQueries, type QueryBatch } from '#server/execution/batch.ts';
import { findSharedFilters, type SharedFilters } from '#server/execution/shared-rows.ts';
import { loadPlan } from '#server/execution/execution.ts';
import { loadNewest, type QueryMoment } from '#server/execution/newest-rows.ts';
import { planSql } from '#server/execution/plan-sql.ts';
import { type PlannedQuery } from '#server/execution/plan.ts';
import { planDatasetQuery } from '#server/execution/plan-dataset-query.ts';
import type { DashboardContext, ViewedDashboard } from './load-dashboard.ts';
import { loadNewestForSql } from './newest-rows.ts';
import { type DashboardQuery, queriesFor } from './dashboard-queries.ts';
import type { Snapshots } from './snapshots.ts';

/** Time, zone and data of a run: all its queries see the same. */
type RunMoment = QueryMoment & { snapshots: Snapshots };

type RunPlanInput = {
  id: string;
  state: DashboardState;
  cards?: string[] | undefined;
  viewed: ViewedDashboard;
  moment: RunMoment;
  /** How the queries are created; the name is part of the key. */
  policy: { name: string; queriesFor: typeof queriesFor };
};

/** The queries of a run and how they are planned. */
export type RunPlan = {
  queries: DashboardQuery[];
  sharedFilters: SharedFilters;
  /** The snapshot of a dataset; undefined if it is missing or forbidden. */
  snapshotOf: (dataset: string) => ReadableSnapshot | undefined;
  plan: (spec: QuerySpec) => Promise<PlannedQuery>;
  /** The queries in batches. 'charts first' starts with the cards that take longest to draw, for quick answers. */
  batches: (order: 'as placed' | 'charts first') => Promise<QueryBatch<DashboardQuery>[]>;
};

/** Viewers of the same state of a published dashboard share its queries and batches; drafts are not cached. */
export async function planRun(ctx: DashboardContext, input: RunPlanInput): Promise<RunPlan> {
  const { id, state, cards, viewed, moment, policy } = input;
  const { zone, now } = moment;
  const { dashboard, version } = viewed;
  const newest = await loadNewestForSql(ctx, moment, { dashboard, state });
  const share = <T extends object>(parts: unknown[], compute: () => T) => {
    const key = [policy.name, id, version, state, cards, zone, now, newest, ...parts];
    return version === null ? compute() : loadPlan(ctx.execution, JSON.stringify(key), async () => compute());
  };
  const { queries, sharedFilters } = await share(['queries'], () => {
    const created = policy.queriesFor(dashboard, { state, cards, zone, now, newest });
    return { queries: created, sharedFilters: findSharedFilters(created.map(({ spec }) => spec)) };
  });
  const snapshots = await loadSnapshots(queries, moment.snapshots);
  const versions = [...snapshots].map(([dataset, snapshot]) => [dataset, snapshot?.key]);
  return {
    queries,
    sharedFilters,
    snapshotOf: (dataset) => snapshots.get(dataset),
    plan: createPlanner(ctx, viewed, moment),
    batches: async (order) =>
      share(['batches', order, versions], () =>
        groupQueries(order === 'charts first' ? chartsFirst(dashboard, queries) : queries, (dataset) =>
          snapshots.get(dataset),
        ),
      ),
  };
}

/** The snapshots of the datasets that the queries read. */
async function loadSnapshots(
  queries: DashboardQuery[],
  snapshots: Snapshots,
): Promise<Map<string, ReadableSnapshot | undefined>> {
  const datasets = new Set(queries.flatMap(({ spec }) => (spec.kind === 'sql' ? [] : [spec.dataset])));
  // The cards that read a dataset meet the same error and report it.
  const load = async (dataset: string) => [dataset, await snapshots(dataset).catch(() => undefined)] as const;
  return new Map(await Promise.all([...datasets].map(load)));
}

/** Plans each query of a run once. */
function createPlanner(ctx: DashboardContext, viewed: ViewedDashboard, moment: RunMoment): RunPlan['plan'] {
  const { zone, now, signal, snapshots } = moment;
  const published = viewed.version === null ? undefined : { by: viewed.by };
  const planned = new Map<QuerySpec, Promise<PlannedQuery>>();
  const plan = async (spec: QuerySpec): Promise<PlannedQuery> => {
    const rows = Math.min(spec.limit, maxAnswerRows);
    if (spec.kind === 'sql') return planSql(ctx, { spec, zone, rows, signal, published });
    const snapshot = await snapshots(spec.dataset);
    return planDatasetQuery(ctx, snapshot, { spec, zone, now, rows }, () =>
      loadNewest(ctx, snapshot, { spec, zone, now, signal }),
    );
  };
  return (spec) => {
    const pending = planned.get(spec) ?? plan(spec);
    planned.set(spec, pending);
    return pending;
  };
}

function chartsFirst(dashboard: Dashboard, queries: DashboardQuery[]): DashboardQuery[] {
  const numberCards = new Set(
    cardsOf(dashboard)
      .filter(isNumberCard)
      .map(({ id }) => id),
  );
  return queries.toSorted((a, b) => Number(numberCards.has(a.card)) - Number(numberCards.has(b.card)));
}
