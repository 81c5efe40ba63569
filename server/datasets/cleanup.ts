import { and, eq, gt, isNotNull, lt, lte, notExists, sql } from 'drizzle-orm';

import { arrivals, datasets, deliveries, segments, versions } from '#server/database/schema.ts';
import type { DatasetServices } from './services.ts';
import { removeDatasets } from './trash.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
export const trashRetentionMs = 30 * day;
/** A reader that has listed a segment reads it within this time. By the clock of the database: those of servers differ. */
const readGraceEnd = sql`now() - interval '10 minutes'`;

/** Purges expired trash, thins the history of pushes and deletes segments that no version lists. */
export async function cleanUpDatasets(ctx: DatasetServices): Promise<void> {
  const { db } = ctx;
  const old = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(lt(datasets.trashedAt, new Date(Date.now() - trashRetentionMs)));
  await removeDatasets(
    ctx,
    old.map(({ id }) => id),
  );
  await thinPushes(ctx);
  await removeUnlisted(ctx);
  await ctx.segments.removeAbandoned();
  await db.delete(arrivals).where(lt(arrivals.minute, new Date(Date.now() - 7 * day)));
  await db.delete(deliveries).where(lt(deliveries.createdAt, new Date(Date.now() - 7 * day)));
}

// Keeps only the last version of each day among pushes that are older than a day.
async function thinPushes({ db }: DatasetServices): Promise<void> {
  await db.execute(sql`
    delete from versions v using datasets d
    where d.id = v.dataset_id and v.number < d.version and v.cause = 'push' and v.created_at < now() - interval '1 day'
      and exists (select 1 from versions later where later.dataset_id = v.dataset_id and later.cause = 'push'
        and later.number > v.number and later.created_at::date = v.created_at::date)`);
}

async function removeUnlisted({ db, segments: store }: DatasetServices): Promise<void> {
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
    .where(and(isNotNull(segments.last), lt(segments.removedAt, readGraceEnd), notExists(isListed)))
    .returning({ datasetId: segments.datasetId, file: segments.file });
  await store.remove(deleted);
}
