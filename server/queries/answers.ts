import { createHash } from 'node:crypto';

import type { ResultColumn } from '#contract/query.ts';
import type { LimitedQuestion, Within, WrittenAnswer } from '#engine/engine.ts';
import type { AddShare } from '#server/queue/queue.ts';
import { refusedOf } from '#server/queue/refused.ts';
import { shareOf } from '#server/queue/share.ts';
import { type Cache, openCache } from './cache.ts';
import { type Flights, openFlights } from './flights.ts';
import type { Prepared } from './prepare.ts';
import type { Asking } from './services.ts';

/** An answer as it is kept: the values and the totals as JSON text, which goes out as it is. */
export type Answered = {
  columns: ResultColumn[];
  values: Buffer;
  totals: Buffer;
  rows: number;
  isCutOff: boolean;
  milliseconds: number;
  answeredAt: string;
};

/** How a question is getting on. */
export type News = { kind: 'waiting'; position: number } | { kind: 'running' };

/** Answers that are known, and those that are being found out. */
export type Answers = { known: Cache<Answered>; flights: Flights<Answered, News> };

const capacity = 64 * 1024 * 1024;

export const openAnswers = (): Answers => ({
  known: openCache(capacity, ({ values, totals }) => values.length + totals.length + 2_000),
  flights: openFlights(),
});

export type Asker = {
  seconds: number;
  fresh: boolean;
  signal: AbortSignal;
  onNews: (news: News) => void;
  /** Rows that this question has in common with others that are asked after it. */
  within?: Within | undefined;
};

/** The answer to a question if it is known. */
export const findKnown = ({ answers }: Asking, prepared: Prepared): Answered | undefined =>
  answers.known.get(keyOf(prepared));

/** Keeps an answer that came about in another way than by asking this question. */
export const remember = ({ answers }: Asking, prepared: Prepared, answered: Answered): void =>
  answers.known.set(keyOf(prepared), answered);

/**
 * The answer to a question: a known one unless it must be fresh, else the one that all who ask it now will get.
 * `onFound` is called once for all of them.
 */
export async function answer(
  ctx: Asking,
  prepared: Prepared,
  asker: Asker,
  onFound: (found: Answered) => void = () => undefined,
): Promise<{ answered: Answered; fromCache: boolean }> {
  const key = keyOf(prepared);
  const known = asker.fresh ? undefined : ctx.answers.known.get(key);
  if (known) return { answered: known, fromCache: true };
  const { seconds, within } = asker;
  const follower = { ...asker, share: shareOf(ctx) };
  const answered = await ctx.answers.flights.join(`${seconds} ${key}`, follower, async (signal, tell, tellShares) => {
    const found = await ask(ctx, prepared, { seconds, signal, within, onNews: tell, tellShares });
    ctx.answers.known.set(key, found);
    onFound(found);
    return found;
  });
  return { answered, fromCache: false };
}

const keys = new WeakMap<Prepared, string>();

// Segments never change, so that the same question to the same segments has the same answer.
function keyOf(prepared: Prepared): string {
  const known = keys.get(prepared);
  if (known) return known;
  const { question, totals } = prepared;
  const parts = [question, ...totals.map((total) => [total.dimensions, total.question])];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  keys.set(prepared, key);
  return key;
}

type Work = Omit<Asker, 'fresh'> & { tellShares: (addShare: AddShare) => void };

function ask(
  ctx: Asking,
  prepared: Prepared,
  { seconds, signal: leaving, within, onNews, tellShares }: Work,
): Promise<Answered> {
  const onPosition = (position: number) => onNews({ kind: 'waiting', position });
  // Whoever wants the same adds their share of the slots: nobody waits behind the questions of someone else.
  const turn = { ...shareOf(ctx), signal: leaving, onPosition, onQueued: tellShares };
  return ctx.queue.run(turn, async (signal) => {
    onNews({ kind: 'running' });
    const began = performance.now();
    const run = (question: LimitedQuestion) => {
      const left = seconds - (performance.now() - began) / 1000;
      return ctx.engine.answer({ ...question, within }, { seconds: Math.max(left, 0), signal });
    };
    try {
      const found = await run(prepared.question);
      const totals: string[] = [];
      for (const { dimensions, question } of prepared.totals) totals.push(totalOf(dimensions, await run(question)));
      return answeredOf(found, totals, Math.round(performance.now() - began));
    } catch (cause) {
      throw refusedOf(cause, seconds);
    }
  });
}

const totalOf = (dimensions: string[], { columns, json }: WrittenAnswer) =>
  `{"dimensions":${JSON.stringify(dimensions)},"columns":${JSON.stringify(columns)},"values":${json}}`;

const answeredOf = (
  { columns, json, rows, isCutOff }: WrittenAnswer,
  totals: string[],
  milliseconds: number,
): Answered => ({
  columns,
  values: Buffer.from(json),
  totals: Buffer.from(`[${totals.join(',')}]`),
  rows,
  isCutOff,
  milliseconds,
  answeredAt: new Date().toISOString(),
});
