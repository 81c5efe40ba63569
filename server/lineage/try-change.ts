import { messageOf } from '#contract/error-catalogue.ts';
import { datasetsOfAsk } from '#domain/dashboard/parts.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask } from '#domain/query/query.ts';
import type { EngineSource } from '#engine/engine.ts';
import type { DatasetChange, TestedDependent } from '#contract/datasets/uses.ts';
import { findRight } from '#server/access/rights.ts';
import { loadSnapshot, type DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { compileQuery, nowOf } from '#server/execution/plan.ts';
import { loadRelatedOf, trustKeys } from '#server/execution/related-snapshots.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { trySql } from '#server/queries/table-mentions.ts';
import type { DependentUse } from '#server/dashboards/dependents.ts';
import { findAllDependents } from './all-dependents.ts';

type ChangeTrial = { id: string; change: DatasetChange };

/** Checks all queries of everything that uses a dataset against the changed dataset, without reading rows. */
export async function tryChange(ctx: QueryContext, { id, change }: ChangeTrial): Promise<TestedDependent[]> {
  const { dataset, uses } = await findAllDependents(ctx, id);
  requireChangeTarget(dataset, change);
  const before = await loadSnapshot(ctx, id);
  const after = change.kind === 'without_dataset' ? undefined : applyChange(before, change);
  const isTarget = ({ dependent }: DependentUse) =>
    (change.kind === 'without_metric' && dependent.kind === 'metric' && dependent.id === change.metric) ||
    (change.kind === 'without_column' && dependent.kind === 'calculation' && dependent.id === change.column);
  const tried: TestedDependent[] = [];
  for (const { dependent, asks } of uses.filter((each) => !isTarget(each))) {
    if (await readsForbidden(ctx, asks)) {
      tried.push({ ...dependent, problem: problemMessageOf(ctx, new Problem('use_unchecked')) });
      continue;
    }
    const problem = await findProblem(ctx, asks, after);
    const isNew = problem !== undefined && (await findProblem(ctx, asks, before)) === undefined;
    // The details would reveal what a hidden use reads.
    const visibleProblem = dependent.kind === 'hidden' ? new Problem('hidden_use_breaks') : problem;
    tried.push({ ...dependent, problem: isNew ? problemMessageOf(ctx, visibleProblem!) : null });
  }
  return tried;
}

/** Whether a query reads data that the caller may not see: checking it would reveal what exists. */
export async function readsForbidden(ctx: QueryContext, asks: Ask[]): Promise<boolean> {
  for (const id of asks.flatMap((ask) => datasetsOfAsk(ask) ?? []))
    if (!(await findRight(ctx, { kind: 'dataset', id }))) return true;
  return false;
}

export const problemMessageOf = ({ language }: QueryContext, { code, params }: Problem) => ({
  code,
  message: messageOf(code, params, language),
});

function requireChangeTarget(
  { columns, metrics }: { columns: { id: string }[]; metrics: { id: string }[] },
  change: DatasetChange,
) {
  const isThere =
    ('column' in change && columns.some(({ id }) => id === change.column)) ||
    ('metric' in change && metrics.some(({ id }) => id === change.metric)) ||
    change.kind === 'without_dataset';
  if (!isThere) throw new Problem('not_found');
}

/** The snapshot with the change applied. */
function applyChange(
  snapshot: DatasetSnapshot,
  change: Exclude<DatasetChange, { kind: 'without_dataset' }>,
): DatasetSnapshot {
  const { source, metrics } = snapshot;
  if (change.kind === 'without_metric')
    return { ...snapshot, metrics: metrics.filter(({ id }) => id !== change.metric) };
  const columns =
    change.kind === 'type'
      ? source.columns.map((column) => (column.id === change.column ? { ...column, type: change.type } : column))
      : source.columns.filter(({ id }) => id !== change.column);
  const calculated = snapshot.calculated.filter(({ id }) => change.kind !== 'without_column' || id !== change.column);
  return { ...snapshot, calculated, source: { ...source, columns } as EngineSource };
}

/** The first problem of these queries; `snapshot` is undefined if the dataset is deleted. */
export async function findProblem(
  ctx: QueryContext,
  asks: Ask[],
  snapshot: DatasetSnapshot | undefined,
): Promise<Problem | undefined> {
  for (const ask of asks) {
    const problem = await findAskProblem(ctx, ask, snapshot);
    if (problem) return problem;
  }
  return undefined;
}

async function findAskProblem(
  ctx: QueryContext,
  ask: Ask,
  snapshot: DatasetSnapshot | undefined,
): Promise<Problem | undefined> {
  try {
    if (!snapshot) throw new Problem('dataset_gone');
    if (ask.kind === 'sql') await trySql(ctx, ask, snapshot);
    else compileQuery(await loadRelatedOf(ctx, snapshot, ask, trustKeys), { ask, zone: 'UTC', now: nowOf(), rows: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
