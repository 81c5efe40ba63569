import { maxAnswerRows } from '#contract/queries/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask, QueryAsk } from '#domain/query/query.ts';
import type { SharedRows } from '#engine/engine.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import {
  answer,
  type CachedResult,
  findCachedAnswer,
  type AnswerProgress,
  cacheAnswer,
} from '#server/queries/answers.ts';
import { loadNewest } from '#server/queries/newest.ts';
import { prepareDatasetQuery } from '#server/queries/plan.ts';
import { prepare, type PreparedQuery, type QueryPublisher } from '#server/queries/prepare.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { createPairCache } from './pair-cache.ts';
import type { PublisherCheck } from './publisher-rights.ts';
import type { DashboardQuery } from './questions.ts';
import { type MergedQuery, mergeQueries, mergeKeyOf, splitAnswer } from './merge-queries.ts';
import type { Snapshots } from './snapshots.ts';

/** Queries that can be merged into one. */
export type QueryBatch = { members: DashboardQuery[] };

/** What all queries of a run share. */
export type RunSettings = {
  zone: string;
  now: string;
  seconds: number;
  fresh: boolean;
  published: QueryPublisher | undefined;
  /** Set for runs on behalf of someone else. */
  publisherCheck: PublisherCheck | undefined;
  signal: AbortSignal;
  onPosition: (position: number) => void;
  snapshots: Snapshots;
  /** The shared rows that a query stays within, if there are any. */
  within?: ((ask: Ask) => SharedRows | undefined) | undefined;
};

/** The outcome of a query. */
export type QueryOutcome =
  | { kind: 'found'; prepared: PreparedQuery; answered: CachedResult; waited: number; fromCache: boolean }
  | { kind: 'failed'; error: unknown };

/** Measures per batch; larger batches would delay the quick queries in them. */
const maxMeasures = 24;

/** Groups queries that differ only in their measures; batches keep the order of their first query. */
export async function batchesOf({ snapshots }: RunSettings, questions: DashboardQuery[]): Promise<QueryBatch[]> {
  const batches: QueryBatch[] = [];
  const open = new Map<string, { batch: QueryBatch; measures: number }>();
  for (const query of questions) {
    const key = await keyOf(query.ask, snapshots);
    const measures = query.ask.kind === 'query' ? query.ask.measures.length : 0;
    const openBatch = key === undefined ? undefined : open.get(key);
    if (openBatch && openBatch.measures + measures <= maxMeasures) {
      openBatch.batch.members.push(query);
      openBatch.measures += measures;
      continue;
    }
    const batch = { members: [query] };
    batches.push(batch);
    if (key !== undefined) open.set(key, { batch, measures });
  }
  return batches;
}

async function keyOf(ask: Ask, snapshots: Snapshots): Promise<string | undefined> {
  if (ask.kind !== 'query') return undefined;
  // A missing dataset is reported by each of its cards.
  const snapshot = await snapshots(ask.dataset).catch(() => undefined);
  return snapshot && mergeKeys(snapshot, ask);
}

const mergeKeys = createPairCache((snapshot: DatasetSnapshot, ask: QueryAsk) => mergeKeyOf(ask, snapshot.metrics));

async function prepareWithCache(
  ctx: QueryContext,
  { ask, setting }: { ask: Ask; setting: RunSettings },
): Promise<PreparedQuery> {
  const { zone, now, signal, published, snapshots } = setting;
  const rows = Math.min(ask.limit, maxAnswerRows);
  if (ask.kind === 'sql') return prepare(ctx, { ask, zone, rows, signal, published });
  // One ask object is only ever used with one zone and moment.
  const snapshot = await snapshots(ask.dataset);
  const entry = preparedCache(snapshot, ask);
  if (entry.prepared) return entry.prepared;
  const newest = await loadNewest(ctx, snapshot, { ask, zone, now, signal });
  return (entry.prepared ??= prepareDatasetQuery(snapshot, { ask, zone, now, rows, newest }));
}

const preparedCache = createPairCache((_snapshot: DatasetSnapshot, _ask: Ask): { prepared?: PreparedQuery } => ({}));

/** Whether at least `minCount` of these queries are not cached. */
export async function hasUncached(
  ctx: QueryContext,
  setting: RunSettings,
  asks: QueryAsk[],
  minCount: number,
): Promise<boolean> {
  let uncached = 0;
  for (const ask of asks) {
    const preparedQuery = await prepareWithCache(ctx, { ask, setting }).catch(() => undefined);
    // Invalid queries are reported by their cards.
    if (preparedQuery && (setting.fresh || !findCachedAnswer(ctx, preparedQuery))) uncached += 1;
    if (uncached >= minCount) return true;
  }
  return false;
}

/** Prepares later batches while earlier ones run, so that the engine never waits for it. */
export async function prepareBatches(ctx: QueryContext, setting: RunSettings, batches: QueryBatch[]): Promise<void> {
  for (const { members } of batches) {
    const readyQueries: ReadyQuery[] = [];
    for (const query of members) {
      if (query.ask.kind !== 'query') continue;
      const own = await prepareWithCache(ctx, { ask: query.ask, setting }).catch(() => undefined);
      if (own && !findCachedAnswer(ctx, own)) readyQueries.push({ question: query, prepared: own });
    }
    if (readyQueries.length > 1)
      await prepareWithCache(ctx, { ask: mergedQueryOf(readyQueries).ask, setting }).catch(() => undefined);
  }
}

