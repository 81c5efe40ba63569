import { maxAnswerRows } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask, Filter, NewestRows, Origin, TableBinding } from '#contract/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { findRight } from '#server/access/rights.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { loadNewest } from './newest.ts';
import { prepareOf } from './plan.ts';
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
  newest: NewestRows;
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
  const { ask, zone, signal } = wanted;
  if (ask.kind === 'sql') return prepareSql(ctx, { ...wanted, ask });
  const snapshot = await loadAsked(ctx, ask.dataset);
  const now = nowOf();
  const newest = await loadNewest(ctx, snapshot, { ask, zone, now, signal });
  return prepareOf(snapshot, { ...wanted, ask, now, newest });
}

/** The same for someone who asks; what they may not see is not there. */
async function loadAsked(ctx: Asking, dataset: string): Promise<Snapshot> {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return loadCurrent(ctx, dataset);
}
