import { desc, eq, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { Chart } from '#contract/chart.ts';
import type { chartRoutes, SavedChart } from '#contract/charts.ts';
import { datasetsOfAsk } from '#contract/dashboard-parts.ts';
import { Problem } from '#contract/errors.ts';
import { maySeeChart } from '#server/access/conditions.ts';
import { findRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { charts, members } from '#server/database/schema.ts';
import { bindAsk } from '#server/queries/bindings.ts';
import type { Services } from '#server/queries/services.ts';
import { tellChange } from '#server/live/changes.ts';

type Caller = MemberContext<Services>;
type NewChart = z.output<(typeof chartRoutes)['POST /charts']['input']>;
type ChangedChart = z.output<(typeof chartRoutes)['PATCH /charts/:id']['input']>;

type PlainChart = Omit<SavedChart, 'right'>;

/** Charts that were kept and that someone may see, newest first. */
export async function listSeen(ctx: Caller): Promise<SavedChart[]> {
  const charts = await listCharts(ctx.db, maySeeChart(ctx.identity.member));
  return Promise.all(charts.map((chart) => withRight(ctx, chart)));
}

/** A role is a bound: whoever kept it and only views now changes nothing. */
async function withRight(ctx: Caller, chart: PlainChart): Promise<SavedChart> {
  const right = await findRight(ctx, { kind: 'chart', id: chart.id });
  const isBound = ctx.identity.member.role === 'viewer';
  return { ...chart, right: right === 'edit' && !isBound ? 'edit' : 'view' };
}

async function listCharts(db: Queryable, condition: SQL): Promise<PlainChart[]> {
  const rows = await db
    .select({ kept: charts, by: { id: members.id, name: members.name } })
    .from(charts)
    .leftJoin(members, eq(members.id, charts.memberId))
    .where(condition)
    .orderBy(desc(charts.updatedAt), desc(charts.id));
  return rows.map(({ kept: { memberId: _, reads: __, ...kept }, by }) => ({
    ...kept,
    by,
    dataset: kept.chart.ask.kind === 'sql' ? null : kept.chart.ask.dataset,
    createdAt: kept.createdAt.toISOString(),
    updatedAt: kept.updatedAt.toISOString(),
  }));
}

export const loadChart = async (ctx: Caller, id: string): Promise<SavedChart> =>
  withRight(ctx, await loadPlain(ctx.db, id));

async function loadPlain(db: Queryable, id: string): Promise<PlainChart> {
  const [found] = await listCharts(db, eq(charts.id, id));
  if (!found) throw new Problem('not_found');
  return found;
}

export async function createChart(ctx: Caller, input: NewChart): Promise<SavedChart> {
  const id = randomUUID();
  const chart = await bindChart(ctx, input.chart);
  const reads = readsOf(chart);
  const made = await ctx.db.transaction(async (tx) => {
    await tx.insert(charts).values({ id, ...input, chart, reads, memberId: ctx.identity.member.id });
    return tellChart(tx, id, reads);
  });
  return withRight(ctx, made);
}

export async function changeChart(ctx: Caller, { id, name, ...input }: ChangedChart): Promise<SavedChart> {
  const chart = input.chart && (await bindChart(ctx, input.chart, (await loadPlain(ctx.db, id)).chart));
  const reads = chart && readsOf(chart);
  const changes = { ...(name !== undefined && { name }), ...(chart && { chart, reads }), updatedAt: new Date() };
  const changed = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.update(charts).set(changes).where(eq(charts.id, id)).returning();
    if (!row) throw new Problem('not_found');
    return tellChart(tx, id, row.reads);
  });
  return withRight(ctx, changed);
}

const bindChart = async (ctx: Caller, chart: Chart, before?: Chart): Promise<Chart> => ({
  ...chart,
  ask: await bindAsk(ctx, chart.ask, before?.ask),
});

/** The datasets that a chart is about. SQL that is not understood is about none. */
const readsOf = ({ ask }: Chart): string[] => datasetsOfAsk(ask) ?? [];

export function deleteChart(db: Database, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(charts).where(eq(charts.id, id)).returning({ reads: charts.reads });
    if (!gone) throw new Problem('not_found');
    await tellChange(tx, { kind: 'chart', id, datasets: gone.reads });
  });
}

async function tellChart(tx: Queryable, id: string, datasets: string[]): Promise<PlainChart> {
  const chart = await loadPlain(tx, id);
  await tellChange(tx, { kind: 'chart', id, datasets });
  return chart;
}
