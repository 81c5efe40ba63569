import type { Dataset } from '#contract/datasets/routes.ts';
import type { TestedDependent } from '#contract/datasets/uses.ts';
import { Problem } from '#contract/errors.ts';
import { type ColumnMapping, isAffected } from '#domain/dashboard/remap.ts';
import { requireRight } from '#server/access/rights.ts';
import type { DependentUse } from '#server/dashboards/dependents.ts';
import { loadDataset } from '#server/datasets/read.ts';
import { hashOf } from '#server/hash.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { withRelatedColumns } from '#server/relations/related-columns.ts';
import { findAllDependents } from './all-dependents.ts';
import { openRemapCheck } from './remap-check.ts';
import type { PartialPlan, PlannedChange, RemapPlanning } from './planned-change.ts';
import { planDashboards } from './plan-dashboards.ts';
import { planAlert, planChart, planMetric } from './plan-things.ts';
import { problemMessageOf } from './try-change.ts';

export type RemapPlan = { items: TestedDependent[]; changes: PlannedChange[]; pairs: FieldPair[]; fingerprint: string };
type FieldPair = { from: string; to: string };

/** Plans the replacement in everything that uses the columns, and why some of it cannot be changed. */
export async function planRemap(ctx: QueryContext, mapping: ColumnMapping): Promise<RemapPlan> {
  await requireRight(ctx, 'view', { kind: 'dataset', id: mapping.to });
  const { dataset: own, uses } = await findAllDependents(ctx, mapping.from);
  const dataset = await withRelatedColumns(ctx, own);
  const isSame = mapping.from === mapping.to;
  const target = isSame ? dataset : await withRelatedColumns(ctx, await loadDataset(ctx.db, mapping.to));
  requireTargets(target, mapping);
  const planning = { ctx, mapping, check: await openRemapCheck(ctx, mapping, dataset) };
  const plans: PartialPlan[] = [];
  for (const use of uses) plans.push(await planUse(planning, use));
  plans.push(await planDashboards(planning, uses));
  const items = plans
    .flatMap((plan) => plan.uses)
    .map(({ dependent, problem }) => ({ ...dependent, problem: problem && problemMessageOf(ctx, problem) }));
  const changes = plans.flatMap((plan) => plan.changes);
  const pairs = pairsOf(replacedOf(mapping, changes), dataset, target);
  return { items, changes, pairs, fingerprint: fingerprintOf(mapping, changes) };
}

function requireTargets({ columns, metrics }: Dataset, mapping: ColumnMapping): void {
  const isThere = (list: { id: string }[]) => (id: string) => list.some((each) => each.id === id);
  const areThere =
    Object.values(mapping.columns).every(isThere(columns)) && Object.values(mapping.metrics).every(isThere(metrics));
  if (!areThere) throw new Problem('not_found');
}

/** A use outside dashboards, or in SQL, or hidden from the caller. */
async function planUse(planning: RemapPlanning, { dependent, asks }: DependentUse): Promise<PartialPlan> {
  const { mapping, check } = planning;
  const sqlProblem = dependent.isSql ? await check.sql(asks) : undefined;
  const inSql: PartialPlan = { uses: sqlProblem ? [{ dependent, problem: sqlProblem }] : [], changes: [] };
  const isBuilt = asks.some(({ kind }) => kind !== 'sql');
  if (!isBuilt || dependent.dashboard || !isAffected(dependent, mapping)) return inSql;
  if (dependent.kind === 'hidden') return { uses: [{ dependent, problem: new Problem('remap_hidden') }], changes: [] };
  const planners = { metric: planMetric, chart: planChart, alert: planAlert };
  const kind = dependent.kind as keyof typeof planners;
  // A metric belongs to its dataset: other datasets have their own.
  if (kind === 'metric' && mapping.from !== mapping.to) return inSql;
  const unmapped = check.unmapped(dependent);
  if (unmapped) return { uses: [{ dependent, problem: unmapped }], changes: [] };
  return planners[kind](planning, dependent);
}

/** The part of the mapping that changes something. */
function replacedOf({ columns, metrics }: ColumnMapping, changes: PlannedChange[]): [string, string][] {
  const texts = changes.map(({ before, after }) => [JSON.stringify(before), JSON.stringify(after)] as const);
  const countIn = (text: string, id: string) => text.split(`"${id}"`).length;
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
