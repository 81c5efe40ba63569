import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';

import type { RunLine, runRoutes } from '#contract/dashboards/runs.ts';
import type { Proof, QuerySpec } from '#domain/query/query.ts';
import type { FailureOf, Handlers, SendLine } from '#server/context.ts';
import { type DatasetSnapshot, isOfFiles, isStored } from '#server/datasets/snapshot.ts';
import { type BatchRun, planBatches, type QueryBatch, type QueryOutcome, runBatch } from '#server/execution/batch.ts';
import { limitHeavy, runWithConcurrency } from '#server/execution/concurrency.ts';
import { nowOf } from '#server/execution/plan.ts';
import { findSharedRows } from '#server/execution/shared-rows.ts';
import { proofOf, resultOf, throttleProgress } from '#server/execution/stream.ts';
import { withLongShare } from '#server/queue/queue-share.ts';
import { serializedLabelsOf } from '#server/value-labels/answer-labels.ts';
import type { DashboardServices } from './dashboard-loads.ts';
import { listFilterLabels } from './filter-labels.ts';
import { type DashboardContext, loadViewedDashboard } from './load-dashboard.ts';
import { listNewest } from './newest-rows.ts';
import { planRun } from './plan-run.ts';
import { answerPointRows } from './point-rows.ts';
import { limitToPublishers, openPublisherCheck } from './publisher-rights.ts';
import { type DashboardQuery, queriesFor } from './dashboard-queries.ts';
import { needsSketch, openSketcher, saveSketchInBackground } from './sketch.ts';
import { openSnapshots } from './snapshots.ts';
import { listValues } from './values.ts';

export const runHandlers: Handlers<DashboardServices, typeof runRoutes> = {
  'POST /dashboards/:id/run': (ctx, input) => (send, signal, failureOf) =>
    runDashboard(input.prefetch ? withLongShare(ctx) : ctx, input, { send, signal, failureOf }),
  'POST /dashboards/:id/rows': (ctx, input) => (send, signal) => answerPointRows(ctx, input, { send, signal }),
  'POST /dashboards/:id/values': listValues,
};

export type DashboardRunInput = z.output<(typeof runRoutes)['POST /dashboards/:id/run']['input']>;

/** How a run creates its queries, and what it reveals in proofs. */
export type RunPolicy = { name: string; queriesFor: typeof queriesFor; redactProof: (proof: Proof) => Proof };

const defaultPolicy: RunPolicy = { name: 'page', queriesFor, redactProof: (proof) => proof };

/** A run on someone's behalf must not reveal rows that it does not show. */
const delegatedPolicy: RunPolicy = {
  ...defaultPolicy,
  redactProof: (proof) => ({ ...proof, datasets: proof.datasets.map((origin) => ({ ...origin, newest: null })) }),
};

type RunReader = { send: SendLine; signal: AbortSignal; failureOf: FailureOf; policy?: RunPolicy | undefined };

/** Streams the answers of cards as they arrive, visible cards first. */
export async function runDashboard(
  runner: DashboardContext,
  input: DashboardRunInput,
  reader: RunReader,
): Promise<void> {
  const { send, signal, policy = runner.delegation ? delegatedPolicy : defaultPolicy } = reader;
  // Every running query adds a listener.
  setMaxListeners(0, signal);
  const viewed = await loadViewedDashboard(runner, input);
  const ctx = await limitToPublishers(runner, viewed);
  const sketcher = needsSketch(ctx, input, viewed.dashboard) ? openSketcher() : undefined;
  const progress = throttleProgress((line: RunLine) => send(line));
  const answeredQueries: DashboardQuery[] = [];
  try {
    const { card: seconds } = await ctx.queryLimits.load();
    const moment = { zone: input.zone, now: nowOf(), signal, snapshots: openSnapshots(ctx) };
    const { queries, sharedFilters, snapshotOf, plan, batches } = await planRun(ctx, {
      ...input,
      viewed,
      moment,
      policy,
    });
    if (input.prefetch && !(ctx.queue.isIdle() && queries.every(({ spec }) => isReadHere(spec, snapshotOf))))
      return await send({ kind: 'declined' } satisfies RunLine);
    const shared = { ...moment, seconds, fresh: input.fresh, plan, snapshotOf };
    const sharedRowsOf = await findSharedRows(ctx, shared, sharedFilters);
    const run: BatchRun<DashboardQuery> = {
      seconds,
      fresh: input.fresh,
      signal,
      plan,
      authorize: await openPublisherCheck(ctx, viewed),
      sharedRowsOf: sharedRowsOf ?? (() => undefined),
      onPosition: (position) => progress.report({ kind: 'waiting', position }),
      onOutcome: (query, outcome) => {
        if (outcome.kind === 'answered') {
          sketcher?.add(query, outcome);
          answeredQueries.push(query);
        }
        return sendOutcome(ctx, { ...reader, policy }, query, outcome);
      },
    };
    const isHeavy: BatchTest = (batch) =>
      batch.some(({ spec }) => spec.kind === 'query' && hasManyRows(snapshotOf(spec.dataset)));
    if (sharedRowsOf) await runOnSharedRows(ctx, run, { first: input.first, all: await batches('charts first') });
    else await runVisibleFirst(ctx, run, { first: input.first, all: await batches('as placed'), isHeavy });
    // After the cards, because no card waits for these lines.
    for (const line of await listNewest(ctx, moment, { dashboard: viewed.dashboard, answeredQueries }))
      await send(line);
    for (const line of await listFilterLabels(ctx, { plan, snapshotOf, signal }, answeredQueries)) await send(line);
  } finally {
    progress.end();
  }
  await send({ kind: 'end' } satisfies RunLine);
  if (sketcher) setImmediate(() => saveSketchInBackground(ctx, { id: input.id, viewed, sketcher }));
}

