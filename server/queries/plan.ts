import { anchorAsk } from '#contract/anchor.ts';
import { type DatasetAsk, type NewestRows, type Query, type RowsQuery, totalOf } from '#contract/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { compile, type Compiled } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileRows } from '#engine/sql/rows.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { openCache } from './cache.ts';
import type { Prepared } from './prepare.ts';

type AboutDataset = {
  ask: DatasetAsk;
  zone: string;
  now: string;
  rows: number;
  everyStep?: boolean;
  newest?: NewestRows;
};

// The same question comes again and again, and what is compiled once has its key for the cache of answers, too.
const known = openCache<Prepared>(500, () => 1);

/** The question to a dataset as it was when the snapshot was taken. */
export function prepareOf(
  snapshot: Snapshot,
  { ask, zone, now, rows, everyStep = false, newest = {} }: AboutDataset,
): Prepared {
  // Whoever asks knows more than the question depends on.
  const about = { ask, zone, now, rows, everyStep, newest };
  const key = JSON.stringify([snapshot, about]);
  const found = known.get(key) ?? compiledOf(snapshot, about);
  known.set(key, found);
  return found;
}

function compiledOf(
  { source, metrics, origin }: Snapshot,
  { ask, zone, now, rows, everyStep, newest }: Required<AboutDataset>,
): Prepared {
  const table = { name: source.name, columns: source.columns, metrics };
  const limitedOf = (compiled: Compiled): LimitedQuestion => ({
    by: 'compiler',
    ...compiled,
    sources: [source],
    limit: rows,
  });
  // One row more tells whether there are more.
  const told = { ...anchorAsk(ask, newest), zone, now, limit: rows + 1 };
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
    newest,
  };
}