/** Larger answers are not split here: parsing them would take much memory and block the event loop. */
const maxSplitBytes = 4 * 1024 * 1024;

type ReportOutcome = (query: DashboardQuery, outcome: QueryOutcome) => Promise<void>;
type ReadyQuery = { question: DashboardQuery; prepared: PreparedQuery };

/** Answers the queries of a batch: cached ones at once, the others merged into one query. */
export async function answerBatch(
  ctx: QueryContext,
  setting: RunSettings,
  { members }: QueryBatch,
  report: ReportOutcome,
): Promise<void> {
  const uncached: ReadyQuery[] = [];
  for (const query of members) {
    try {
      const ready = { question: query, prepared: await prepareWithCache(ctx, { ask: query.ask, setting }) };
      // Before any lookup, also in the cache.
      await setting.publisherCheck?.(
        query,
        ready.prepared.datasets.map(({ id }) => id),
      );
      const cached = setting.fresh ? undefined : findCachedAnswer(ctx, ready.prepared);
      if (cached) await report(query, { kind: 'found', ...ready, answered: cached, waited: 0, fromCache: true });
      else uncached.push(ready);
    } catch (error) {
      await report(query, { kind: 'failed', error });
    }
  }
  if (uncached.length > 1 && (await answerMerged(ctx, setting, uncached, report))) return;
  for (const each of uncached) await answerOne(ctx, setting, each, report);
}

const answerOptionsOf = ({ seconds, fresh, signal, onPosition, within }: RunSettings, ask: Ask) => ({
  seconds,
  fresh,
  signal,
  within: within?.(ask),
  onProgress: (progress: AnswerProgress) => void (progress.kind === 'waiting' && onPosition(progress.position)),
});

const waitedSince = (startedAt: number, { milliseconds }: CachedResult) =>
  Math.max(0, Math.round(performance.now() - startedAt) - milliseconds);

async function answerOne(
  ctx: QueryContext,
  setting: RunSettings,
  { question: query, prepared: ready }: ReadyQuery,
  report: ReportOutcome,
): Promise<void> {
  const startedAt = performance.now();
  let outcome: QueryOutcome;
  try {
    const { answered, fromCache } = await answer(ctx, ready, answerOptionsOf(setting, query.ask));
    outcome = {
      kind: 'found',
      prepared: ready,
      answered,
      fromCache,
      waited: fromCache ? 0 : waitedSince(startedAt, answered),
    };
  } catch (error) {
    outcome = { kind: 'failed', error };
  }
  await report(query, outcome);
}

// Errors that hold for the whole batch; after any other error each query is run alone.
const isBatchError = (error: unknown) =>
  error instanceof Problem && ['query_timeout', 'cancelled', 'too_many_waiting', 'disk_full'].includes(error.code);

const mergedCache = createPairCache(
  (_first: DashboardQuery, _last: DashboardQuery): { members?: string; shared?: MergedQuery } => ({}),
);

/** Several queries merged into one; the same queries give the same object. */
function mergedQueryOf(ready: ReadyQuery[]): MergedQuery {
  const members = ready.map(({ question: query }) => `${query.card} ${query.name}`).join('\n');
  const entry = mergedCache(ready[0]!.question, ready.at(-1)!.question);
  if (entry.members !== members) Object.assign(entry, { members, shared: mergeQueries(asksOf(ready)) });
  return entry.shared!;
}

const asksOf = (ready: ReadyQuery[]) => ready.map(({ question: query }) => query.ask as QueryAsk);

/** Runs several queries as one; false if they have to be run one by one. */
async function answerMerged(
  ctx: QueryContext,
  setting: RunSettings,
  ready: ReadyQuery[],
  report: ReportOutcome,
): Promise<boolean> {
  const startedAt = performance.now();
  const asks = asksOf(ready);
  const merged = mergedQueryOf(ready);
  try {
    const whole = await prepareWithCache(ctx, { ask: merged.ask, setting });
    const { answered } = await answer(ctx, whole, answerOptionsOf(setting, merged.ask), (mergedAnswer) => {
      if (mergedAnswer.values.length > maxSplitBytes) throw new Problem('answer_too_large');
      for (const [index, part] of splitAnswer(merged, mergedAnswer, asks).entries())
        cacheAnswer(ctx, ready[index]!.prepared, part);
    });
    const waited = waitedSince(startedAt, answered);
    const parts = ready.map((each) => findCachedAnswer(ctx, each.prepared));
    const missing = parts.includes(undefined) ? splitAnswer(merged, answered, asks) : [];
    for (const [index, { question: query, prepared: own }] of ready.entries()) {
      const part = parts[index] ?? missing[index]!;
      await report(query, { kind: 'found', prepared: own, answered: part, waited, fromCache: false });
    }
    return true;
  } catch (error) {
    if (!isBatchError(error)) return false;
    for (const { question: query } of ready) await report(query, { kind: 'failed', error });
    return true;
  }
}
