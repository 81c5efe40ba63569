import { and, eq, gt, isNotNull, lt, lte, notExists, sql } from 'drizzle-orm';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { arrivals, datasets, deliveries, segments, versions } from '#server/database/schema.ts';
import { belongTogether } from '#server/installation/settings.ts';
import { segmentFolder } from './folders.ts';
import type { Services } from './services.ts';
import { removeDatasets, removeFiles } from './trash.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
export const trashTime = 30 * day;
/** A reader that was told of a segment still opens it within this time. */
const readersGrace = 10 * minute;

/** Removes files that no version lists: what a killed server left behind. */
export async function removeOrphans({ db, config, log }: Services): Promise<void> {
  const folder = segmentFolder(config.dataDirectory);
  await mkdir(folder, { recursive: true });
  const listed = new Set((await db.selectDistinct({ file: segments.file }).from(segments)).map(({ file }) => file));
  const names = await readdir(folder);
  const orphans = names.filter((name) => !listed.has(name.replace(/\.duckdb$/, '')));
  const knowsSome = orphans.length < names.length;
  if (!(await belongTogether(db, config.dataDirectory, names.length === 0 || knowsSome))) {
    log.warn({ folder }, 'The database knows none of the rows in the data directory. Nothing is cleared away.');
    return;
  }
  for (const name of orphans) await rm(path.join(folder, name), { force: true });
}

/** Clears away the trash after its time, thins the history of pushes, and files that no version lists. */
export async function clearDatasets(ctx: Services): Promise<void> {
  const { db, config } = ctx;
  const old = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(lt(datasets.trashedAt, new Date(Date.now() - trashTime)));
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

// Of pushes older than a day, the last version of each day is kept.
async function thinPushes({ db }: Services): Promise<void> {
  await db.execute(sql`
    delete from versions v using datasets d
    where d.id = v.dataset_id and v.number < d.version and v.cause = 'push' and v.created_at < now() - interval '1 day'
      and exists (select 1 from versions later where later.dataset_id = v.dataset_id and later.cause = 'push'
        and later.number > v.number and later.created_at::date = v.created_at::date)`);
}

async function removeUnlisted({ db, config }: Services): Promise<void> {
  const isSeen = db
    .select({ one: sql`1` })
    .from(versions)
    .where(
      and(
        eq(versions.datasetId, segments.datasetId),
        lte(segments.first, versions.number),
        gt(segments.last, versions.number),
      ),
    );
  const gone = await db
    .delete(segments)
    .where(
      and(isNotNull(segments.last), lt(segments.removedAt, new Date(Date.now() - readersGrace)), notExists(isSeen)),
    )
    .returning({ file: segments.file });
  await removeFiles(db, config, [...new Set(gone.map(({ file }) => file))]);
}
