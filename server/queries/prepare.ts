import { maxAnswerRows } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import {
  type Ask,
  type DatasetAsk,
  type Filter,
  type Origin,
  type Query,
  type RowsQuery,
  type TableBinding,
  totalOf,
} from '#contract/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { compile, type Compiled } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { findRight } from '#server/access/rights.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { openCache } from './cache.ts';
import type { Asking } from './services.ts';
import { prepareSql } from './sql.ts';

/** A question that the engine understands, and what its answer will tell about where it came from. */
export type Prepared = {
  question: LimitedQuestion;
  totals: { dimensions: string[]; question: LimitedQuestion }[];
  datasets: Origin[];
  applied: Filter[];
  /** What the names in SQL stood for. */
  tables: TableBinding[];
};

/**
 * What is asked, by whom it is read, and how many rows of the answer are wanted at most. What an editor has published
 * may be looked at by everyone who sees the data, also if it is SQL. A file has every step of time, also those without
 * rows.
 */
export type Wanted = {
  ask: Ask;
  zone: string;
  rows: number;
  signal: AbortSignal;
  published?: Publication | undefined;
  everyStep?: boolean;
};

/** By whom a question was published; null if they are gone. */
export type Publication = { by: string | null };

/** An answer is cut to what a page shows unless someone chose fewer rows; a file or a long table holds them all. */
export const allRowsOf = ({ limit }: Ask, most: number) => (limit < maxAnswerRows ? limit : most);

const minute = 60_000;

// Questions of the same minute are equal, so that their answers can be shared.
export const nowOf = () => new Date(Math.floor(Date.now() / minute) * minute).toISOString();

export async function prepare(ctx: Asking, wanted: Wanted): Promise<Prepared> {
  const { ask } = wanted;
  if (ask.kind === 'sql') return prepareSql(ctx, { ...wanted, ask });
  return prepareOf(await loadAsked(ctx, ask.dataset), { ...wanted, ask, now: nowOf() });
}

/** The same for someone who asks; what they may not see is not there. */
async function loadAsked(ctx: Asking, dataset: string): Promise<Snapshot> {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return loadCurrent(ctx, dataset);
}

type AboutDataset = { ask: DatasetAsk; zone: string; now: string; rows: number; everyStep?: boolean };

// The same question comes again and again, and what is compiled once has its key for the cache of answers, too.
const known = openCache<Prepared>(500, () => 1);

/** The question to a dataset as it was when the snapshot was taken. */
export function prepareOf(snapshot: Snapshot, { ask, zone, now, rows, everyStep = false }: AboutDataset): Prepared {
  // Whoever asks knows more than the question depends on.
  const about = { ask, zone, now, rows, everyStep };
  const key = JSON.stringify([snapshot, about]);
  const found = known.get(key) ?? compiledOf(snapshot, about);
  known.set(key, found);
  return found;
}

function compiledOf(
  { source, metrics, origin }: Snapshot,
  { ask, zone, now, rows, everyStep }: Required<AboutDataset>,
): Prepared {
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
    limitedOf('measures' in part ? compile(part, table, duckdb, { everyStep }) : compileRows(part, table, duckdb));
  return {
    question: questionOf(told),
    totals:
      told.kind === 'rows'
        ? []
        : told.totals.map((dimensions) => ({ dimensions, question: questionOf(totalOf(told, dimensions)) })),
    datasets: [origin],
    applied: ask.filters,
    tables: [],
  };
}
