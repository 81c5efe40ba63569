import { anchorAsk } from '#domain/time/anchor.ts';
import { type DatasetAsk, type NewestRows, type Query, type RowsQuery, totalOf } from '#domain/query/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { compile, type CompiledQuery } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileRows } from '#engine/sql/rows.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { openCache } from './cache.ts';
import type { PreparedQuery } from './prepare.ts';

type DatasetQueryInput = {
  ask: DatasetAsk;
  zone: string;
  now: string;
  rows: number;
  everyStep?: boolean;
  newest?: NewestRows;
};

// Compiled queries. Dashboards repeat the same queries, and the key of the answer cache is kept with the object, too.
const preparedCache = openCache<PreparedQuery>(500, () => 1);

/** Compiles a query for a snapshot of its dataset. */
export function prepareDatasetQuery(
  snapshot: DatasetSnapshot,
  { ask, zone, now, rows, everyStep = false, newest = {} }: DatasetQueryInput,
): PreparedQuery {
  // Only what the query depends on goes into the key.
  const input = { ask, zone, now, rows, everyStep, newest };
  const key = JSON.stringify([snapshot, input]);
  const prepared = preparedCache.get(key) ?? compileQuery(snapshot, input);
  preparedCache.set(key, prepared);
  return prepared;
}

function compileQuery(
  { source, metrics, origin }: DatasetSnapshot,
  { ask, zone, now, rows, everyStep, newest }: Required<DatasetQueryInput>,
): PreparedQuery {
  const table = { name: source.name, columns: source.columns, metrics };
  const limitedOf = (compiled: CompiledQuery): LimitedQuestion => ({
    by: 'compiler',
    ...compiled,
    sources: [source],
    limit: rows,
  });
  // One more row shows whether the answer is cut off.
  const query = { ...anchorAsk(ask, newest), zone, now, limit: rows + 1 };
  const questionOf = (part: Query | RowsQuery) =>
    limitedOf('measures' in part ? compile(part, table, duckdb, { everyStep }) : compileRows(part, table, duckdb));
  return {
    question: questionOf(query),
    totals:
      query.kind === 'rows'
        ? []
        : query.totals.map((dimensions) => ({ dimensions, question: questionOf(totalOf(query, dimensions)) })),
    datasets: [origin],
    applied: ask.filters,
    tables: [],
    newest,
  };
}
