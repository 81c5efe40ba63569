import type { z } from 'zod';

import type { AnswerLine, askRoutes } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import type { Result, Total } from '#contract/query.ts';
import { type Answer, type Patience, type Question, Refusal } from '#engine/engine.ts';
import type { SendLine } from '#server/context.ts';
import { type Prepared, prepare } from './prepare.ts';
import { recordAsked } from './history.ts';
import type { Asking } from './services.ts';

export type AskInput = z.output<(typeof askRoutes)['POST /queries']['input']>;

const quiet = 300;

/** Asks a question, tells how it is getting on if that takes a moment, and gives the answer. */
export async function answerAsk(ctx: Asking, input: AskInput, send: SendLine, signal: AbortSignal): Promise<void> {
  const say = (line: AnswerLine) => send(line);
  const telling = setTimeout(() => void say({ kind: 'running' }), quiet);
  try {
    const result = await recorded(ctx, input, () => resultOf(ctx, input, signal));
    clearTimeout(telling);
    await say({ kind: 'result', result });
  } finally {
    clearTimeout(telling);
  }
}

async function resultOf(ctx: Asking, { ask, zone, place }: AskInput, signal: AbortSignal): Promise<Result> {
  const prepared = await prepare(ctx, ask, zone);
  const limits = await ctx.queryLimits.load();
  const patience = { seconds: limits[place], signal };
  const began = performance.now();
  const answer = await run(ctx, prepared.question, patience);
  const totals: Total[] = [];
  for (const { dimensions, question } of prepared.totals)
    totals.push({ dimensions, ...cut(await run(ctx, question, patience), prepared.limit) });
  return { ...cut(answer, prepared.limit), totals, proof: proofOf(prepared, answer, performance.now() - began) };
}

const rowsIn = ({ values }: Answer) => values[0]?.length ?? 0;

const cut = ({ columns, values }: Answer, limit: number) => ({
  columns,
  values: values.map((column) => (column.length > limit ? column.slice(0, limit) : column)),
});

function proofOf({ question, limit, datasets, applied }: Prepared, answer: Answer, milliseconds: number) {
  return {
    sql: question.sql,
    params: question.params,
    datasets,
    applied,
    ignored: [],
    rowsRead: datasets.reduce((sum, { rows }) => sum + rows, 0),
    rowsReturned: Math.min(limit, rowsIn(answer)),
    isCutOff: rowsIn(answer) > limit,
    milliseconds: Math.round(milliseconds),
    waited: 0,
    answeredAt: new Date().toISOString(),
    fromCache: false,
  };
}

/** Asks the engine; what it refuses is told to the person. */
async function run({ engine }: Asking, question: Question, patience: Patience): Promise<Answer> {
  try {
    return await engine.ask(question, patience);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    if (cause.reason === 'timeout') throw new Problem('query_timeout', { limit: `${patience.seconds} s` }, { cause });
    if (cause.reason === 'cancelled') throw new Problem('cancelled', {}, { cause });
    throw new Problem('query_failed', { detail: cause.message }, { cause });
  }
}

/** What is asked in SQL is kept with what came of it. */
async function recorded(ctx: Asking, { ask }: AskInput, answer: () => Promise<Result>): Promise<Result> {
  if (ask.kind === 'query') return answer();
  const { sql, params } = ask;
  const { db, identity } = ctx;
  try {
    const result = await answer();
    const { milliseconds, rowsReturned: rows } = result.proof;
    await recordAsked(db, identity.member.id, { sql, params, milliseconds, rows, error: null });
    return result;
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    if (code !== 'forbidden')
      await recordAsked(db, identity.member.id, { sql, params, milliseconds: null, rows: null, error: code });
    throw error;
  }
}
