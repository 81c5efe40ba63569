import { Problem } from '#contract/errors.ts';
import type { QuerySpec, BuiltQuerySpec } from '#domain/query/query.ts';
import type { SharedRows } from '#engine/engine.ts';
import { executeQuery, type ExecutedQuery, type ExecuteOptions } from './execute.ts';
import { bytesOf, type ExecutionContext, loadPlan } from './execution.ts';
import { type MergedQuery, mergeKeyOf, type MergeSnapshot, mergeQueries, splitAnswer } from './merge-queries.ts';
import type { PlannedQuery } from './plan.ts';

/** A query of a run; callers extend it with what the query belongs to. */
export type RunQuery = { spec: QuerySpec };

/** Queries that can be merged into one. */
export type QueryBatch<Q extends RunQuery> = readonly Q[];

/** The outcome of a query. */
export type QueryOutcome =
  | ({ kind: 'answered'; plan: PlannedQuery } & ExecutedQuery)
  | { kind: 'failed'; error: unknown };

/** What all queries of a run share. */
export type BatchRun<Q extends RunQuery> = {
  seconds: number;
  fresh: boolean;
  signal: AbortSignal;
  onPosition: (position: number) => void;
  plan: (spec: QuerySpec) => Promise<PlannedQuery>;
  /** Throws if the query may not read these datasets; called before any lookup, also in the cache. */
  authorize: (query: Q, datasets: string[]) => Promise<void>;
  /** The shared rows that contain all rows of a query, if there are any. */
  sharedRowsOf: (spec: QuerySpec) => SharedRows | undefined;
  onOutcome: (query: Q, outcome: QueryOutcome) => Promise<void>;
};

/** Measures per batch; larger batches would delay the quick queries in them. */
const maxMeasures = 24;

/**
 * Groups queries that differ only in their measures; batches keep the order of their first query. A dataset without a
 * snapshot is missing or forbidden, which each of its queries reports.
 */
export function groupQueries<Q extends RunQuery>(
  queries: readonly Q[],
  snapshotOf: (dataset: string) => MergeSnapshot | undefined,
): QueryBatch<Q>[] {
  const batches: Q[][] = [];
  const open = new Map<string, { batch: Q[]; measures: number }>();
  for (const query of queries) {
    const { spec } = query;
    const snapshot = spec.kind === 'query' ? snapshotOf(spec.dataset) : undefined;
    if (spec.kind !== 'query' || !snapshot) {
      batches.push([query]);
      continue;
    }
    const key = mergeKeyOf(spec, snapshot);
    const current = open.get(key);
    if (current && current.measures + spec.measures.length <= maxMeasures) {
      current.batch.push(query);
      current.measures += spec.measures.length;
      continue;
    }
    const batch = [query];
    batches.push(batch);
    open.set(key, { batch, measures: spec.measures.length });
  }
  return batches;
}

type Planned<Q extends RunQuery> = { query: Q; plan: PlannedQuery };

const isCached = ({ execution }: ExecutionContext, { key }: PlannedQuery) => execution.answers.has(key);

/** Plans later batches while earlier ones run, so that the engine never waits for planning. */
export async function planBatches<Q extends RunQuery>(
  ctx: ExecutionContext,
  run: BatchRun<Q>,
  batches: QueryBatch<Q>[],
): Promise<void> {
  for (const batch of batches) {
    const planned: Planned<Q>[] = [];
    for (const query of batch) {
      // Invalid queries are reported when their batch runs.
      const plan = query.spec.kind === 'query' ? await run.plan(query.spec).catch(() => undefined) : undefined;
      if (plan && !isCached(ctx, plan)) planned.push({ query, plan });
    }
    // The error is reported, or logged, when the batch runs.
    if (planned.length > 1) await planMerged(ctx, run, planned).catch(() => undefined);
  }
}

/** Answers the queries of a batch: cached ones at once, the others merged into one query. */
export async function runBatch<Q extends RunQuery>(
  ctx: ExecutionContext,
  run: BatchRun<Q>,
  batch: QueryBatch<Q>,
): Promise<void> {
  const uncached: Planned<Q>[] = [];
  for (const query of batch) {
    try {
      const plan = await run.plan(query.spec);
      await run.authorize(
        query,
        plan.datasets.map(({ id }) => id),
      );
      if (!run.fresh && isCached(ctx, plan)) await runAlone(ctx, run, { query, plan });
      else uncached.push({ query, plan });
    } catch (error) {
      await run.onOutcome(query, { kind: 'failed', error });
    }
  }
  if (uncached.length > 1 && (await runMerged(ctx, run, uncached))) return;
  for (const each of uncached) await runAlone(ctx, run, each);
}

