import type { z } from 'zod';

import { type AnswerLine, type askRoutes, maxAnswerRows } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import type { Proof, TableBinding } from '#contract/query.ts';
import type { SendLine } from '#server/context.ts';
import { answer, type Answered, type News } from './answers.ts';
import { type Asked, recordAsked } from './history.ts';
import { secondsFor } from './limits.ts';
import { tellNews } from './news.ts';
import { prepare } from './prepare.ts';
import { proofOf, resultOf } from './proof.ts';
import type { Asking } from './services.ts';

export type AskInput = z.output<(typeof askRoutes)['POST /queries']['input']>;

/** Asks a question, tells how it is getting on if that takes a moment, and gives the answer. */
export async function answerAsk(
  ctx: Asking,
  input: AskInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const news = tellNews((line: AnswerLine) => send(line));
  try {
    const { answered, proof } = await recorded(ctx, input, () => prove(ctx, input, { signal, onNews: news.hear }));
    news.end();
    await send(['{"kind":"result","result":', ...resultOf(answered, proof), '}']);
  } finally {
    news.end();
  }
}

type Proven = { answered: Answered; proof: Proof; tables: TableBinding[] };

async function prove(
  ctx: Asking,
  { ask, zone, place, fresh }: AskInput,
  { signal, onNews }: { signal: AbortSignal; onNews: (news: News) => void },
): Promise<Proven> {
  const began = performance.now();
  const rows = Math.min(ask.limit, maxAnswerRows);
  const prepared = await prepare(ctx, { ask, zone, rows, signal });
  const limits = await ctx.queryLimits.load();
  const seconds = secondsFor(limits, { role: ctx.identity.member.role, place });
  const { answered, fromCache } = await answer(ctx, prepared, { seconds, fresh, signal, onNews });
  const waited = fromCache ? 0 : Math.max(0, Math.round(performance.now() - began) - answered.milliseconds);
  return { answered, proof: proofOf(prepared, answered, { waited, fromCache }), tables: prepared.tables };
}

/** What is asked in SQL is kept with what came of it; nobody waits for that. */
async function recorded(ctx: Asking, { ask }: AskInput, find: () => Promise<Proven>): Promise<Proven> {
  if (ask.kind !== 'sql') return find();
  const { sql, params } = ask;
  const askedAt = new Date();
  const record = (came: Pick<Asked, 'milliseconds' | 'rows' | 'error' | 'tables'>) =>
    void recordAsked(ctx.db, ctx.identity.member.id, { sql, params, askedAt, ...came }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'keeping a question failed'),
    );
  try {
    const proven = await find();
    const { milliseconds, rowsReturned: rows } = proven.proof;
    record({ milliseconds, rows, error: null, tables: proven.tables });
    return proven;
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    if (code !== 'forbidden') record({ milliseconds: null, rows: null, error: code, tables: ask.tables ?? [] });
    throw error;
  }
}
