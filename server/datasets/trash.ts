import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { throwNameTaken } from '#server/database/name-taken.ts';
import type { Database } from '#server/database/open.ts';
import { applications, datasets, segments } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { loadDatasetRow } from './read.ts';
import type { DatasetServices } from './services.ts';

const isTrashed = (id: string) => and(eq(datasets.id, id), isNotNull(datasets.trashedAt));

export async function trashDataset(db: Database, id: string): Promise<void> {
  const { applicationId } = await loadDatasetRow(db, id);
  await db.update(datasets).set({ trashedAt: new Date() }).where(eq(datasets.id, id));
  await publishChange(db, { kind: 'application', id: applicationId });
}

/** Restores a dataset from the trash, unless another one took its name. */
export async function recoverDataset(db: Database, id: string): Promise<void> {
  const [dataset] = await db.select().from(datasets).where(isTrashed(id));
  if (!dataset) throw new Problem('not_found');
  const { applicationId, name } = dataset;
  const [application] = await db.select().from(applications).where(eq(applications.id, applicationId));
  if (!application || application.trashedAt) throw new Problem('not_found');
  const [taken] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt)));
  if (taken) throw new Problem('name_taken', { value: name });
  await db.update(datasets).set({ trashedAt: null }).where(eq(datasets.id, id)).catch(throwNameTaken(name));
  await publishChange(db, { kind: 'application', id: applicationId });
}

type DeletionServices = Pick<DatasetServices, 'db' | 'segments'>;

/** Permanently deletes a trashed dataset and its rows. */
export async function deleteDataset(ctx: DeletionServices, id: string): Promise<void> {
  const [dataset] = await ctx.db.select().from(datasets).where(isTrashed(id));
  if (!dataset) throw new Problem('not_found');
  await removeDatasets(ctx, [id]);
}

/** First the datasets, then their rows: rows without a dataset are removed at the next start. */
export async function removeDatasets(ctx: DeletionServices, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = await ctx.db
    .selectDistinct({ datasetId: segments.datasetId, file: segments.file })
    .from(segments)
    .where(inArray(segments.datasetId, ids));
  await ctx.db.delete(datasets).where(inArray(datasets.id, ids));
  await ctx.segments.removeDatasets(ids, list);
}
