import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { Problem } from '#contract/errors.ts';
import type { AlertWatch } from '#contract/alerts/schemas.ts';
import { datasetsOfSpec } from '#domain/dashboard/parts.ts';
import type { Chart } from '#domain/query/chart.ts';
import type { Expression } from '#domain/query/expression.ts';
import type { Formula } from '#domain/query/query.ts';
import type { RelationKey } from '#domain/query/relation.ts';
import type { RemapEntry } from '#contract/lineage/remaps.ts';
import { initialState } from '#server/alerts/store.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { alerts, calculatedColumns, charts, metrics, relations } from '#server/database/schema.ts';
import { publishDatasetEdit } from '#server/datasets/edit.ts';
import { markChanged } from '#server/datasets/freshness.ts';
import { removeOutdatedMarks } from '#server/datasets/outdated-marks.ts';
import { lockDataset } from '#server/datasets/publish.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';

/** A value that is replaced only if it is still the expected one. */
type ValueChange<Value> = { id: string; expected: Value; value: Value };

const holds = (column: PgColumn, value: unknown) => sql`${column} = ${JSON.stringify(value)}::jsonb`;

function requireChanged(rows: unknown[]): void {
  if (rows.length === 0) throw new Problem('remap_edited');
}

type SavedEntry = Exclude<RemapEntry, { kind: 'dashboard' }>;
type SaveOptions = { expected: 'before' | 'after'; memberId: string };

/** Replaces one value of an entry by the other, if the object still has the expected one. */
export async function saveEntry(tx: Queryable, entry: SavedEntry, { expected, memberId }: SaveOptions): Promise<void> {
  const { id } = entry;
  const isBack = expected === 'after';
  const changeOf = <Value>({ before, after }: { before: Value; after: Value }): ValueChange<Value> =>
    isBack ? { id, expected: after, value: before } : { id, expected: before, value: after };
  if (entry.kind === 'chart') return saveChart(tx, changeOf(entry));
  if (entry.kind === 'metric') return saveMetric(tx, changeOf(entry));
  if (entry.kind === 'calculation') return saveCalculation(tx, changeOf(entry));
  if (entry.kind === 'relation') return saveKeys(tx, changeOf(entry));
  return saveWatch(tx, memberId, changeOf(entry));
}

const ownTables = { metric: metrics, calculation: calculatedColumns, relation: relations };

/** The dataset that a metric, calculated column or relation belongs to; undefined if it was deleted. */
export async function findDatasetOf(
  db: Queryable,
  { kind, id }: { kind: keyof typeof ownTables; id: string },
): Promise<string | undefined> {
  const table = ownTables[kind];
  const [row] = await db.select({ dataset: table.datasetId }).from(table).where(eq(table.id, id));
  return row?.dataset;
}

/** Publishes changes of the datasets whose definitions changed, so that open pages reload them. */
export async function publishEdits(
  db: Database,
  dataset: string,
  entries: Pick<RemapEntry, 'kind' | 'id'>[],
): Promise<void> {
  const ids = new Set([dataset]);
  for (const { kind, id } of entries) {
    const own = kind in ownTables && (await findDatasetOf(db, { kind: kind as keyof typeof ownTables, id }));
    if (own) ids.add(own);
  }
  for (const id of ids) await publishDatasetEdit(db, id);
}

async function lockOwner(tx: Queryable, item: Parameters<typeof findDatasetOf>[1]): Promise<string> {
  const dataset = await findDatasetOf(tx, item);
  if (!dataset) throw new Problem('remap_deleted');
  await lockDataset(tx, dataset);
  return dataset;
}

async function saveCalculation(tx: Queryable, { id, expected, value }: ValueChange<Expression>): Promise<void> {
  const dataset = await lockOwner(tx, { kind: 'calculation', id });
  const changed = await tx
    .update(calculatedColumns)
    .set({ expression: value })
    .where(and(eq(calculatedColumns.id, id), holds(calculatedColumns.expression, expected)))
    .returning({ id: calculatedColumns.id });
  requireChanged(changed);
  await removeOutdatedMarks(tx, dataset);
  await markChanged(tx, dataset);
}

async function saveKeys(tx: Queryable, { id, expected, value }: ValueChange<RelationKey[]>): Promise<void> {
  await lockOwner(tx, { kind: 'relation', id });
  const changed = await tx
    .update(relations)
    .set({ keys: value })
    .where(and(eq(relations.id, id), holds(relations.keys, expected)))
    .returning({ id: relations.id });
  requireChanged(changed);
}

async function saveChart(tx: Queryable, { id, expected, value }: ValueChange<Chart>): Promise<void> {
  const reads = datasetsOfSpec(value.ask) ?? [];
  const changed = await tx
    .update(charts)
    .set({ chart: value, reads, updatedAt: new Date() })
    .where(and(eq(charts.id, id), holds(charts.chart, expected)))
    .returning({ id: charts.id });
  requireChanged(changed);
  await publishChange(tx, { kind: 'chart', id, datasets: reads });
}

async function saveMetric(tx: Queryable, { id, expected, value }: ValueChange<Formula>): Promise<void> {
  const dataset = await lockOwner(tx, { kind: 'metric', id });
  const changed = await tx
    .update(metrics)
    .set({ formula: value })
    .where(and(eq(metrics.id, id), holds(metrics.formula, expected)))
    .returning({ id: metrics.id });
  requireChanged(changed);
  await removeOutdatedMarks(tx, dataset);
}

/** The state of the alert is reset, as after every change of its query. */
async function saveWatch(
  tx: Queryable,
  editorId: string,
  { id, expected, value }: ValueChange<AlertWatch>,
): Promise<void> {
  const reads = 'sql' in value ? {} : { reads: [value.dataset] };
  const changed = await tx
    .update(alerts)
    .set({
      ...initialState,
      ...reads,
      watch: value,
      editorId,
      datasetLimit: null,
      snoozedUntil: null,
      nextCheckAt: dueNow,
      claimedUntil: null,
      revision: sql`${alerts.revision} + 1`,
    })
    .where(and(eq(alerts.id, id), holds(alerts.watch, expected)))
    .returning({ member: alerts.memberId });
  requireChanged(changed);
  await publishChange(tx, { kind: 'alert', id, member: changed[0]!.member });
}
