import { messageOf } from '#contract/error-catalogue.ts';
import { datasetsOfSpec } from '#domain/dashboard/parts.ts';
import { Problem } from '#contract/errors.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import type { EngineSource } from '#engine/engine.ts';
import type { DatasetChange, TestedDependent } from '#contract/datasets/uses.ts';
import { findRight } from '#server/access/rights.ts';
import { loadWholeSnapshot } from '#server/datasets/current-snapshot.ts';
import { loadSnapshot, type DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { compileQuery, nowOf } from '#server/execution/plan.ts';
import { loadRelatedOf, trustKeys } from '#server/execution/related-snapshots.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { trySql } from '#server/queries/table-mentions.ts';
import type { DependentUse } from '#server/dashboards/dependents.ts';
import { findAllDependents } from './all-dependents.ts';
import { findModelProblem } from './model-uses.ts';

type ChangeTrial = { id: string; change: DatasetChange };

/** Checks the queries of all uses of a dataset against the changed dataset, without reading rows. */
export async function tryChange(ctx: QueryContext, { id, change }: ChangeTrial): Promise<TestedDependent[]> {
  const { dataset, uses } = await findAllDependents(ctx, id);
  requireChangeTarget(dataset, change);
  const before = await loadSnapshot(ctx, id);
  const trial = { id, snapshot: change.kind === 'without_dataset' ? undefined : applyChange(before, change) };
  const isTarget = ({ dependent }: DependentUse) =>
    (change.kind === 'without_metric' && dependent.kind === 'metric' && dependent.id === change.metric) ||
    (change.kind === 'without_column' && dependent.kind === 'calculation' && dependent.id === change.column);
  const tried: TestedDependent[] = [];
  for (const { dependent, specs } of uses.filter((each) => !isTarget(each))) {
    if (await readsForbidden(ctx, specs)) {
      tried.push({ ...dependent, problem: problemMessageOf(ctx, new Problem('use_unchecked')) });
      continue;
    }
    const problem = await findNewProblem(ctx, { dependent, specs }, { trial, before });
    tried.push({ ...dependent, problem: problem ? problemMessageOf(ctx, problem) : null });
  }
  return tried;
}

type ChangedData = { trial: TrialData; before: DatasetSnapshot };

/** A problem that a use has only after the change. */
async function findNewProblem(
  ctx: QueryContext,
  { dependent, specs }: DependentUse,
  { trial, before }: ChangedData,
): Promise<Problem | undefined> {
  const { id, snapshot } = trial;
  const problem =
    (await findProblem(ctx, specs, trial)) ?? (snapshot && (await findModelProblem(ctx, dependent, snapshot)));
  if (!problem) return undefined;
  const earlier =
    (await findProblem(ctx, specs, { id, snapshot: before })) ?? (await findModelProblem(ctx, dependent, before));
  // The use reads data that the caller may not see.
  if (earlier?.code === 'related_dataset_hidden') return new Problem('use_unchecked');
  if (earlier) return undefined;
  // The details would reveal what a hidden use reads.
  return dependent.kind === 'hidden' ? new Problem('hidden_use_breaks') : problem;
}

/** Whether a query reads data that the caller may not see: checking it would reveal what exists. */
export async function readsForbidden(ctx: QueryContext, specs: QuerySpec[]): Promise<boolean> {
  for (const id of specs.flatMap((spec) => datasetsOfSpec(spec) ?? []))
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
  const exists =
    ('column' in change && columns.some(({ id }) => id === change.column)) ||
    ('metric' in change && metrics.some(({ id }) => id === change.metric)) ||
    change.kind === 'without_dataset';
  if (!exists) throw new Problem('not_found');
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

/** A dataset as it would be; without a snapshot it is deleted. */
export type TrialData = { id: string; snapshot: DatasetSnapshot | undefined };

/** A context in which a dataset has the change applied, also for queries of related datasets. */
function trialContextOf(ctx: QueryContext, { id, snapshot }: TrialData): QueryContext {
  const load: QueryContext['snapshots']['load'] = (dataset) => {
    if (dataset !== id) return ctx.snapshots.load(dataset);
    if (!snapshot) throw new Problem('dataset_gone');
    return snapshot;
  };
  return Object.assign(Object.create(ctx) as QueryContext, { snapshots: { ...ctx.snapshots, load } });
}

/** The first problem of these queries. */
export async function findProblem(
  ctx: QueryContext,
  specs: QuerySpec[],
  trial: TrialData,
): Promise<Problem | undefined> {
  for (const spec of specs) {
    const problem = await findSpecProblem(ctx, spec, trial);
    if (problem) return problem;
  }
  return undefined;
}

async function findSpecProblem(ctx: QueryContext, spec: QuerySpec, trial: TrialData): Promise<Problem | undefined> {
  const { id, snapshot } = trial;
  try {
    if (spec.kind === 'sql') {
      if (!snapshot) throw new Problem('dataset_gone');
      await trySql(ctx, spec, snapshot);
      return undefined;
    }
    const trialContext = trialContextOf(ctx, trial);
    const own = snapshot && spec.dataset === id ? snapshot : await loadWholeSnapshot(trialContext, spec.dataset);
    const complete = await loadRelatedOf(trialContext, own, spec, trustKeys);
    compileQuery(complete, { spec, zone: 'UTC', now: nowOf(), rows: 1 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A related dataset that is deleted looks like one that is hidden.
    return snapshot ? error : new Problem('dataset_gone');
  }
}
