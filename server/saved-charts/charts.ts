import { desc, eq, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { Chart } from '#domain/query/chart.ts';
import type { chartRoutes, SavedChart } from '#contract/saved-charts/routes.ts';
import { datasetsOfSpec } from '#domain/dashboard/parts.ts';
import { Problem } from '#contract/errors.ts';
import { maySeeChart } from '#server/access/conditions.ts';
import { findRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { charts, members } from '#server/database/schema.ts';
import { bindSpec } from '#server/queries/bindings.ts';
import type { QueryServices } from '#server/queries/services.ts';
import { publishChange } from '#server/live/changes.ts';

type ChartContext = MemberContext<QueryServices>;
type NewChart = z.output<(typeof chartRoutes)['POST /charts']['input']>;
type ChangedChart = z.output<(typeof chartRoutes)['PATCH /charts/:id']['input']>;

type PlainChart = Omit<SavedChart, 'right'>;

/** Saved charts that the caller may see, newest first. */
export async function listVisibleCharts(ctx: ChartContext): Promise<SavedChart[]> {
  const charts = await listCharts(ctx.db, maySeeChart(ctx.identity.member));
  return Promise.all(charts.map((chart) => withRight(ctx, chart)));
}

/** A viewer cannot edit a chart, even if they saved it when they were an editor. */
async function withRight(ctx: ChartContext, chart: PlainChart): Promise<SavedChart> {
  const right = await findRight(ctx, { kind: 'chart', id: chart.id });
  const isViewer = ctx.identity.member.role === 'viewer';
  return { ...chart, right: right === 'edit' && !isViewer ? 'edit' : 'view' };
}

async function listCharts(db: Queryable, condition: SQL): Promise<PlainChart[]> {
  const rows = await db
    .select({ row: charts, by: { id: members.id, name: members.name } })
    .from(charts)
    .leftJoin(members, eq(members.id, charts.memberId))
    .where(condition)
    .orderBy(desc(charts.updatedAt), desc(charts.id));
  return rows.map(({ row: { memberId: _, reads: __, ...chart }, by }) => ({
    ...chart,
    by,
    dataset: chart.chart.ask.kind === 'sql' ? null : chart.chart.ask.dataset,
    createdAt: chart.createdAt.toISOString(),
    updatedAt: chart.updatedAt.toISOString(),
  }));
}

export const loadChart = async (ctx: ChartContext, id: string): Promise<SavedChart> =>
  withRight(ctx, await loadPlainChart(ctx.db, id));

async function loadPlainChart(db: Queryable, id: string): Promise<PlainChart> {
  const [chart] = await listCharts(db, eq(charts.id, id));
  if (!chart) throw new Problem('not_found');
  return chart;
}

export async function createChart(ctx: ChartContext, input: NewChart): Promise<SavedChart> {
  const id = randomUUID();
  const chart = await bindChart(ctx, input.chart);
  const reads = readsOf(chart);
  const created = await ctx.db.transaction(async (tx) => {
    await tx.insert(charts).values({ id, ...input, chart, reads, memberId: ctx.identity.member.id });
    return publishChartChange(tx, id, reads);
  });
  return withRight(ctx, created);
}

export async function changeChart(ctx: ChartContext, { id, name, ...input }: ChangedChart): Promise<SavedChart> {
  const chart = input.chart && (await bindChart(ctx, input.chart, (await loadPlainChart(ctx.db, id)).chart));
  const reads = chart && readsOf(chart);
  const changes = { ...(name !== undefined && { name }), ...(chart && { chart, reads }), updatedAt: new Date() };
  const changed = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.update(charts).set(changes).where(eq(charts.id, id)).returning();
    if (!row) throw new Problem('not_found');
    return publishChartChange(tx, id, row.reads);
  });
  return withRight(ctx, changed);
}

const bindChart = async (ctx: ChartContext, chart: Chart, before?: Chart): Promise<Chart> => ({
  ...chart,
  ask: await bindSpec(ctx, chart.ask, before?.ask),
});

/** The datasets that a chart reads; none for SQL that cannot be parsed. */
const readsOf = ({ ask: spec }: Chart): string[] => datasetsOfSpec(spec) ?? [];

export function deleteChart(db: Database, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx.delete(charts).where(eq(charts.id, id)).returning({ reads: charts.reads });
    if (!deleted) throw new Problem('not_found');
    await publishChange(tx, { kind: 'chart', id, datasets: deleted.reads });
  });
}

async function publishChartChange(tx: Queryable, id: string, datasets: string[]): Promise<PlainChart> {
  const chart = await loadPlainChart(tx, id);
  await publishChange(tx, { kind: 'chart', id, datasets });
  return chart;
}