/** Whether a query reads rows that are stored here, and not those of somebody's database. SQL can read no others. */
const isReadHere = (spec: QuerySpec, snapshotOf: (dataset: string) => DatasetSnapshot | undefined): boolean => {
  const snapshot = spec.kind === 'sql' ? undefined : snapshotOf(spec.dataset);
  return snapshot === undefined || isStored(snapshot);
};

/** Concurrent queries per run; the others wait without occupying the queue. */
const maxConcurrent = 8;
/**
 * Queries of many rows use two cores each. More of them at once would take as long in total, use more processor time
 * and delay the first answer.
 */
const heavyLimit = { count: Math.max(1, Math.floor(availableParallelism() / 2)), overlapAfterMs: 2_000 };
/** Below this size, waiting for each other costs more than it saves. */
const minHeavyRows = 2_000_000;
/** Time in ms for the browser to draw the visible cards. */
const drawMs = 100;

/** All batches of a run, and the cards that are visible. */
type RunBatches = { first: string[]; all: QueryBatch<DashboardQuery>[] };
type BatchTest = (batch: QueryBatch<DashboardQuery>) => boolean;

const hasManyRows = (snapshot: DatasetSnapshot | undefined): boolean =>
  snapshot !== undefined && isOfFiles(snapshot) && snapshot.rows >= minHeavyRows;

function splitByVisibility({ first, all }: RunBatches) {
  const isVisible = (batch: QueryBatch<DashboardQuery>) => batch.some(({ card }) => first.includes(card));
  return [all.filter(isVisible), all.filter((batch) => !isVisible(batch))] as const;
}

async function runVisibleFirst(
  ctx: DashboardContext,
  run: BatchRun<DashboardQuery>,
  batches: RunBatches & { isHeavy: BatchTest },
): Promise<void> {
  const parts = splitByVisibility(batches);
  const heavy = parts.flat().filter(batches.isHeavy);
  if (heavy.length > 1) setImmediate(() => void planBatches(ctx, run, heavy));
  const work = limitHeavy(heavyLimit, batches.isHeavy, (batch) => runBatch(ctx, run, batch));
  for (const part of parts) await runWithConcurrency(maxConcurrent, part, work);
}

/** The temp table exists in one engine process: there the queries are quick, one after the other. */
async function runOnSharedRows(
  ctx: DashboardContext,
  run: BatchRun<DashboardQuery>,
  batches: RunBatches,
): Promise<void> {
  setImmediate(() => void planBatches(ctx, run, batches.all));
  const [visible, others] = splitByVisibility(batches);
  for (const batch of visible) await runBatch(ctx, run, batch);
  // The browser now draws the visible cards, maybe on this machine; the others can wait.
  if (visible.length > 0 && others.length > 0)
    // An abort ends the wait; the batches then fail because of it.
    await sleep(drawMs, undefined, { signal: run.signal }).catch(() => undefined);
  for (const batch of others) await runBatch(ctx, run, batch);
}

async function sendOutcome(
  ctx: DashboardContext,
  { send, signal, failureOf, policy }: RunReader & { policy: RunPolicy },
  { card, name, ignored }: DashboardQuery,
  outcome: QueryOutcome,
): Promise<void> {
  if (outcome.kind === 'failed') {
    if (signal.aborted) throw outcome.error;
    return send({ ...failureOf(outcome.error), card, name });
  }
  const proof = policy.redactProof(proofOf(outcome.plan, outcome, ignored));
  const start = `{"kind":"result","card":${JSON.stringify(card)},"name":${JSON.stringify(name)},"result":`;
  const labels = await serializedLabelsOf(ctx, outcome.plan, outcome.answer);
  return send([start, ...resultOf(outcome.answer, proof, labels), '}']);
}
