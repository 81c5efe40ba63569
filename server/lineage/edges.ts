import { and, eq, inArray, or, sql } from 'drizzle-orm';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import type { LineageNode } from '#contract/lineage/routes.ts';
import { sameInBoth } from '#domain/columns/column.ts';
import { findRight } from '#server/access/rights.ts';
import type { DependentUse } from '#server/dashboards/dependents.ts';
import { alerts, applications, extracts, relations, reports, shares } from '#server/database/schema.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { ExtractRow } from '#server/extracts/services.ts';
import type { QueryContext } from '#server/queries/services.ts';
import type { LineageGraph } from './graph.ts';
import { findRelatedUses } from './related-uses.ts';

// All edges of the lineage are created in this file. A new kind of node adds its edges here: sources of a dataset in
// `addDataset`, readers of a dataset in `addUses`.

const titleOf = ({ name, label }: { name: string; label: { en_US: string; zh_CN: string } }) => ({
  en_US: label.en_US || label.zh_CN || name,
  zh_CN: label.zh_CN || label.en_US || name,
});

/** A dataset in the lineage. */
export type DatasetNode = { node: LineageNode; dataset: Dataset };

/** A dataset with its application and the extracts that load it. Undefined, and counted, if it may not be seen. */
export async function addDataset(ctx: QueryContext, graph: LineageGraph, id: string): Promise<DatasetNode | undefined> {
  if (!(await findRight(ctx, { kind: 'dataset', id }))) {
    graph.hide(1);
    return undefined;
  }
  const isNew = !graph.has('dataset', id);
  const dataset = await loadDataset(ctx.db, id);
  const { applicationId } = dataset;
  const node = graph.add({
    kind: 'dataset',
    id,
    title: titleOf(dataset),
    parent: { id: applicationId, application: applicationId },
    isLate: dataset.lateSince !== null,
    isVerified: dataset.verification !== null,
  });
  if (!isNew) return { node, dataset };
  const [application] = await ctx.db.select().from(applications).where(eq(applications.id, applicationId));
  const source = graph.add({ kind: 'application', id: applicationId, title: sameInBoth(application?.name ?? '') });
  graph.link(source, node);
  await addLoads(ctx, graph, node);
  await addRelated(ctx, graph, node);
  return { node, dataset };
}

const addExtract = (graph: LineageGraph, { id, name, applicationId }: ExtractRow): LineageNode => {
  const parent = { id: applicationId, application: applicationId };
  return graph.add({ kind: 'extract', id, title: sameInBoth(name), parent });
};

/** The extracts that load a dataset, with the connected tables that they read. */
async function addLoads(ctx: QueryContext, graph: LineageGraph, node: LineageNode): Promise<void> {
  for (const row of await ctx.db.select().from(extracts).where(eq(extracts.datasetId, node.id))) {
    const extract = addExtract(graph, row);
    graph.link(extract, node);
    const source = row.source.kind === 'dataset' && (await addDataset(ctx, graph, row.source.dataset));
    if (source) graph.link(source.node, extract);
  }
}

/** The datasets whose columns queries on a dataset can use. */
async function addRelated(ctx: QueryContext, graph: LineageGraph, node: LineageNode): Promise<void> {
  const backwards = and(eq(relations.relatedId, node.id), eq(relations.cardinality, 'one_to_one'));
  const rows = await ctx.db
    .select()
    .from(relations)
    .where(or(eq(relations.datasetId, node.id), backwards));
  for (const { datasetId, relatedId, label } of rows) {
    const isForwards = datasetId === node.id;
    const related = await addDataset(ctx, graph, isForwards ? relatedId : datasetId);
    const own = isForwards ? label : sameInBoth('');
    if (!related) continue;
    const { title } = related.node;
    graph.link(related.node, node, { en_US: own.en_US || title.en_US, zh_CN: own.zh_CN || title.zh_CN });
  }
}

/** Adds uses of the columns of a dataset through one or more relations. */
export async function addRelatedUses(ctx: QueryContext, graph: LineageGraph, id: string): Promise<void> {
  for (const { root, uses } of await findRelatedUses(ctx, id)) {
    const source = await addDataset(ctx, graph, root);
    if (source) addUses(graph, source, uses);
  }
}

