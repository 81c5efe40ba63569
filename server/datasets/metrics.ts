import { and, eq, ne } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { metricRoutes } from '#contract/datasets/metrics.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { metrics } from '#server/database/schema.ts';
import { publishDatasetEdit } from './edit.ts';
import { removeOutdatedMarks } from './outdated-marks.ts';
import { lockDataset } from './publish.ts';
import { loadDataset } from './read.ts';

type MetricRoutes = typeof metricRoutes;
export type NewMetric = z.output<MetricRoutes['POST /datasets/:id/metrics']['input']>;
export type ChangedMetric = z.output<MetricRoutes['PUT /datasets/:id/metrics/:metric']['input']>;

/** Adds a metric whose formula was checked. */
export async function insertMetric(db: Database, { id, ...metric }: NewMetric): Promise<Dataset> {
  await db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireFree(tx, { dataset: id, metric: '', name: metric.name });
    await tx.insert(metrics).values({ id: randomUUID(), datasetId: id, ...metric });
  });
  return publishDatasetEdit(db, id);
}

export async function updateMetric(db: Database, { id, metric, ...fields }: ChangedMetric): Promise<Dataset> {
  await db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireFree(tx, { dataset: id, metric, name: fields.name });
    const changed = await tx.update(metrics).set(fields).where(isMetric(id, metric)).returning({ id: metrics.id });
    if (changed.length === 0) throw new Problem('not_found');
    await removeOutdatedMarks(tx, id);
  });
  return publishDatasetEdit(db, id);
}

export async function removeMetric(db: Database, id: string, metric: string): Promise<Dataset> {
  await loadDataset(db, id);
  const deleted = await db.delete(metrics).where(isMetric(id, metric)).returning({ id: metrics.id });
  if (deleted.length === 0) throw new Problem('not_found');
  return publishDatasetEdit(db, id);
}

const isMetric = (dataset: string, metric: string) => and(eq(metrics.datasetId, dataset), eq(metrics.id, metric));

async function requireFree(tx: Queryable, { dataset, metric, name }: Record<'dataset' | 'metric' | 'name', string>) {
  const [taken] = await tx
    .select({ id: metrics.id })
    .from(metrics)
    .where(and(eq(metrics.datasetId, dataset), eq(metrics.name, name), ne(metrics.id, metric)));
  if (taken) throw new Problem('name_taken', { value: name });
}
