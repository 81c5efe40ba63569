import { and, eq, gt, isNotNull, lt, lte, notExists, sql } from 'drizzle-orm';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { arrivals, datasets, deliveries, segments, versions } from '#server/database/schema.ts';
import { databaseMatchesDirectory } from '#server/installation/settings.ts';
import { segmentFolder } from './folders.ts';
import type { DatasetServices } from './services.ts';
import { removeDatasets, removeFiles } from './trash.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
export const trashRetentionMs = 30 * day;
/** A reader that has listed a segment opens its file within this time. */
const readGraceMs = 10 * minute;

/** Deletes files that no version lists, left behind by a killed server. */
export async function removeOrphans({ db, config, log }: DatasetServices): Promise<void> {
  const folder = segmentFolder(config.dataDirectory);
  await mkdir(folder, { recursive: true });
  const listed = new Set((await db.selectDistinct({ file: segments.file }).from(segments)).map(({ file }) => file));
  const names = await readdir(folder);
  const orphans = names.filter((name) => !listed.has(name.replace(/\.duckdb$/, '')));
  const hasListed = orphans.length < names.length;
  if (!(await databaseMatchesDirectory(db, config.dataDirectory, names.length === 0 || hasListed))) {
    log.warn({ folder }, "The database doesn't know any of the rows in the data directory. Nothing is cleaned up.");
    return;
  }
  for (const name of orphans) await rm(path.join(folder, name), { force: true });
}

/** Purges expired trash, thins the history of pushes and deletes files that no version lists. */
export async function cleanUpDatasets(ctx: DatasetServices): Promise<void> {
  const { db, config } = ctx;
  const old = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(lt(datasets.trashedAt, new Date(Date.now() - trashRetentionMs)));
  await removeDatasets(
    db,
    config,
    old.map(({ id }) => id),
  );
  await thinPushes(ctx);
  await removeUnlisted(ctx);
  await db.delete(arrivals).where(lt(arrivals.minute, new Date(Date.now() - 7 * day)));
  await db.delete(deliveries).where(lt(deliveries.createdAt, new Date(Date.now() - 7 * day)));
}

// Of pushes older than a day, only the last version of each day stays.
async function thinPushes({ db }: DatasetServices): Promise<void> {
  await db.execute(sql`
    delete from versions v using datasets d
    where d.id = v.dataset_id and v.number < d.version and v.cause = 'push' and v.created_at < now() - interval '1 day'
      and exists (select 1 from versions later where later.dataset_id = v.dataset_id and later.cause = 'push'
        and later.number > v.number and later.created_at::date = v.created_at::date)`);
}

async function removeUnlisted({ db, config }: DatasetServices): Promise<void> {
  const isListed = db
    .select({ one: sql`1` })
    .from(versions)
    .where(
      and(
        eq(versions.datasetId, segments.datasetId),
        lte(segments.first, versions.number),
        gt(segments.last, versions.number),
      ),
    );
  const deleted = await db
    .delete(segments)
    .where(
      and(isNotNull(segments.last), lt(segments.removedAt, new Date(Date.now() - readGraceMs)), notExists(isListed)),
    )
    .returning({ file: segments.file });
  await removeFiles(db, config, [...new Set(deleted.map(({ file }) => file))]);
}
