import { maxAnswerRows } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import { type Ask, type Filter, type Origin, type Query, totalOf } from '#contract/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { loadSnapshot, type Snapshot } from '#server/datasets/snapshot.ts';
import type { Asking } from './services.ts';
import { prepareSql } from './sql.ts';

/** A question that the engine understands, and what its answer will tell about where it came from. */
export type Prepared = {
  question: LimitedQuestion;
  totals: { dimensions: string[]; question: LimitedQuestion }[];
  datasets: Origin[];
  applied: Filter[];
};

/** What is asked, by whom it is read, and how many rows of the answer are wanted at most. */
export type Wanted = { ask: Ask; zone: string; rows: number; signal: AbortSignal };

/** An answer is cut to what a page shows unless someone chose fewer rows; a file or a long table holds them all. */
export const allRowsOf = ({ limit }: Ask, most: number) => (limit < maxAnswerRows ? limit : most);

const minute = 60_000;

// Questions of the same minute are equal, so that their answers can be shared.
const nowOf = () => new Date(Math.floor(Date.now() / minute) * minute).toISOString();

export async function prepare(ctx: Asking, wanted: Wanted): Promise<Prepared> {
  const { ask, zone, rows } = wanted;
  if (ask.kind === 'sql') return prepareSql(ctx, { ...wanted, ask });
  return prepareQuery(ctx, { ...ask, zone, now: nowOf() }, rows);
}

async function prepareQuery(ctx: Asking, query: Query, limit: number): Promise<Prepared> {
  const { source, metrics, origin } = await loadSnapshot(ctx, query.dataset).catch(goneOf);
  const table = { name: source.name, columns: source.columns, metrics };
  const questionOf = (part: Query): LimitedQuestion => ({
    by: 'compiler',
    // One row more tells whether there are more.
    ...compile({ ...part, limit: limit + 1 }, table, duckdb),
    sources: [source],
    limit,
  });
  return {
    question: questionOf(query),
    totals: query.totals.map((dimensions) => ({ dimensions, question: questionOf(totalOf(query, dimensions)) })),
    datasets: [origin],
    applied: query.filters,
  };
}

function goneOf(cause: unknown): Promise<Snapshot> {
  throw cause instanceof Problem && cause.code === 'not_found' ? new Problem('dataset_gone', {}, { cause }) : cause;
}
