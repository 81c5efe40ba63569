import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';

import { type Card, cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Proof } from '#domain/query/query.ts';
import type { RunLine, runRoutes } from '#contract/dashboards/runs.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import type { CachedResult } from '#server/queries/answers.ts';
import { throttleProgress } from '#server/queries/progress.ts';
import { nowOf } from '#server/queries/prepare.ts';
import { proofOf, resultOf } from '#server/queries/proof.ts';
import { findSharedRows } from './shared-rows.ts';
import {
  answerBatch,
  type QueryBatch,
  batchesOf,
  type QueryOutcome,
  prepareBatches,
  type RunSettings,
} from './query-batches.ts';
import { runWithConcurrency } from './concurrency.ts';
import { loadViewedDashboard, type ViewedDashboard, type DashboardContext } from './load-dashboard.ts';
import { listNewest, loadNewestForSql } from './newest-rows.ts';
import { openPublisherCheck } from './publisher-rights.ts';
import { type DashboardQuery, queriesFor } from './questions.ts';
import { needsSketch, saveSketchInBackground, openSketcher } from './sketch.ts';
import { openSnapshots } from './snapshots.ts';

export type DashboardRunInput = z.output<(typeof runRoutes)['POST /dashboards/:id/run']['input']>;

/** How a run creates its queries, and what it reveals in proofs. */
export type RunPolicy = { queriesFor: typeof queriesFor; redactProof: (proof: Proof) => Proof };

const defaultPolicy: RunPolicy = { queriesFor, redactProof: (proof) => proof };

type RunReader = { send: SendLine; signal: AbortSignal; failureOf: FailureOf; policy?: RunPolicy | undefined };

/** Concurrent queries per run; the others wait without occupying the queue. */
const maxConcurrent = 8;
/** Time in ms for the browser to draw the visible cards. */
const drawMs = 100;

/** Streams the answers of cards as they arrive, visible cards first. */
export async function runDashboard(ctx: DashboardContext, input: DashboardRunInput, reader: RunReader): Promise<void> {
  const { send, signal, policy = defaultPolicy } = reader;
  // Every running query adds a listener.
  setMaxListeners(0, signal);
  const viewed = await loadViewedDashboard(ctx, input);
  const sketcher = needsSketch(ctx, input, viewed.dashboard) ? openSketcher() : undefined;
  const progress = throttleProgress((line: RunLine) => send(line));
  const onPosition = (position: number) => progress.report({ kind: 'waiting', position });
  const answered: DashboardQuery[] = [];
  const onOutcome = (query: DashboardQuery, outcome: QueryOutcome) => {
    if (outcome.kind === 'found') {
      sketcher?.add(query, outcome);
      answered.push(query);
    }
    return sendOutcome(reader, query, outcome);
  };
  try {
    const setting = await runSettingsOf(ctx, { input, viewed, signal, onPosition });
    const newest = await loadNewestForSql(ctx, setting, { dashboard: viewed.dashboard, state: input.state });
    const questions = policy.queriesFor(viewed.dashboard, { ...input, now: setting.now, newest });
    setting.within = await findSharedRows(ctx, setting, questions);
    // The temp table exists in one engine process: there the queries are quick, one after the other.
    const concurrency = setting.within ? 1 : maxConcurrent;
    const batches = await batchesOf(setting, setting.within ? chartsFirst(viewed.dashboard, questions) : questions);
    if (setting.within) setImmediate(() => void prepareBatches(ctx, setting, batches));
    const isVisible = ({ members }: QueryBatch) => members.some(({ card }) => input.first.includes(card));
    const [first, others] = [batches.filter(isVisible), batches.filter((batch) => !isVisible(batch))];
    await runWithConcurrency(concurrency, first, (batch) => answerBatch(ctx, setting, batch, onOutcome));
    // The browser now draws the visible cards, maybe on this machine; the others can wait.
    if (setting.within && first.length > 0 && others.length > 0)
      await sleep(drawMs, undefined, { signal }).catch(() => undefined);
    await runWithConcurrency(concurrency, others, (batch) => answerBatch(ctx, setting, batch, onOutcome));
    // After the cards, because nobody waits for it.
    for (const line of await listNewest(ctx, setting, { dashboard: viewed.dashboard, answered })) await send(line);
  } finally {
    progress.end();
  }
  await send({ kind: 'end' } satisfies RunLine);
  if (sketcher) setImmediate(() => saveSketchInBackground(ctx, { id: input.id, viewed, sketcher }));
}

/** Where all answers are quick, the cards that take longest to draw come first. */
function chartsFirst(dashboard: Dashboard, questions: DashboardQuery[]): DashboardQuery[] {
  const numberCards = new Set(
    cardsOf(dashboard)
      .filter(isNumberCard)
      .map(({ id }) => id),
  );
  return questions.toSorted((a, b) => Number(numberCards.has(a.card)) - Number(numberCards.has(b.card)));
}

const isNumberCard = (card: Card) => card.kind === 'chart' && card.chart.drawing.kind === 'figure';

type RunSettingsInput = {
  input: DashboardRunInput;
  viewed: ViewedDashboard;
  signal: AbortSignal;
  onPosition: (position: number) => void;
};

async function runSettingsOf(
  ctx: DashboardContext,
  { input, viewed, signal, onPosition }: RunSettingsInput,
): Promise<RunSettings> {
  const { zone, fresh } = input;
  const { card: seconds } = await ctx.queryLimits.load();
  const published = viewed.version === null ? undefined : { by: viewed.by };
  const publisherCheck = await openPublisherCheck(ctx, viewed);
  const common = { zone, fresh, now: nowOf(), seconds, signal, published, publisherCheck };
  return { ...common, onPosition, snapshots: openSnapshots(ctx) };
}

async function sendOutcome(
  { send, signal, failureOf, policy = defaultPolicy }: RunReader,
  query: DashboardQuery,
  outcome: QueryOutcome,
): Promise<void> {
  const { card, name, ignored } = query;
  if (outcome.kind === 'failed') {
    if (signal.aborted) throw outcome.error;
    return send({ ...failureOf(outcome.error), card, name });
  }
  const { prepared, answered, waited, fromCache } = outcome;
  const proof = proofOf(prepared, answered, { waited, fromCache, ignored });
  return send(lineOf(query, answered, policy.redactProof(proof)));
}

const lineOf = ({ card, name }: DashboardQuery, answered: CachedResult, proof: Proof) => [
  `{"kind":"result","card":${JSON.stringify(card)},"name":${JSON.stringify(name)},"result":`,
  ...resultOf(answered, proof),
  '}',
];
