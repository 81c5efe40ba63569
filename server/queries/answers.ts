import { createHash } from 'node:crypto';

import type { ResultColumn } from '#domain/query/query.ts';
import type { LimitedQuestion, SharedRows, SerializedAnswer } from '#engine/engine.ts';
import type { AddShare } from '#server/queue/queue.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { type Cache, openCache } from './cache.ts';
import { type SingleFlight, openSingleFlight } from './single-flight.ts';
import type { PreparedQuery } from './prepare.ts';
import type { QueryContext } from './services.ts';

/** An answer in the cache: values and totals are JSON text that is sent as it is. */
export type CachedResult = {
  columns: ResultColumn[];
  values: Buffer;
  totals: Buffer;
  rows: number;
  isCutOff: boolean;
  milliseconds: number;
  answeredAt: string;
};

/** Progress of a query. */
export type AnswerProgress = { kind: 'waiting'; position: number } | { kind: 'running' };

/** Cached answers, and queries that are running. */
export type AnswerCache = { cached: Cache<CachedResult>; running: SingleFlight<CachedResult, AnswerProgress> };

const capacity = 64 * 1024 * 1024;

export const openAnswerCache = (): AnswerCache => ({
  cached: openCache(capacity, ({ values, totals }) => values.length + totals.length + 2_000),
  running: openSingleFlight(),
});

export type QueryRunOptions = {
  seconds: number;
  fresh: boolean;
  signal: AbortSignal;
  onProgress: (progress: AnswerProgress) => void;
  /** Rows that this query shares with others of the same batch, as a temp table. */
  within?: SharedRows | undefined;
};

/** The cached answer to a query. */
export const findCachedAnswer = ({ answers }: QueryContext, prepared: PreparedQuery): CachedResult | undefined =>
  answers.cached.get(keyOf(prepared));

/** Caches an answer that was derived from another query. */
export const cacheAnswer = ({ answers }: QueryContext, prepared: PreparedQuery, answered: CachedResult): void =>
  answers.cached.set(keyOf(prepared), answered);

/**
 * The answer to a query: from the cache unless `fresh`, else from one execution that concurrent callers share.
 * `onAnswer` is called once per execution.
 */
export async function answer(
  ctx: QueryContext,
  prepared: PreparedQuery,
  options: QueryRunOptions,
  onAnswer: (computed: CachedResult) => void = () => undefined,
): Promise<{ answered: CachedResult; fromCache: boolean }> {
  const key = keyOf(prepared);
  const cached = options.fresh ? undefined : ctx.answers.cached.get(key);
  if (cached) return { answered: cached, fromCache: true };
  const { seconds, within } = options;
  const follower = { ...options, share: queueShareOf(ctx) };
  const answered = await ctx.answers.running.join(
    `${seconds} ${key}`,
    follower,
    async (signal, report, setAddShare) => {
      const computed = await askEngine(ctx, prepared, { seconds, signal, within, onProgress: report, setAddShare });
      ctx.answers.cached.set(key, computed);
      onAnswer(computed);
      return computed;
    },
  );
  return { answered, fromCache: false };
}

const keys = new WeakMap<PreparedQuery, string>();

// Segments are immutable, so the same question on the same segments has the same answer.
function keyOf(prepared: PreparedQuery): string {
  const cached = keys.get(prepared);
  if (cached) return cached;
  const { question, totals } = prepared;
  const parts = [question, ...totals.map((total) => [total.dimensions, total.question])];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  keys.set(prepared, key);
  return key;
}

type QueryRun = Omit<QueryRunOptions, 'fresh'> & { setAddShare: (addShare: AddShare) => void };

function askEngine(
  ctx: QueryContext,
  prepared: PreparedQuery,
  { seconds, signal: cancelSignal, within, onProgress, setAddShare }: QueryRun,
): Promise<CachedResult> {
  const onPosition = (position: number) => onProgress({ kind: 'waiting', position });
  // Everyone who joins adds their share of the slots, so that nobody waits behind the queries of someone else.
  const turn = { ...queueShareOf(ctx), signal: cancelSignal, onPosition, onQueued: setAddShare };
  return ctx.queue.run(turn, async (signal) => {
    onProgress({ kind: 'running' });
    const startedAt = performance.now();
    const run = (question: LimitedQuestion) => {
      const remaining = seconds - (performance.now() - startedAt) / 1000;
      return ctx.engine.answer({ ...question, sharedRows: within }, { seconds: Math.max(remaining, 0), signal });
    };
    try {
      const main = await run(prepared.question);
      const totals: string[] = [];
      for (const { dimensions, question } of prepared.totals) totals.push(totalOf(dimensions, await run(question)));
      return answeredOf(main, totals, Math.round(performance.now() - startedAt));
    } catch (cause) {
      throw engineProblemOf(cause, seconds);
    }
  });
}

const totalOf = (dimensions: string[], { columns, json }: SerializedAnswer) =>
  `{"dimensions":${JSON.stringify(dimensions)},"columns":${JSON.stringify(columns)},"values":${json}}`;

const answeredOf = (
  { columns, json, rows, isCutOff }: SerializedAnswer,
  totals: string[],
  milliseconds: number,
): CachedResult => ({
  columns,
  values: Buffer.from(json),
  totals: Buffer.from(`[${totals.join(',')}]`),
  rows,
  isCutOff,
  milliseconds,
  answeredAt: new Date().toISOString(),
});
