import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';

import { type Card, cardsOf, type Dashboard } from '#contract/dashboard.ts';
import type { Proof } from '#contract/query.ts';
import type { RunLine, runRoutes } from '#contract/runs.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import type { Answered } from '#server/queries/answers.ts';
import { tellNews } from '#server/queries/news.ts';
import { nowOf } from '#server/queries/prepare.ts';
import { proofOf, resultOf } from '#server/queries/proof.ts';
import { findCommon } from './common.ts';
import { answerErrand, type Errand, errandsOf, type Found, prepareErrands, type Setting } from './errands.ts';
import { inLanes } from './lanes.ts';
import { loadLooked, type Looked, type Viewing } from './look.ts';
import { listNewest, loadNewestForSql } from './newest.ts';
import { openPublisherCheck } from './publisher-rights.ts';
import { type Asked, questionsFor } from './questions.ts';
import { isDrawn, keepSketch, openSketcher } from './sketch.ts';
import { openSnapshots } from './snapshots.ts';

export type RunInput = z.output<(typeof runRoutes)['POST /dashboards/:id/run']['input']>;

/** How a dashboard is shown: what its cards ask, and what is told of how their answers came about. */
export type Manner = { questionsFor: typeof questionsFor; told: (proof: Proof) => Proof };

const plainly: Manner = { questionsFor, told: (proof) => proof };

type Reader = { send: SendLine; signal: AbortSignal; failureOf: FailureOf; manner?: Manner | undefined };

/** So many questions of one run are under way at once; the others wait without taking up room in the queue. */
const lanes = 8;
/** So many milliseconds whoever looks needs to draw what is in sight. */
const drawing = 100;

/** Answers cards, each as soon as it is known; those in sight before the others. */
export async function runDashboard(ctx: Viewing, input: RunInput, reader: Reader): Promise<void> {
  const { send, signal, manner = plainly } = reader;
  // Every question under way listens.
  setMaxListeners(0, signal);
  const looked = await loadLooked(ctx, input);
  const sketcher = isDrawn(ctx, input, looked.dashboard) ? openSketcher() : undefined;
  const news = tellNews((line: RunLine) => send(line));
  const onPosition = (position: number) => news.hear({ kind: 'waiting', position });
  const answered: Asked[] = [];
  const onFound = (asked: Asked, found: Found) => {
    if (found.kind === 'found') {
      sketcher?.hear(asked, found);
      answered.push(asked);
    }
    return tell(reader, asked, found);
  };
  try {
    const setting = await settingOf(ctx, { input, looked, signal, onPosition });
    const newest = await loadNewestForSql(ctx, setting, { dashboard: looked.dashboard, state: input.state });
    const questions = manner.questionsFor(looked.dashboard, { ...input, now: setting.now, newest });
    setting.within = await findCommon(ctx, setting, questions);
    // What is found once is at hand where it was found: there the questions are quick, one after the other.
    const count = setting.within ? 1 : lanes;
    const errands = await errandsOf(setting, setting.within ? picturesFirst(looked.dashboard, questions) : questions);
    if (setting.within) setImmediate(() => void prepareErrands(ctx, setting, errands));
    const isFirst = ({ members }: Errand) => members.some(({ card }) => input.first.includes(card));
    const [first, others] = [errands.filter(isFirst), errands.filter((errand) => !isFirst(errand))];
    await inLanes(count, first, (errand) => answerErrand(ctx, setting, errand, onFound));
    // Now they are drawn, maybe on this very machine; those out of sight have time.
    if (setting.within && first.length > 0 && others.length > 0)
      await sleep(drawing, undefined, { signal }).catch(() => undefined);
    await inLanes(count, others, (errand) => answerErrand(ctx, setting, errand, onFound));
    // After the cards: nobody waits for it.
    for (const line of await listNewest(ctx, setting, { dashboard: looked.dashboard, answered })) await send(line);
  } finally {
    news.end();
  }
  await send({ kind: 'end' } satisfies RunLine);
  if (sketcher) setImmediate(() => keepSketch(ctx, { id: input.id, looked, sketcher }));
}

/** Where all answers come quickly, those that take longest to draw come first. */
function picturesFirst(dashboard: Dashboard, questions: Asked[]): Asked[] {
  const figures = new Set(
    cardsOf(dashboard)
      .filter(isFigure)
      .map(({ id }) => id),
  );
  return questions.toSorted((a, b) => Number(figures.has(a.card)) - Number(figures.has(b.card)));
}

const isFigure = (card: Card) => card.kind === 'chart' && card.chart.drawing.kind === 'figure';

type Told = { input: RunInput; looked: Looked; signal: AbortSignal; onPosition: (position: number) => void };

async function settingOf(ctx: Viewing, { input, looked, signal, onPosition }: Told): Promise<Setting> {
  const { zone, fresh } = input;
  const { card: seconds } = await ctx.queryLimits.load();
  const published = looked.version === null ? undefined : { by: looked.by };
  const publisherCheck = await openPublisherCheck(ctx, looked);
  const asked = { zone, fresh, now: nowOf(), seconds, signal, published, publisherCheck };
  return { ...asked, onPosition, snapshots: openSnapshots(ctx) };
}

async function tell({ send, signal, failureOf, manner = plainly }: Reader, asked: Asked, found: Found): Promise<void> {
  const { card, name, ignored } = asked;
  if (found.kind === 'failed') {
    if (signal.aborted) throw found.error;
    return send({ ...failureOf(found.error), card, name });
  }
  const { prepared, answered, waited, fromCache } = found;
  const proof = proofOf(prepared, answered, { waited, fromCache, ignored });
  return send(lineOf(asked, answered, manner.told(proof)));
}

const lineOf = ({ card, name }: Asked, answered: Answered, proof: Proof) => [
  `{"kind":"result","card":${JSON.stringify(card)},"name":${JSON.stringify(name)},"result":`,
  ...resultOf(answered, proof),
  '}',
];
