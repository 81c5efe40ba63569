import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { rm } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, datasets, segments } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { segmentFile } from './folders.ts';
import { loadDatasetRow } from './read.ts';

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
  await db.update(datasets).set({ trashedAt: null }).where(eq(datasets.id, id));
  await publishChange(db, { kind: 'application', id: applicationId });
}

/** Permanently deletes a trashed dataset and its files. */
export async function deleteDataset({ db, config }: { db: Database; config: Config }, id: string): Promise<void> {
  const [dataset] = await db.select().from(datasets).where(isTrashed(id));
  if (!dataset) throw new Problem('not_found');
  await removeDatasets(db, config, [id]);
}

/** Database rows first, then files: a file without a row is removed at the next start. */
export async function removeDatasets(db: Database, config: Config, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const files = await db.selectDistinct({ file: segments.file }).from(segments).where(inArray(segments.datasetId, ids));
  await db.delete(datasets).where(inArray(datasets.id, ids));
  await removeFiles(
    db,
    config,
    files.map(({ file }) => file),
  );
}

/** Deletes the files that no dataset lists any more. */
export async function removeFiles(db: Queryable, config: Config, files: string[]): Promise<void> {
  if (files.length === 0) return;
  const listed = await db.select({ file: segments.file }).from(segments).where(inArray(segments.file, files));
  const listedFiles = new Set(listed.map(({ file }) => file));
  for (const file of files) if (!listedFiles.has(file)) await rm(segmentFile(config, file), { force: true });
}