/** The datasets that extracts load from a dataset. */
export async function addExtractsOf(ctx: QueryContext, graph: LineageGraph, node: LineageNode): Promise<Dataset[]> {
  const reading = sql`${extracts.source}->>'dataset' = ${node.id}`;
  const loaded: Dataset[] = [];
  for (const row of await ctx.db.select().from(extracts).where(reading)) {
    if (!(await findRight(ctx, { kind: 'application', id: row.applicationId }))) {
      graph.hide(1);
      continue;
    }
    graph.link(node, addExtract(graph, row));
    const target = row.datasetId && (await addDataset(ctx, graph, row.datasetId));
    if (target) loaded.push(target.dataset);
  }
  return loaded;
}

function addMetric(graph: LineageGraph, { node, dataset }: DatasetNode, id: string): LineageNode | undefined {
  const metric = dataset.metrics.find((each) => each.id === id);
  if (!metric) return undefined;
  const parent = { id: dataset.id, application: dataset.applicationId };
  const isVerified = metric.verification !== null;
  const added = graph.add({ kind: 'metric', id, title: titleOf(metric), parent, isVerified });
  graph.link(node, added);
  return added;
}

function nodeOf(graph: LineageGraph, { kind, id, title, dashboard }: Dependent): LineageNode | undefined {
  if (kind === 'chart' || kind === 'alert') return graph.add({ kind, id, title });
  if (!dashboard) return undefined;
  const node = graph.add({ kind: 'dashboard', ...dashboard });
  if (kind === 'card' && node.cards.every((card) => card.id !== id)) node.cards.push({ id, title });
  return node;
}

/** Adds the readers of a dataset: linked from its metrics if they use some, else from the dataset. */
export function addUses(graph: LineageGraph, source: DatasetNode, uses: DependentUse[]): void {
  for (const { dependent } of uses) {
    if (dependent.kind === 'hidden') graph.hide(1);
    else if (dependent.kind === 'metric') addMetric(graph, source, dependent.id);
    else {
      const node = nodeOf(graph, dependent);
      const metrics = dependent.metrics.flatMap((id) => addMetric(graph, source, id) ?? []);
      if (node) for (const from of metrics.length > 0 ? metrics : [source.node]) graph.link(from, node);
    }
  }
}

/**
 * Adds the reports and public links of dashboards, and the alerts that were created on their cards. Returns the number
 * of hidden alerts: they may already be counted among the uses of a dataset.
 */
export async function addDeliveries(ctx: QueryContext, graph: LineageGraph): Promise<number> {
  const boards = new Map(graph.list('dashboard').map((node) => [node.id, node]));
  const ids = [...boards.keys()];
  if (ids.length === 0) return 0;
  const { member } = ctx.identity;
  const isOwn = ({ memberId }: { memberId: string | null }) => member.role === 'owner' || memberId === member.id;
  for (const row of await ctx.db.select().from(reports).where(inArray(reports.dashboardId, ids))) {
    if (!isOwn(row)) graph.hide(1);
    else
      graph.link(boards.get(row.dashboardId)!, graph.add({ kind: 'report', id: row.id, title: sameInBoth(row.name) }));
  }
  for (const row of await ctx.db.select().from(shares).where(inArray(shares.dashboardId, ids))) {
    const { id, name, dashboardId } = row;
    const isVisible = isOwn(row) || (await findRight(ctx, { kind: 'dashboard', id: dashboardId })) === 'edit';
    const parent = { id: dashboardId, application: null };
    if (!isVisible) graph.hide(1);
    else graph.link(boards.get(dashboardId)!, graph.add({ kind: 'share', id, title: sameInBoth(name), parent }));
  }
  return addAlertsOf(ctx, graph, { boards, isOwn });
}

type DeliveryRules = { boards: Map<string, LineageNode>; isOwn: (row: { memberId: string | null }) => boolean };

async function addAlertsOf(ctx: QueryContext, graph: LineageGraph, { boards, isOwn }: DeliveryRules): Promise<number> {
  const origin = sql`${alerts.origin}->>'dashboard'`;
  const rows = await ctx.db
    .select()
    .from(alerts)
    .where(inArray(origin, [...boards.keys()]));
  const visible = rows.filter(isOwn);
  for (const row of visible) {
    const node = graph.add({ kind: 'alert', id: row.id, title: sameInBoth(row.name) });
    graph.link(boards.get(row.origin!.dashboard)!, node);
  }
  return rows.length - visible.length;
}
