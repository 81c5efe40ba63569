import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { Problem } from '#contract/errors.ts';
import type { AlertWatch } from '#contract/alerts/schemas.ts';
import { datasetsOfAsk } from '#domain/dashboard/parts.ts';
import type { Chart } from '#domain/query/chart.ts';
import type { Formula } from '#domain/query/query.ts';
import { initialState } from '#server/alerts/store.ts';
import type { Queryable } from '#server/database/open.ts';
import { alerts, charts, metrics } from '#server/database/schema.ts';
import { removeOutdatedMarks } from '#server/datasets/outdated-marks.ts';
import { lockDataset } from '#server/datasets/publish.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';

/** A value that is replaced only if it is still the expected one. */
export type ValueChange<Value> = { id: string; expected: Value; value: Value };

const holds = (column: PgColumn, value: unknown) => sql`${column} = ${JSON.stringify(value)}::jsonb`;

function requireChanged(rows: unknown[]): void {
  if (rows.length === 0) throw new Problem('remap_edited');
}

export async function saveChart(tx: Queryable, { id, expected, value }: ValueChange<Chart>): Promise<void> {
  const reads = datasetsOfAsk(value.ask) ?? [];
  const changed = await tx
    .update(charts)
    .set({ chart: value, reads, updatedAt: new Date() })
    .where(and(eq(charts.id, id), holds(charts.chart, expected)))
    .returning({ id: charts.id });
  requireChanged(changed);
  await publishChange(tx, { kind: 'chart', id, datasets: reads });
}

export async function saveMetric(
  tx: Queryable,
  dataset: string,
  { id, expected, value }: ValueChange<Formula>,
): Promise<void> {
  await lockDataset(tx, dataset);
  const changed = await tx
    .update(metrics)
    .set({ formula: value })
    .where(and(eq(metrics.id, id), eq(metrics.datasetId, dataset), holds(metrics.formula, expected)))
    .returning({ id: metrics.id });
  requireChanged(changed);
  await removeOutdatedMarks(tx, dataset);
}

/** The state of the alert starts over, as after every change of what it watches. */
export async function saveWatch(
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
