import { and, eq, isNull } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Lineage } from '#contract/lineage/routes.ts';
import { datasetsOfSpec, partsOf } from '#domain/dashboard/parts.ts';
import { findRight } from '#server/access/rights.ts';
import { specOfWatch, findDependentAlerts } from '#server/alerts/dependent-alerts.ts';
import { usesInDashboard } from '#server/dashboards/dependents.ts';
import { loadPublished } from '#server/dashboards/store.ts';
import { alerts, dashboards } from '#server/database/schema.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { findDirectDependents } from './direct-dependents.ts';
import { addDataset, addDeliveries, addExtractsOf, addRelatedUses, addUses, type DatasetNode } from './edges.ts';
import { type LineageGraph, openGraph } from './graph.ts';

async function requireDataset(ctx: QueryContext, graph: LineageGraph, id: string): Promise<DatasetNode> {
  const loaded = await addDataset(ctx, graph, id);
  if (!loaded) throw new Problem('not_found');
  return loaded;
}

/** A dataset with all its sources and uses, including those through extracts. */
export async function loadDatasetLineage(ctx: QueryContext, { id }: { id: string }): Promise<Lineage> {
  const graph = openGraph();
  const focus = await requireDataset(ctx, graph, id);
  const datasets = new Set([id]);
  for (const each of datasets) {
    const loaded = await requireDataset(ctx, graph, each);
    addUses(graph, loaded, (await findDirectDependents(ctx, each)).uses);
    await addRelatedUses(ctx, graph, each);
    for (const target of await addExtractsOf(ctx, graph, loaded.node)) datasets.add(target.id);
  }
  await addDeliveries(ctx, graph);
  return graph.around(focus.node);
}

/** A metric with its dataset and the uses of the metric only. */
export async function loadMetricLineage(
  ctx: QueryContext,
  { id, metric }: { id: string; metric: string },
): Promise<Lineage> {
  const graph = openGraph();
  const loaded = await requireDataset(ctx, graph, id);
  const { uses } = await findDirectDependents(ctx, id);
  const isOfMetric = ({ dependent }: (typeof uses)[number]) =>
    dependent.metrics.includes(metric) || (dependent.kind === 'metric' && dependent.id === metric);
  addUses(graph, loaded, uses.filter(isOfMetric));
  await addDeliveries(ctx, graph);
  const focus = graph.list('metric').find((node) => node.id === metric);
  if (!focus) throw new Problem('not_found');
  return graph.around(focus);
}

/** A dashboard with the datasets that it reads, and its reports, public links and alerts. */
export async function loadDashboardLineage(ctx: QueryContext, { id }: { id: string }): Promise<Lineage> {
  const graph = openGraph();
  const { dashboard: document } = await loadPublished(ctx.db, id);
  const { title } = document;
  const focus = graph.add({ kind: 'dashboard', id, title });
  for (const dataset of new Set(partsOf(document).flatMap(({ datasets }) => datasets ?? []))) {
    const loaded = await addDataset(ctx, graph, dataset);
    if (loaded) addUses(graph, loaded, await usesInDashboard(ctx, loaded.dataset, { id, title, document }));
  }
  graph.hide(await addDeliveries(ctx, graph));
  return graph.around(focus);
}

/** An alert with the data that it watches, and the dashboard that it was created on. */
export async function loadAlertLineage(ctx: QueryContext, { id }: { id: string }): Promise<Lineage> {
  const { member } = ctx.identity;
  const [row] = await ctx.db.select().from(alerts).where(eq(alerts.id, id));
  if (!row || (member.role !== 'owner' && row.memberId !== member.id)) throw new Problem('not_found');
  const graph = openGraph();
  const focus = graph.add({ kind: 'alert', id, title: { en_US: row.name, zh_CN: row.name } });
  const origin = await addOrigin(ctx, graph, row);
  if (origin) graph.link(origin, focus);
  for (const dataset of datasetsOfSpec(specOfWatch(row.watch)) ?? row.reads) {
    const loaded = await addDataset(ctx, graph, dataset);
    if (!loaded) continue;
    const uses = await findDependentAlerts(ctx, dataset);
    addUses(
      graph,
      loaded,
      uses.filter(({ dependent }) => dependent.id === id),
    );
    if (origin) graph.link(loaded.node, origin);
  }
  return graph.around(focus);
}

async function addOrigin(ctx: QueryContext, graph: LineageGraph, { origin }: typeof alerts.$inferSelect) {
  if (!origin || !(await findRight(ctx, { kind: 'dashboard', id: origin.dashboard }))) return undefined;
  const isActive = and(eq(dashboards.id, origin.dashboard), isNull(dashboards.trashedAt));
  const [board] = await ctx.db.select({ id: dashboards.id, title: dashboards.title }).from(dashboards).where(isActive);
  return board && graph.add({ kind: 'dashboard', ...board });
}
