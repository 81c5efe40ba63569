import { Problem } from '#contract/errors.ts';
import { maxAnswerRows } from '#contract/asks.ts';
import { type Ask, type Filter, type Origin, type Query, totalOf } from '#contract/query.ts';
import type { Question } from '#engine/engine.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { listMetrics, loadSnapshot } from '#server/datasets/read.ts';
import type { Asking } from './services.ts';

/** A question that the engine understands, and what its answer will tell about where it came from. */
export type Prepared = {
  question: Question;
  /** At most so many rows come with the answer. */
  limit: number;
  totals: { dimensions: string[]; question: Question }[];
  datasets: Origin[];
  applied: Filter[];
};

const minute = 60_000;

// Questions of the same minute are equal, so that their answers can be shared.
const nowOf = () => new Date(Math.floor(Date.now() / minute) * minute).toISOString();

export async function prepare(ctx: Asking, ask: Ask, zone: string): Promise<Prepared> {
  if (ask.kind === 'query') return prepareQuery(ctx, { ...ask, zone, now: nowOf() });
  if (ctx.identity.member.role === 'viewer') throw new Problem('forbidden');
  throw new Problem('query_failed', { detail: 'SQL' });
}

async function prepareQuery(ctx: Asking, query: Query): Promise<Prepared> {
  const [{ source, origin }, metrics] = await Promise.all([
    loadSnapshot(ctx, query.dataset),
    listMetrics(ctx.db, query.dataset),
  ]);
  const table = { name: source.name, columns: source.columns, metrics };
  const limit = Math.min(query.limit, maxAnswerRows);
  const questionOf = (part: Query): Question => ({
    ...compile({ ...part, limit: limit + 1 }, table, duckdb),
    sources: [source],
  });
  return {
    question: questionOf(query),
    limit,
    totals: query.totals.map((dimensions) => ({ dimensions, question: questionOf(totalOf(query, dimensions)) })),
    datasets: [origin],
    applied: query.filters,
  };
}