const executeOptionsOf = <Q extends RunQuery>(
  { seconds, fresh, signal, onPosition, sharedRowsOf }: BatchRun<Q>,
  spec: QuerySpec,
): ExecuteOptions => ({
  seconds,
  fresh,
  signal,
  sharedRows: sharedRowsOf(spec),
  onProgress: (progress) => void (progress.kind === 'waiting' && onPosition(progress.position)),
});

async function runAlone<Q extends RunQuery>(
  ctx: ExecutionContext,
  run: BatchRun<Q>,
  { query, plan }: Planned<Q>,
): Promise<void> {
  let outcome: QueryOutcome;
  try {
    outcome = { kind: 'answered', plan, ...(await executeQuery(ctx, plan, executeOptionsOf(run, query.spec))) };
  } catch (error) {
    outcome = { kind: 'failed', error };
  }
  await run.onOutcome(query, outcome);
}

/** Larger answers are not split: each query then fails or is cut off on its own. */
const maxMergedBytes = 4 * 1024 * 1024;

/** Problems that every query of the batch would also have alone. */
const isBatchProblem = (error: unknown) =>
  error instanceof Problem &&
  [
    'query_timeout',
    'cancelled',
    'too_many_waiting',
    'disk_full',
    'warehouse_unavailable',
    'row_rules_changed',
  ].includes(error.code);

type MergedPlan = { merged: MergedQuery; plan: PlannedQuery };

const specsOf = <Q extends RunQuery>(planned: Planned<Q>[]) => planned.map(({ query }) => query.spec as BuiltQuerySpec);

function planMerged<Q extends RunQuery>(
  { execution }: ExecutionContext,
  run: BatchRun<Q>,
  planned: Planned<Q>[],
): Promise<MergedPlan> {
  const key = JSON.stringify(['merged', ...planned.map(({ plan }) => plan.key)]);
  return loadPlan(execution, key, async () => {
    const merged = mergeQueries(specsOf(planned));
    return { merged, plan: await run.plan(merged.spec) };
  });
}

/** The answers of several queries that run as one; undefined if they have to run one by one. */
async function executeMerged<Q extends RunQuery>(
  ctx: ExecutionContext,
  run: BatchRun<Q>,
  planned: Planned<Q>[],
): Promise<ExecutedQuery[] | undefined> {
  const { answers } = ctx.execution;
  const specs = specsOf(planned);
  try {
    const { merged, plan } = await planMerged(ctx, run, planned);
    const { answer, waited } = await executeQuery(ctx, plan, executeOptionsOf(run, merged.spec), (computed) => {
      if (bytesOf(computed) > maxMergedBytes) throw new Problem('answer_too_large');
      for (const [index, part] of splitAnswer(merged, computed, specs).entries())
        answers.set(planned[index]!.plan.key, part);
    });
    return splitAnswer(merged, answer, specs).map((part) => ({ answer: part, waited, fromCache: false }));
  } catch (error) {
    if (isBatchProblem(error)) throw error;
    // One of the queries may be at fault: alone, the others succeed. Anything but a Problem is a bug in merging.
    if (!(error instanceof Problem)) ctx.log.error({ err: error }, 'merging queries failed');
    return undefined;
  }
}

/** Runs several queries as one; false if they have to run one by one. */
async function runMerged<Q extends RunQuery>(
  ctx: ExecutionContext,
  run: BatchRun<Q>,
  planned: Planned<Q>[],
): Promise<boolean> {
  let outcomes: QueryOutcome[] | undefined;
  try {
    const executed = await executeMerged(ctx, run, planned);
    outcomes = executed?.map((each, index) => ({ kind: 'answered', plan: planned[index]!.plan, ...each }));
  } catch (error) {
    outcomes = planned.map(() => ({ kind: 'failed', error }));
  }
  if (!outcomes) return false;
  for (const [index, { query }] of planned.entries()) await run.onOutcome(query, outcomes[index]!);
  return true;
}
