import { inArray } from 'drizzle-orm';

import type { Dependent } from '#contract/datasets/uses.ts';
import { Problem } from '#contract/errors.ts';
import { type Dashboard, findCard } from '#domain/dashboard/dashboard.ts';
import { cardKey, controlKey, timeKey } from '#domain/dashboard/parts.ts';
import { isAffected, needsOfCard, remapDashboard } from '#domain/dashboard/remap.ts';
import type { RequiredFields } from '#domain/dashboard/uses.ts';
import { textOf } from '#display/words/subject.ts';
import { findRight } from '#server/access/rights.ts';
import { dashboards } from '#server/database/schema.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { specsOfPart } from './part-specs.ts';
import type { DashboardStep, PartialPlan, PlannedUse, RemapPlanning, UsesToRemap } from './planned-change.ts';

type RemappedDashboard = Pick<typeof dashboards.$inferSelect, 'id' | 'title' | 'document' | 'version'>;

/** The next versions of the dashboards that use the columns. */
export async function planDashboards({ db }: QueryContext, groups: UsesToRemap[]): Promise<PartialPlan> {
  const ids = [
    ...new Set(groups.flatMap(({ uses }) => uses.flatMap(({ dependent }) => dependent.dashboard?.id ?? []))),
  ];
  if (ids.length === 0) return { uses: [], changes: [] };
  const { id, title, document, version } = dashboards;
  const rows = await db
    .select({ id, title, document, version })
    .from(dashboards)
    .where(inArray(dashboards.id, ids))
    .orderBy(dashboards.createdAt, dashboards.id);
  const plans: PartialPlan[] = [];
  for (const row of rows) plans.push(await planDashboard(row, groups));
  return { uses: plans.flatMap((plan) => plan.uses), changes: plans.flatMap((plan) => plan.changes) };
}

const keyOf = ({ kind, id }: Dependent): string =>
  kind === 'time' ? timeKey : kind === 'card' ? cardKey(id) : controlKey(id);

/** Fields that a part itself needs: the queries of a card also contain the filters of controls. */
function needsOfPart(document: Dashboard, dependent: Dependent, dataset: string): RequiredFields | undefined {
  const card = dependent.kind === 'card' ? findCard(document, dependent.id) : undefined;
  return card ? needsOfCard(card, dataset) : dependent;
}

/** One change of a dashboard, step by step for each dataset whose columns it uses. */
async function planDashboard(row: RemappedDashboard, groups: UsesToRemap[]): Promise<PartialPlan> {
  const { id, title, version, document: before } = row;
  const uses: PlannedUse[] = [];
  const steps: DashboardStep[] = [];
  let after = before;
  for (const { planning, uses: all } of groups) {
    const own = all.flatMap(({ dependent }) => (dependent.dashboard?.id === id ? [dependent] : []));
    const planned = await planParts(planning, { ...row, document: after }, own);
    const changing = planned.filter(({ problem }) => problem === null);
    const parts = new Set(changing.map(({ dependent }) => keyOf(dependent)));
    uses.push(...planned);
    if (parts.size === 0) continue;
    steps.push({ mapping: planning.mapping, parts });
    after = remapDashboard(after, planning.mapping, parts);
  }
  return { uses, changes: steps.length > 0 ? [{ kind: 'dashboard', id, title, version, before, after, steps }] : [] };
}

async function planParts(
  planning: RemapPlanning,
  { id, document }: RemappedDashboard,
  dependents: Dependent[],
): Promise<PlannedUse[]> {
  const { ctx, mapping } = planning;
  const mayEdit = (await findRight(ctx, { kind: 'dashboard', id })) === 'edit';
  const tested: PlannedUse[] = [];
  for (const dependent of dependents) {
    const needs = needsOfPart(document, dependent, mapping.from);
    if (!needs || !isAffected(needs, mapping)) continue;
    const problem = mayEdit ? await findPartProblem(planning, document, { dependent, needs }) : undefined;
    tested.push({ dependent, problem: mayEdit ? (problem ?? null) : new Problem('view_only') });
  }
  return keepFilters(planning, document, joinParts(tested));
}

/** A control with several columns changes as a whole or not at all. */
const joinParts = (uses: PlannedUse[]): PlannedUse[] =>
  uses.map(({ dependent, problem }) => {
    const failed = uses.find((each) => each.problem && keyOf(each.dependent) === keyOf(dependent));
    return { dependent, problem: problem ?? failed?.problem ?? null };
  });

/** A card does not move to another dataset without its filters: its numbers would change. */
function keepFilters({ ctx, mapping }: RemapPlanning, document: Dashboard, uses: PlannedUse[]): PlannedUse[] {
  if (mapping.from === mapping.to) return uses;
  const targetsOf = ({ kind, id }: Dependent) =>
    kind === 'time' ? document.time.targets : (document.controls.find((each) => each.id === id)?.targets ?? []);
  const staying = uses
    .filter(({ dependent, problem }) => problem && dependent.kind !== 'card')
    .map(({ dependent }) => dependent)
    .filter((filter) => !targetsOf(filter).some((each) => each.kind === 'column' && each.dataset === mapping.to));
  return uses.map((use) => {
    const { dependent, problem } = use;
    const filter = staying.find(({ kind }) => kind === 'control' || followsTime(document, dependent.id));
    if (problem || dependent.kind !== 'card' || !filter) return use;
    const label = textOf(filter.title, ctx.language);
    const lost =
      filter.kind === 'time' ? new Problem('remap_time_stays') : new Problem('remap_control_stays', { value: label });
    return { dependent, problem: lost };
  });
}

/** Whether the time range of the dashboard filters a card. */
function followsTime(document: Dashboard, id: string): boolean {
  const card = findCard(document, id);
  return card?.kind !== 'chart' || card.time === 'dashboard';
}

type PartNeeds = { dependent: Dependent; needs: RequiredFields };

function findPartProblem(
  { mapping, check }: RemapPlanning,
  document: Dashboard,
  { dependent, needs }: PartNeeds,
): Promise<Problem | undefined> {
  const unmapped = check.unmapped(needs);
  if (unmapped) return Promise.resolve(unmapped);
  const key = keyOf(dependent);
  const changed = remapDashboard(document, mapping, new Set([key]));
  return check.conflict(specsOfPart(document, key, mapping.from), specsOfPart(changed, key, mapping.to));
}
