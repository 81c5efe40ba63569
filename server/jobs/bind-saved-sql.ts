import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Member } from '#contract/accounts.ts';
import { cardKey, datasetsOfAsk } from '#contract/dashboard-parts.ts';
import { anyMember } from '#server/access/rights.ts';
import { asMember, loadMakers } from '#server/accounts/acting.ts';
import { bindCards, bindDashboard } from '#server/dashboards/bind.ts';
import { alerts, charts, dashboards, dashboardVersions, drafts } from '#server/database/schema.ts';
import { bindAsk, bindSql } from '#server/queries/bindings.ts';
import type { Asking, Services } from '#server/queries/services.ts';

/** SQL that was saved before names were bound to datasets. */
const hasUnbound = (document: PgColumn): SQL => sql`${document} @? '$.** ? (@.kind == "sql" && !exists(@.tables))'`;

const noMember: Member = { ...anyMember, name: '', username: '', email: '', avatar: null, createdAt: '' };

/** Whoever saved something, by id; who is gone counts as any member. */
async function openAuthors(ctx: Services, ids: (string | null)[]): Promise<(id: string | null) => Asking> {
  const makers = await loadMakers(
    ctx.db,
    ids.map((memberId) => ({ memberId })),
  );
  return (id) => asMember(ctx, makers.get(id ?? '') ?? noMember);
}

/** Binds the names in saved SQL to datasets, as its authors see them. Everything that is saved from now on is bound. */
export async function bindSavedSql(ctx: Services): Promise<void> {
  await bindPublished(ctx);
  await bindVersions(ctx);
  await bindDrafts(ctx);
  await bindCharts(ctx);
  await bindAlerts(ctx);
}

async function bindPublished(ctx: Services): Promise<void> {
  const rows = await ctx.db.select().from(dashboards).where(hasUnbound(dashboards.document));
  for (const { id, document, publishers, version } of rows) {
    const askerOf = await openAuthors(ctx, Object.values(publishers));
    const bound = await bindCards((card) => askerOf(publishers[cardKey(card.id)] ?? null), document);
    await ctx.db
      .update(dashboards)
      .set({ document: bound })
      .where(and(eq(dashboards.id, id), eq(dashboards.version, version)));
  }
}

async function bindVersions(ctx: Services): Promise<void> {
  const rows = await ctx.db.select().from(dashboardVersions).where(hasUnbound(dashboardVersions.document));
  const askerOf = await openAuthors(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { dashboardId, number, memberId, document } of rows)
    await ctx.db
      .update(dashboardVersions)
      .set({ document: await bindDashboard(askerOf(memberId), document) })
      .where(and(eq(dashboardVersions.dashboardId, dashboardId), eq(dashboardVersions.number, number)));
}

async function bindDrafts(ctx: Services): Promise<void> {
  const rows = await ctx.db.select().from(drafts).where(hasUnbound(drafts.document));
  const askerOf = await openAuthors(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { dashboardId, memberId, document } of rows)
    await ctx.db
      .update(drafts)
      .set({ document: await bindDashboard(askerOf(memberId), document) })
      .where(and(eq(drafts.dashboardId, dashboardId), eq(drafts.memberId, memberId)));
}

async function bindCharts(ctx: Services): Promise<void> {
  const rows = await ctx.db.select().from(charts).where(hasUnbound(charts.chart));
  const askerOf = await openAuthors(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { id, memberId, chart } of rows) {
    const ask = await bindAsk(askerOf(memberId), chart.ask);
    await ctx.db
      .update(charts)
      .set({ chart: { ...chart, ask }, reads: datasetsOfAsk(ask) ?? [] })
      .where(eq(charts.id, id));
  }
}

async function bindAlerts(ctx: Services): Promise<void> {
  const isUnbound = sql`${alerts.watch} ? 'sql' and not ${alerts.watch} ? 'tables'`;
  const rows = await ctx.db.select().from(alerts).where(isUnbound);
  const askerOf = await openAuthors(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { id, memberId, watch } of rows) {
    if (!('sql' in watch)) continue;
    const tables = await bindSql(askerOf(memberId), watch.sql, []);
    await ctx.db
      .update(alerts)
      .set({ watch: { ...watch, tables } })
      .where(eq(alerts.id, id));
  }
}
