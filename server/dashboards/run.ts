import { setMaxListeners } from 'node:events';
import type { z } from 'zod';

import type { Proof } from '#contract/query.ts';
import type { RunLine, runRoutes } from '#contract/runs.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import type { Answered } from '#server/queries/answers.ts';
import { tellNews } from '#server/queries/news.ts';
import { nowOf } from '#server/queries/prepare.ts';
import { proofOf, resultOf } from '#server/queries/proof.ts';
import { answerErrand, type Errand, errandsOf, type Found, type Setting } from './errands.ts';
import { inLanes } from './lanes.ts';
import { loadLooked, type Looked, type Viewing } from './look.ts';
import { type Asked, questionsFor } from './questions.ts';
import { isDrawn, keepSketch, openSketcher } from './sketch.ts';
import { openSnapshots } from './snapshots.ts';

export type RunInput = z.output<(typeof runRoutes)['POST /dashboards/:id/run']['input']>;

type Reader = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };

/** So many questions of one run are under way at once; the others wait without taking up room in the queue. */
const lanes = 8;

/** Answers cards, each as soon as it is known; those in sight before the others. */
export async function runDashboard(ctx: Viewing, input: RunInput, reader: Reader): Promise<void> {
  const { send, signal } = reader;
  // Every question under way listens.
  setMaxListeners(0, signal);
  const looked = await loadLooked(ctx, input);
  const sketcher = isDrawn(ctx, input, looked.dashboard) ? openSketcher() : undefined;
  const news = tellNews((line: RunLine) => send(line));
  const onPosition = (position: number) => news.hear({ kind: 'waiting', position });
  const onFound = (asked: Asked, found: Found) => {
    if (found.kind === 'found') sketcher?.hear(asked, found.answered);
    return tell(reader, asked, found);
  };
  try {
    const setting = await settingOf(ctx, { input, looked, signal, onPosition });
    const errands = await errandsOf(setting, questionsFor(looked.dashboard, { ...input, now: setting.now }));
    const isFirst = ({ members }: Errand) => members.some(({ card }) => input.first.includes(card));
    for (const group of [errands.filter(isFirst), errands.filter((errand) => !isFirst(errand))]) {
      await inLanes(lanes, group, (errand) => answerErrand(ctx, setting, errand, onFound));
    }
  } finally {
    news.end();
  }
  await send({ kind: 'end' } satisfies RunLine);
  if (sketcher) setImmediate(() => keepSketch(ctx, { id: input.id, looked, points: sketcher.points() }));
}

type Told = { input: RunInput; looked: Looked; signal: AbortSignal; onPosition: (position: number) => void };

async function settingOf(ctx: Viewing, { input, looked, signal, onPosition }: Told): Promise<Setting> {
  const { zone, fresh } = input;
  const { card: seconds } = await ctx.queryLimits.load();
  const isPublished = looked.version !== null;
  return { zone, fresh, now: nowOf(), seconds, signal, isPublished, onPosition, snapshots: openSnapshots(ctx) };
}

async function tell({ send, signal, failureOf }: Reader, asked: Asked, found: Found): Promise<void> {
  const { card, name, ignored } = asked;
  if (found.kind === 'failed') {
    if (signal.aborted) throw found.error;
    return send({ ...failureOf(found.error), card, name });
  }
  const { prepared, answered, waited, fromCache } = found;
  return send(lineOf(asked, answered, proofOf(prepared, answered, { waited, fromCache, ignored })));
}

const lineOf = ({ card, name }: Asked, answered: Answered, proof: Proof) => [
  `{"kind":"result","card":${JSON.stringify(card)},"name":${JSON.stringify(name)},"result":`,
  ...resultOf(answered, proof),
  '}',
];
