import { eq } from 'drizzle-orm';

import type { QueryWatch } from '#contract/alerts/schemas.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import { Problem } from '#contract/errors.ts';
import { remapChart, remapFormula, type ColumnMapping, remapFilter } from '#domain/dashboard/remap.ts';
import { emptyQuerySpec, type Formula } from '#domain/query/query.ts';
import { anyMember, findRight, rightOf } from '#server/access/rights.ts';
import { loadCreators } from '#server/accounts/on-behalf.ts';
import { specOfWatch } from '#server/alerts/dependent-alerts.ts';
import type { AlertRow } from '#server/alerts/store.ts';
import { alerts, charts, datasets, metrics } from '#server/database/schema.ts';
import { type PartialPlan, type RemapPlanning, emptyPlan, planOf } from './planned-change.ts';

const countOf = (dataset: string, formula: Formula) => ({
  ...emptyQuerySpec(dataset),
  measures: [{ id: 'metric', formula, show: 'value' as const }],
});

export async function planMetric({ ctx, mapping, check }: RemapPlanning, dependent: Dependent): Promise<PartialPlan> {
  const { id, title } = dependent;
  const [row] = await ctx.db.select({ before: metrics.formula }).from(metrics).where(eq(metrics.id, id));
  if (!row) return emptyPlan;
  const { before } = row;
  const after = remapFormula(before, mapping);
  const mayEdit = (await findRight(ctx, { kind: 'dataset', id: mapping.from })) === 'edit';
  const problem = mayEdit
    ? await check.conflict([countOf(mapping.from, before)], [countOf(mapping.to, after)])
    : new Problem('view_only');
  return planOf(dependent, problem, { kind: 'metric', id, title, before, after });
}

export async function planChart({ ctx, mapping, check }: RemapPlanning, dependent: Dependent): Promise<PartialPlan> {
  const { id, title } = dependent;
  const [row] = await ctx.db.select({ before: charts.chart }).from(charts).where(eq(charts.id, id));
  if (!row) return emptyPlan;
  const { before } = row;
  const after = remapChart(before, mapping);
  const mayEdit = (await findRight(ctx, { kind: 'chart', id })) === 'edit';
  const problem = mayEdit ? await check.conflict([before.ask], [after.ask]) : new Problem('view_only');
  return planOf(dependent, problem, { kind: 'chart', id, title, before, after });
}

/** Only alerts that the caller may edit are visible. */
export async function planAlert(planning: RemapPlanning, dependent: Dependent): Promise<PartialPlan> {
  const { ctx, mapping, check } = planning;
  const { id, title } = dependent;
  const [row] = await ctx.db.select().from(alerts).where(eq(alerts.id, id));
  if (!row || 'sql' in row.watch) return emptyPlan;
  const before = row.watch;
  const after = remapWatch(before, mapping);
  const problem =
    (await check.conflict([specOfWatch(before)], [specOfWatch(after)])) ?? (await findDelegationProblem(planning, row));
  return planOf(dependent, problem, { kind: 'alert', id, title, before, after });
}

/** An alert reads with the rights of its creator, and a connected table has no arrivals to trigger it. */
async function findDelegationProblem({ ctx, mapping }: RemapPlanning, row: AlertRow): Promise<Problem | undefined> {
  if (mapping.from === mapping.to) return undefined;
  const creator = (await loadCreators(ctx.db, [row])).get(row.memberId ?? '') ?? anyMember;
  if (!(await rightOf(ctx, creator, { kind: 'dataset', id: mapping.to })))
    return new Problem('remap_creator_forbidden');
  const [target] = await ctx.db
    .select({ connection: datasets.connection })
    .from(datasets)
    .where(eq(datasets.id, mapping.to));
  return row.schedule.kind === 'arrival' && target?.connection ? new Problem('alert_without_arrivals') : undefined;
}

const replacedIn = ({ columns }: ColumnMapping, id: string) => columns[id] ?? id;

/** The query of an alert, with the replaced columns. */
const remapWatch = (watch: QueryWatch, mapping: ColumnMapping): QueryWatch => ({
  ...watch,
  dataset: mapping.to,
  formula: remapFormula(watch.formula, mapping),
  filters: watch.filters.map((filter) => remapFilter(filter, mapping)),
  time: watch.time && { ...watch.time, column: replacedIn(mapping, watch.time.column) },
  by: watch.by === null ? null : replacedIn(mapping, watch.by),
});
