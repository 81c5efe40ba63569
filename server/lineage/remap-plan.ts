import type { Dataset } from '#contract/datasets/routes.ts';
import type { Dependent, TestedDependent } from '#contract/datasets/uses.ts';
import { Problem } from '#contract/errors.ts';
import { type ColumnMapping, isAffected } from '#domain/dashboard/remap.ts';
import { requireRight } from '#server/access/rights.ts';
import type { DependentUse } from '#server/dashboards/dependents.ts';
import { loadDataset } from '#server/datasets/read.ts';
import { hashOf } from '#server/hash.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { withRelatedColumns } from '#server/relations/related-columns.ts';
import { findDirectDependents } from './direct-dependents.ts';
import { findModelUses } from './model-uses.ts';
import { planCalculation, planRelation } from './plan-model.ts';
import { findRelatedUses } from './related-uses.ts';
import { openRemapCheck } from './remap-check.ts';
import type { PartialPlan, PlannedChange, RemapPlanning, UsesToRemap } from './planned-change.ts';
import { planDashboards } from './plan-dashboards.ts';
import { planAlert, planChart, planMetric } from './plan-resources.ts';
import { problemMessageOf } from './try-change.ts';

export type RemapPlan = { items: TestedDependent[]; changes: PlannedChange[]; pairs: FieldPair[]; fingerprint: string };
type FieldPair = { from: string; to: string };

/** Plans the replacement in all uses of the columns, with the reason for each use that cannot be changed. */
export async function planRemap(ctx: QueryContext, mapping: ColumnMapping): Promise<RemapPlan> {
  await requireRight(ctx, 'view', { kind: 'dataset', id: mapping.to });
  const { dataset: own, uses: direct } = await findDirectDependents(ctx, mapping.from);
  const uses = [...direct, ...(await findModelUses(ctx, own))];
  const dataset = await withRelatedColumns(ctx, own);
  const isSame = mapping.from === mapping.to;
  const target = isSame ? dataset : await withRelatedColumns(ctx, await loadDataset(ctx.db, mapping.to));
  requireTargets(target, mapping);
  const planning = { ctx, mapping, check: await openRemapCheck(ctx, mapping, dataset) };
  // Through relations, only columns of the same dataset can be replaced: a relation leads to one dataset.
  const groups = [{ planning, uses }, ...(isSame ? await planThrough(ctx, mapping) : [])];
  const plans: PartialPlan[] = [];
  for (const group of groups) for (const use of group.uses) plans.push(await planUse(group.planning, use));
  plans.push(await planDashboards(ctx, groups));
  const items = plans
    .flatMap((plan) => plan.uses)
    .map(({ dependent, problem }) => ({ ...dependent, problem: problem && problemMessageOf(ctx, problem) }));
  const changes = plans.flatMap((plan) => plan.changes);
  const pairs = pairsOf(replacedOf(mapping, changes), dataset, target);
  return { items, changes, pairs, fingerprint: fingerprintOf(mapping, changes) };
}

/** Uses through relations, with the replacements under the ids that the columns have there. */
async function planThrough(ctx: QueryContext, { from, columns }: ColumnMapping): Promise<UsesToRemap[]> {
  const groups: UsesToRemap[] = [];
  for (const { root, prefixes, uses } of await findRelatedUses(ctx, from)) {
    const pairs = prefixes.flatMap((prefix) =>
      Object.entries(columns).map(([one, other]) => [`${prefix}${one}`, `${prefix}${other}`]),
    );
    const mapping = { from: root, to: root, columns: Object.fromEntries(pairs), metrics: {} };
    const check = await openRemapCheck(ctx, mapping, await loadDataset(ctx.db, root));
    groups.push({ planning: { ctx, mapping, check }, uses });
  }
  return groups;
}

function requireTargets({ columns, metrics }: Dataset, mapping: ColumnMapping): void {
  const exists = (list: { id: string }[]) => (id: string) => list.some((each) => each.id === id);
  const allExist =
    Object.values(mapping.columns).every(exists(columns)) && Object.values(mapping.metrics).every(exists(metrics));
  if (!allExist) throw new Problem('not_found');
}

type Planner = (planning: RemapPlanning, dependent: Dependent) => Promise<PartialPlan>;

const planners: Partial<Record<Dependent['kind'], Planner>> = {
  metric: planMetric,
  chart: planChart,
  alert: planAlert,
  calculation: planCalculation,
  relation: planRelation,
};

/** A use outside dashboards, or in SQL, or hidden from the caller. */
async function planUse(planning: RemapPlanning, { dependent, specs }: DependentUse): Promise<PartialPlan> {
  const { mapping, check } = planning;
  const sqlProblem = dependent.isSql ? await check.sql(specs) : undefined;
  const inSql: PartialPlan = { uses: sqlProblem ? [{ dependent, problem: sqlProblem }] : [], changes: [] };
  const isBuilt = specs.some(({ kind }) => kind !== 'sql');
  if (!isBuilt || dependent.dashboard || !isAffected(dependent, mapping)) return inSql;
  if (dependent.kind === 'hidden') return { uses: [{ dependent, problem: new Problem('remap_hidden') }], changes: [] };
  const { kind } = dependent;
  // All but charts and alerts belong to their dataset: another dataset has its own.
  const isOwn = kind !== 'chart' && kind !== 'alert';
  const stayingPlan = { uses: [{ dependent, problem: new Problem('remap_set_up_there') }], changes: [] };
  if (isOwn && mapping.from !== mapping.to) return kind === 'relation' ? stayingPlan : inSql;
  const planner = planners[kind];
  if (!planner) return stayingPlan;
  const unmapped = check.unmapped(dependent);
  if (unmapped) return { uses: [{ dependent, problem: unmapped }], changes: [] };
  return planner(planning, dependent);
}

/** The part of the mapping that changes something. */
function replacedOf({ columns, metrics }: ColumnMapping, changes: PlannedChange[]): [string, string][] {
  const texts = changes.map(({ before, after }) => [JSON.stringify(before), JSON.stringify(after)] as const);
  // A related column ends with the id of the replaced one.
  const countIn = (text: string, id: string) => text.split(`${id}"`).length;
  return Object.entries({ ...columns, ...metrics }).filter(([, to]) =>
    texts.some(([before, after]) => countIn(after, to) > countIn(before, to)),
  );
}

/** Names of the replaced columns and metrics. */
function pairsOf(replaced: [string, string][], dataset: Dataset, target: Dataset): FieldPair[] {
  const nameIn = ({ columns, metrics }: Dataset, id: string) =>
    [...columns, ...metrics].find((each) => each.id === id)?.name ?? id;
  return replaced.map(([from, to]) => ({ from: nameIn(dataset, from), to: nameIn(target, to) }));
}

const fingerprintOf = (mapping: ColumnMapping, changes: PlannedChange[]): string =>
  hashOf(JSON.stringify([mapping, changes.map(({ kind, id, before, after }) => [kind, id, before, after])]));
