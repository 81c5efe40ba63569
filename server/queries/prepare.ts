import { maxAnswerRows } from '#contract/queries/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask, Filter, NewestRows, Origin, TableBinding } from '#domain/query/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { findRight } from '#server/access/rights.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { loadNewest } from './newest.ts';
import { prepareDatasetQuery } from './plan.ts';
import type { QueryContext } from './services.ts';
import { prepareSql } from './sql.ts';

/** A query compiled for the engine, with what the proof of its answer needs. */
export type PreparedQuery = {
  question: LimitedQuestion;
  totals: { dimensions: string[]; question: LimitedQuestion }[];
  datasets: Origin[];
  applied: Filter[];
  /** The datasets that names in SQL were resolved to. */
  tables: TableBinding[];
  newest: NewestRows;
};

/**
 * A query to prepare, with the maximum number of rows. A query that an editor has published may be run by everyone who
 * sees the data, also if it is SQL. A file has every time step, also those without rows.
 */
export type QueryRequest = {
  ask: Ask;
  zone: string;
  rows: number;
  signal: AbortSignal;
  published?: QueryPublisher | undefined;
  everyStep?: boolean;
};

/** Who published a query; null if the account is deleted. */
export type QueryPublisher = { by: string | null };

/**
 * An answer is cut to `maxAnswerRows` unless a smaller limit was chosen; files and long tables hold up to `maxRows`.
 */
export const allRowsOf = ({ limit }: Ask, maxRows: number) => (limit < maxAnswerRows ? limit : maxRows);

const minute = 60_000;

// Rounded to the minute, so that queries of the same minute share cached answers.
export const nowOf = () => new Date(Math.floor(Date.now() / minute) * minute).toISOString();

export async function prepare(ctx: QueryContext, request: QueryRequest): Promise<PreparedQuery> {
  const { ask, zone, signal } = request;
  if (ask.kind === 'sql') return prepareSql(ctx, { ...request, ask });
  const snapshot = await loadVisibleSnapshot(ctx, ask.dataset);
  const now = nowOf();
  const newest = await loadNewest(ctx, snapshot, { ask, zone, now, signal });
  return prepareDatasetQuery(snapshot, { ...request, ask, now, newest });
}

/** The current snapshot, if the caller may see the dataset. */
async function loadVisibleSnapshot(ctx: QueryContext, dataset: string): Promise<DatasetSnapshot> {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return loadCurrentSnapshot(ctx, dataset);
}
