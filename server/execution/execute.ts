import type { EngineSource, LimitedQuery, SerializedAnswer, SharedRows } from '#engine/engine.ts';
import { requireSameRules } from '#server/datasets/current-snapshot.ts';
import { queueFor } from '#server/queue/connection-queues.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import type { AddShare } from '#server/queue/queue.ts';
import { runOnEngine } from '#server/queue/run-on-engine.ts';
import type { ExecutionContext, QueryAnswer, QueryProgress, SerializedColumns } from './execution.ts';
import type { PlannedQuery } from './plan.ts';

export type ExecuteOptions = {
  seconds: number;
  fresh: boolean;
  signal: AbortSignal;
  onProgress: (progress: QueryProgress) => void;
  /** Rows that this query shares with others of the same run, as a temp table. */
  sharedRows?: SharedRows | undefined;
};

/** An answer, and how many milliseconds it was waited for besides its execution. */
export type ExecutedQuery = { answer: QueryAnswer; waited: number; fromCache: boolean };

/**
 * The answer to a query: from the cache unless `fresh`, else from one execution that concurrent callers share.
 * `onAnswer` is called once per execution.
 */
export async function executeQuery(
  ctx: ExecutionContext,
  plan: PlannedQuery,
  options: ExecuteOptions,
  onAnswer: (answer: QueryAnswer) => void = () => undefined,
): Promise<ExecutedQuery> {
  const { answers, running } = ctx.execution;
  const cached = options.fresh ? undefined : answers.get(plan.key);
  const startedAt = performance.now();
  const count = (outcome: 'answered' | 'failed' | 'cached') => {
    const seconds = (performance.now() - startedAt) / 1000;
    ctx.metrics.countQuery({ place: placeOf(plan.engineQuery.sources), outcome, seconds });
  };
  if (cached) {
    await requireSameRules(ctx, plan.rules);
    count('cached');
    return { answer: cached, waited: 0, fromCache: true };
  }
  const follower = { ...options, share: queueShareOf(ctx) };
  const answer = await running.join(`${options.seconds} ${plan.key}`, follower, async (signal, report, setAddShare) => {
    const computed = await runInQueue(ctx, plan, { ...options, signal, onProgress: report, setAddShare }).catch(
      (error: unknown) => {
        count('failed');
        throw error;
      },
    );
    count('answered');
    answers.set(plan.key, computed);
    onAnswer(computed);
    return computed;
  });
  await requireSameRules(ctx, plan.rules);
  const waited = Math.max(0, Math.round(performance.now() - startedAt) - answer.milliseconds);
  return { answer, waited, fromCache: false };
}

/** Where a query reads: files, the warehouse, or the kind of a connected database. */
const placeOf = ([source]: EngineSource[]) => (source?.at === 'connection' ? source.kind : (source?.at ?? 'files'));

/** The values of an answer, column by column. */
export const valuesOf = ({ values }: SerializedColumns): unknown[][] =>
  values.map((column) => JSON.parse(column.toString()) as unknown[]);

/** The answer to a query that the server itself needs, within the time limit of a card. */
export async function loadAnswer(
  ctx: ExecutionContext,
  plan: PlannedQuery,
  { signal, fresh = false }: { signal: AbortSignal; fresh?: boolean },
): Promise<QueryAnswer> {
  const { card: seconds } = await ctx.queryLimits.load();
  const { answer } = await executeQuery(ctx, plan, { seconds, fresh, signal, onProgress: () => undefined });
  return answer;
}

type QueueOptions = ExecuteOptions & { setAddShare: (addShare: AddShare) => void };

function runInQueue(
  ctx: ExecutionContext,
  { engineQuery, totals }: PlannedQuery,
  { seconds, signal, sharedRows, onProgress, setAddShare }: QueueOptions,
): Promise<QueryAnswer> {
  const onPosition = (position: number) => onProgress({ kind: 'waiting', position });
  // Each caller that joins adds its share of the slots, so that nobody waits behind the queries of another person.
  const turn = { ...queueShareOf(ctx), seconds, signal, onPosition, onQueued: setAddShare };
  return runOnEngine(queueFor(ctx, engineQuery.sources), turn, async (limits) => {
    onProgress({ kind: 'running' });
    const startedAt = performance.now();
    const run = (part: LimitedQuery<EngineSource>) => {
      const remaining = seconds - (performance.now() - startedAt) / 1000;
      return ctx.engine.answer({ ...part, sharedRows }, { ...limits, seconds: Math.max(remaining, 0) });
    };
    const main = await run(engineQuery);
    const totalAnswers: QueryAnswer['totals'] = [];
    for (const total of totals)
      totalAnswers.push({ dimensions: total.dimensions, ...columnsOf(await run(total.engineQuery)) });
    return {
      ...columnsOf(main),
      totals: totalAnswers,
      rows: main.rows,
      isCutOff: main.isCutOff,
      milliseconds: Math.round(performance.now() - startedAt),
      answeredAt: new Date().toISOString(),
    };
  });
}

const columnsOf = ({ columns, values }: SerializedAnswer): SerializedColumns => ({
  columns,
  values: values.map((column) => Buffer.from(column)),
});
