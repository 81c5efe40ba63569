import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Member } from '#contract/accounts/routes.ts';
import { cardKey, datasetsOfSpec } from '#domain/dashboard/parts.ts';
import { anyMember } from '#server/access/rights.ts';
import { asMember, loadCreators } from '#server/accounts/on-behalf.ts';
import { bindCards, bindDashboard } from '#server/dashboards/bind-sql.ts';
import { alerts, charts, dashboards, dashboardVersions, drafts } from '#server/database/schema.ts';
import { bindSpec, bindSql } from '#server/queries/bindings.ts';
import type { QueryContext, QueryServices } from '#server/queries/services.ts';

/** SQL saved by versions that did not bind table names to datasets. */
const hasUnbound = (document: PgColumn): SQL => sql`${document} @? '$.** ? (@.kind == "sql" && !exists(@.tables))'`;

const noMember: Member = { ...anyMember, name: '', username: '', email: '', avatar: null, createdAt: '' };

/** Contexts of the authors, by member id; a removed member counts as any member. */
async function loadAuthorContexts(
  ctx: QueryServices,
  ids: (string | null)[],
): Promise<(id: string | null) => QueryContext> {
  const creators = await loadCreators(
    ctx.db,
    ids.map((memberId) => ({ memberId })),
  );
  return (id) => asMember(ctx, creators.get(id ?? '') ?? noMember);
}

/** Binds table names in saved SQL to datasets, with the rights of its authors. Newly saved SQL is bound when saved. */
export async function bindSavedSql(ctx: QueryServices): Promise<void> {
  await bindPublished(ctx);
  await bindVersions(ctx);
  await bindDrafts(ctx);
  await bindCharts(ctx);
  await bindAlerts(ctx);
}

async function bindPublished(ctx: QueryServices): Promise<void> {
  const rows = await ctx.db.select().from(dashboards).where(hasUnbound(dashboards.document));
  for (const { id, document, publishers, version } of rows) {
    const authorContextOf = await loadAuthorContexts(ctx, Object.values(publishers));
    const bound = await bindCards((card) => authorContextOf(publishers[cardKey(card.id)] ?? null), document);
    await ctx.db
      .update(dashboards)
      .set({ document: bound })
      .where(and(eq(dashboards.id, id), eq(dashboards.version, version)));
  }
}

async function bindVersions(ctx: QueryServices): Promise<void> {
  const rows = await ctx.db.select().from(dashboardVersions).where(hasUnbound(dashboardVersions.document));
  const authorContextOf = await loadAuthorContexts(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { dashboardId, number, memberId, document } of rows)
    await ctx.db
      .update(dashboardVersions)
      .set({ document: await bindDashboard(authorContextOf(memberId), document) })
      .where(and(eq(dashboardVersions.dashboardId, dashboardId), eq(dashboardVersions.number, number)));
}

async function bindDrafts(ctx: QueryServices): Promise<void> {
  const rows = await ctx.db.select().from(drafts).where(hasUnbound(drafts.document));
  const authorContextOf = await loadAuthorContexts(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { dashboardId, memberId, document } of rows)
    await ctx.db
      .update(drafts)
      .set({ document: await bindDashboard(authorContextOf(memberId), document) })
      .where(and(eq(drafts.dashboardId, dashboardId), eq(drafts.memberId, memberId)));
}

async function bindCharts(ctx: QueryServices): Promise<void> {
  const rows = await ctx.db.select().from(charts).where(hasUnbound(charts.chart));
  const authorContextOf = await loadAuthorContexts(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { id, memberId, chart } of rows) {
    const spec = await bindSpec(authorContextOf(memberId), chart.ask);
    await ctx.db
      .update(charts)
      .set({ chart: { ...chart, ask: spec }, reads: datasetsOfSpec(spec) ?? [] })
      .where(eq(charts.id, id));
  }
}

async function bindAlerts(ctx: QueryServices): Promise<void> {
  const isUnbound = sql`${alerts.watch} ? 'sql' and not ${alerts.watch} ? 'tables'`;
  const rows = await ctx.db.select().from(alerts).where(isUnbound);
  const authorContextOf = await loadAuthorContexts(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  for (const { id, memberId, watch } of rows) {
    if (!('sql' in watch)) continue;
    const tables = await bindSql(authorContextOf(memberId), watch.sql, []);
    await ctx.db
      .update(alerts)
      .set({ watch: { ...watch, tables } })
      .where(eq(alerts.id, id));
  }
}
