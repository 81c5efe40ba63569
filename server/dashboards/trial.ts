import { messageOf } from '#contract/catalogue.ts';
import { datasetsOfAsk } from '#contract/dashboard-parts.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask } from '#contract/query.ts';
import type { DatasetChange, Tried } from '#contract/uses.ts';
import { findRight } from '#server/access/rights.ts';
import { loadSnapshot, type Snapshot } from '#server/datasets/snapshot.ts';
import { prepareOf } from '#server/queries/plan.ts';
import { nowOf } from '#server/queries/prepare.ts';
import type { Asking } from '#server/queries/services.ts';
import { trySql } from '#server/queries/mentions.ts';
import { findDependents, type Found } from './dependents.ts';

type Wanted = { id: string; change: DatasetChange };

/** Asks every question of everything that uses a dataset as if the dataset were changed, without reading a row. */
export async function tryChange(ctx: Asking, { id, change }: Wanted): Promise<Tried[]> {
  const { dataset, found } = await findDependents(ctx, id);
  requireThere(dataset, change);
  const now = await loadSnapshot(ctx, id);
  const then = change.kind === 'without_dataset' ? undefined : changed(now, change);
  const isSpared = ({ dependent }: Found) =>
    change.kind === 'without_metric' && dependent.kind === 'metric' && dependent.id === change.metric;
  const tried: Tried[] = [];
  for (const { dependent, asks } of found.filter((each) => !isSpared(each))) {
    if (await readsClosed(ctx, asks)) {
      tried.push({ ...dependent, problem: told(ctx, new Problem('use_unchecked')) });
      continue;
    }
    const problem = await problemOf(ctx, asks, then);
    const isNews = problem !== undefined && (await problemOf(ctx, asks, now)) === undefined;
    // What is wrong with something hidden would tell what it asks.
    const shown = dependent.kind === 'hidden' ? new Problem('hidden_use_breaks') : problem;
    tried.push({ ...dependent, problem: isNews ? told(ctx, shown!) : null });
  }
  return tried;
}

/** Whether some question reads data that the asker may not see. Trying it would tell what there is. */
async function readsClosed(ctx: Asking, asks: Ask[]): Promise<boolean> {
  for (const id of asks.flatMap((ask) => datasetsOfAsk(ask) ?? []))
    if (!(await findRight(ctx, { kind: 'dataset', id }))) return true;
  return false;
}

const told = ({ language }: Asking, { code, params }: Problem) => ({
  code,
  message: messageOf(code, params, language),
});

function requireThere(
  { columns, metrics }: { columns: { id: string }[]; metrics: { id: string }[] },
  change: DatasetChange,
) {
  const isThere =
    ('column' in change && columns.some(({ id }) => id === change.column)) ||
    ('metric' in change && metrics.some(({ id }) => id === change.metric)) ||
    change.kind === 'without_dataset';
  if (!isThere) throw new Problem('not_found');
}

/** The dataset as it would be. */
function changed(snapshot: Snapshot, change: Exclude<DatasetChange, { kind: 'without_dataset' }>): Snapshot {
  const { source, metrics } = snapshot;
  if (change.kind === 'without_metric')
    return { ...snapshot, metrics: metrics.filter(({ id }) => id !== change.metric) };
  const columns =
    change.kind === 'type'
      ? source.columns.map((column) => (column.id === change.column ? { ...column, type: change.type } : column))
      : source.columns.filter(({ id }) => id !== change.column);
  return { ...snapshot, source: { ...source, columns } };
}

/** The first thing that is wrong with some questions; `snapshot` is undefined if the dataset is gone. */
async function problemOf(ctx: Asking, asks: Ask[], snapshot: Snapshot | undefined): Promise<Problem | undefined> {
  for (const ask of asks) {
    const problem = await problemOfOne(ctx, ask, snapshot);
    if (problem) return problem;
  }
  return undefined;
}

async function problemOfOne(ctx: Asking, ask: Ask, snapshot: Snapshot | undefined): Promise<Problem | undefined> {
  try {
    if (!snapshot) throw new Problem('dataset_gone');
    if (ask.kind === 'sql') await trySql(ctx, ask, snapshot);
    else prepareOf(snapshot, { ask, zone: 'UTC', now: nowOf(), rows: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
