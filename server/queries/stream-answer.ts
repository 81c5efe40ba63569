import type { z } from 'zod';

import { type AnswerLine, type queryRoutes, maxAnswerRows } from '#contract/queries/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Proof, TableBinding } from '#domain/query/query.ts';
import type { SendLine } from '#server/context.ts';
import { executeQuery } from '#server/execution/execute.ts';
import type { QueryAnswer, QueryProgress } from '#server/execution/execution.ts';
import { secondsFor } from '#server/execution/limits.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { proofOf, resultOf, throttleProgress } from '#server/execution/stream.ts';
import { serializedLabelsOf } from '#server/value-labels/answer-labels.ts';
import { type NewHistoryEntry, recordHistory } from './history.ts';
import type { QueryContext } from './services.ts';

export type QueryInput = z.output<(typeof queryRoutes)['POST /queries']['input']>;

/** Answers one query and streams its progress if it takes a while. */
export async function streamAnswer(
  ctx: QueryContext,
  input: QueryInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const progress = throttleProgress((line: AnswerLine) => send(line));
  try {
    const { answer, proof, labels } = await withHistory(ctx, input, () =>
      answerWithProof(ctx, input, { signal, onProgress: progress.report }),
    );
    progress.end();
    await send(['{"kind":"result","result":', ...resultOf(answer, proof, labels), '}']);
  } finally {
    progress.end();
  }
}

type ProvenAnswer = { answer: QueryAnswer; proof: Proof; labels: string | undefined; tables: TableBinding[] };

async function answerWithProof(
  ctx: QueryContext,
  { ask: spec, zone, place, fresh }: QueryInput,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: QueryProgress) => void },
): Promise<ProvenAnswer> {
  const rows = Math.min(spec.limit, maxAnswerRows);
  const plan = await planQuery(ctx, { spec, zone, rows, signal });
  const limits = await ctx.queryLimits.load();
  const seconds = secondsFor(limits, { role: ctx.identity.member.role, place });
  const executed = await executeQuery(ctx, plan, { seconds, fresh, signal, onProgress });
  const { answer } = executed;
  const labels = await serializedLabelsOf(ctx, plan, answer);
  return { answer, proof: proofOf(plan, executed), labels, tables: plan.tables };
}

/** Queries in SQL are recorded in the history with their outcome, without delaying the answer. */
async function withHistory(
  ctx: QueryContext,
  { ask: spec }: QueryInput,
  run: () => Promise<ProvenAnswer>,
): Promise<ProvenAnswer> {
  if (spec.kind !== 'sql' || ctx.identity.member.people) return run();
  const { sql, params } = spec;
  const askedAt = new Date();
  const record = (outcome: Pick<NewHistoryEntry, 'milliseconds' | 'rows' | 'error' | 'tables'>) =>
    void recordHistory(ctx.db, ctx.identity.member.id, { sql, params, askedAt, ...outcome }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'saving the query history failed'),
    );
  try {
    const provenAnswer = await run();
    const { milliseconds, rowsReturned: rows } = provenAnswer.proof;
    record({ milliseconds, rows, error: null, tables: provenAnswer.tables });
    return provenAnswer;
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    if (code !== 'forbidden') record({ milliseconds: null, rows: null, error: code, tables: spec.tables ?? [] });
    throw error;
  }
}
