import { setMaxListeners } from 'node:events';
import type { z } from 'zod';

import { maxAnswerRows } from '#contract/asks.ts';
import { type CardQuestion, questionsOf } from '#contract/dashboard-asks.ts';
import { timeNow } from '#contract/dashboard-filters.ts';
import { cardsOf } from '#contract/dashboard.ts';
import type { RunLine, runRoutes } from '#contract/runs.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { answer, type Answered } from '#server/queries/answers.ts';
import { tellNews } from '#server/queries/news.ts';
import { loadCurrent, nowOf, prepare, type Prepared, prepareOf } from '#server/queries/prepare.ts';
import { proofOf, resultOf } from '#server/queries/proof.ts';
import type { Asking } from '#server/queries/services.ts';
import { withBounds } from './bounds.ts';
import { inLanes } from './lanes.ts';
import { loadLooked } from './look.ts';

export type RunInput = z.output<(typeof runRoutes)['POST /dashboards/:id/run']['input']>;

/** A question of a card. */
export type Asked = CardQuestion & { card: string };

type Reader = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };

/** So many questions of one run are under way at once; the others wait without taking up room in the queue. */
const lanes = 8;

/** Answers cards, each as soon as it is known; those in sight before the others. */
export async function runDashboard(ctx: Asking, input: RunInput, reader: Reader): Promise<void> {
  const { send, signal, failureOf } = reader;
  // Every question under way listens.
  setMaxListeners(0, signal);
  const { dashboard, version } = await loadLooked(ctx, input);
  const { zone, state, fresh } = input;
  const now = nowOf();
  const { card: seconds } = await ctx.queryLimits.load();
  const snapshots = new Map<string, Promise<Snapshot>>();
  const snapshotOf = (dataset: string) => {
    const known = snapshots.get(dataset) ?? loadCurrent(ctx, dataset);
    snapshots.set(dataset, known);
    return known;
  };
  const prepared = async ({ ask }: Asked): Promise<Prepared> => {
    const rows = Math.min(ask.limit, maxAnswerRows);
    if (ask.kind === 'sql') return prepare(ctx, { ask, zone, rows, signal, isPublished: version !== null });
    return prepareOf(await snapshotOf(ask.dataset), { ask, zone, now, rows });
  };
  const news = tellNews((line: RunLine) => send(line));
  const answerOne = async (asked: Asked) => {
    const began = performance.now();
    const { card, name, ignored } = asked;
    try {
      const question = await prepared(asked);
      const onNews = (each: { kind: string }) => each.kind === 'waiting' && news.hear(each as RunLine);
      const { answered, fromCache } = await answer(ctx, question, { seconds, fresh, signal, onNews });
      const waited = fromCache ? 0 : Math.max(0, Math.round(performance.now() - began) - answered.milliseconds);
      await send(lineOf(asked, answered, proofOf(question, answered, { waited, fromCache, ignored })));
    } catch (error) {
      if (signal.aborted) throw error;
      await send({ ...failureOf(error), card, name });
    }
  };
  const questions = cardsOf(dashboard)
    .filter(({ id }) => !input.cards || input.cards.includes(id))
    .flatMap((card) => questionsOf(dashboard, card, state).map((question): Asked => ({ ...question, card: card.id })))
    .map((asked) => ({
      ...asked,
      ask: withBounds(asked.ask, timeNow(dashboard, state), { zone, now: Date.parse(now) }),
    }));
  const isFirst = ({ card }: Asked) => input.first.includes(card);
  try {
    await inLanes(lanes, questions.filter(isFirst), answerOne);
    await inLanes(
      lanes,
      questions.filter((asked) => !isFirst(asked)),
      answerOne,
    );
  } finally {
    news.end();
  }
  await send({ kind: 'end' } satisfies RunLine);
}

const lineOf = ({ card, name }: Asked, answered: Answered, proof: ReturnType<typeof proofOf>) => [
  `{"kind":"result","card":${JSON.stringify(card)},"name":${JSON.stringify(name)},"result":`,
  ...resultOf(answered, proof),
  '}',
];
