import { maxAnswerRows } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import {
  type Ask,
  type DatasetAsk,
  type Filter,
  type Origin,
  type Query,
  type RowsQuery,
  totalOf,
} from '#contract/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { compile, type Compiled } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { loadSnapshot, type Snapshot } from '#server/datasets/snapshot.ts';
import type { Services } from '#server/datasets/services.ts';
import type { Asking } from './services.ts';
import { prepareSql } from './sql.ts';

/** A question that the engine understands, and what its answer will tell about where it came from. */
export type Prepared = {
  question: LimitedQuestion;
  totals: { dimensions: string[]; question: LimitedQuestion }[];
  datasets: Origin[];
  applied: Filter[];
};

/**
 * What is asked, by whom it is read, and how many rows of the answer are wanted at most. What an editor has published
 * may be looked at by everyone, also if it is SQL.
 */
export type Wanted = { ask: Ask; zone: string; rows: number; signal: AbortSignal; isPublished?: boolean };

/** An answer is cut to what a page shows unless someone chose fewer rows; a file or a long table holds them all. */
export const allRowsOf = ({ limit }: Ask, most: number) => (limit < maxAnswerRows ? limit : most);

const minute = 60_000;

// Questions of the same minute are equal, so that their answers can be shared.
export const nowOf = () => new Date(Math.floor(Date.now() / minute) * minute).toISOString();

export async function prepare(ctx: Asking, wanted: Wanted): Promise<Prepared> {
  const { ask } = wanted;
  if (ask.kind === 'sql') return prepareSql(ctx, { ...wanted, ask });
  return prepareOf(await loadCurrent(ctx, ask.dataset), { ...wanted, ask, now: nowOf() });
}

/** A dataset as it is now, for a question about it. */
export const loadCurrent = (ctx: Services, dataset: string): Promise<Snapshot> =>
  loadSnapshot(ctx, dataset).catch(goneOf);

type AboutDataset = { ask: DatasetAsk; zone: string; now: string; rows: number };

/** The question to a dataset as it was when the snapshot was taken. */
export function prepareOf({ source, metrics, origin }: Snapshot, { ask, zone, now, rows }: AboutDataset): Prepared {
  const table = { name: source.name, columns: source.columns, metrics };
  const limitedOf = (compiled: Compiled): LimitedQuestion => ({
    by: 'compiler',
    ...compiled,
    sources: [source],
    limit: rows,
  });
  // One row more tells whether there are more.
  const told = { ...ask, zone, now, limit: rows + 1 };
  const questionOf = (part: Query | RowsQuery) =>
    limitedOf('measures' in part ? compile(part, table, duckdb) : compileRows(part, table, duckdb));
  return {
    question: questionOf(told),
    totals:
      told.kind === 'rows'
        ? []
        : told.totals.map((dimensions) => ({ dimensions, question: questionOf(totalOf(told, dimensions)) })),
    datasets: [origin],
    applied: ask.filters,
  };
}

function goneOf(cause: unknown): Promise<Snapshot> {
  throw cause instanceof Problem && cause.code === 'not_found' ? new Problem('dataset_gone', {}, { cause }) : cause;
}
