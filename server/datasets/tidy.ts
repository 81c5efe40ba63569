import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  sql,
  TransactionRollbackError,
} from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { arrivals, datasets, deliveries, segments, versions } from '#server/database/schema.ts';
import { segmentFile, segmentFolder } from './folders.ts';
import { lockDataset, type NewSegment } from './publish.ts';
import { listColumns } from './read.ts';
import { removeDatasets, removeFiles } from './trash.ts';
import type { Services } from './services.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const trashDays = 30;
/** A reader that was told of a segment still opens it within this time. */
const readersGrace = 10 * minute;
/** Segments are merged when there are so many of about the same size. */
const fanIn = 8;
const most = 40;
const largest = 5_000_000;

type Segment = typeof segments.$inferSelect;

/** Removes files that no version lists: what a killed server left behind. */
export async function removeOrphans({ db, config }: Services): Promise<void> {
  const folder = segmentFolder(config.dataDirectory);
  await mkdir(folder, { recursive: true });
  const listed = new Set((await db.selectDistinct({ file: segments.file }).from(segments)).map(({ file }) => file));
  for (const name of await readdir(folder)) {
    if (!listed.has(name.replace(/\.duckdb$/, ''))) await rm(path.join(folder, name), { force: true });
  }
}

/** Merges small segments and clears away what nobody can read any more; gives what stops it. */
export function keepTidy(ctx: Services): () => Promise<void> {
  let work = Promise.resolve();
  let isClosed = false;
  const stopper = new AbortController();
  const attempt = async (name: string, run: () => Promise<unknown>) => {
    if (isClosed) return;
    await run().catch((error: unknown) => isClosed || ctx.log.warn({ err: error }, `${name} failed`));
  };
  const merging = setInterval(
    () => (work = work.then(() => attempt('merging', () => mergeAll(ctx, stopper.signal)))),
    5_000,
  );
  const clearing = setInterval(() => (work = work.then(() => attempt('clearing', () => clear(ctx)))), 10 * minute);
  return async () => {
    isClosed = true;
    clearInterval(merging);
    clearInterval(clearing);
    stopper.abort();
    await work;
  };
}

async function mergeAll(ctx: Services, signal: AbortSignal): Promise<void> {
  const crowded = await ctx.db
    .select({ id: segments.datasetId })
    .from(segments)
    .where(isNull(segments.last))
    .groupBy(segments.datasetId)
    .having(gt(sql`count(*)`, fanIn));
  for (const { id } of crowded) if (!signal.aborted) await mergeSegments(ctx, id, signal);
}

/** Neighbours that are worth merging: none of them is most of the result, or there are too many in all. */
export function mergeableOf(list: Segment[]): Segment[] {
  for (let start = 0; start + fanIn <= list.length; start++) {
    const run = runFrom(list, start);
    const total = rowsIn(run);
    if (run.length >= fanIn && 2 * Math.max(...run.map(({ rows }) => rows)) <= total) return run;
  }
  return list.length > most ? smallestWindow(list) : [];
}

const rowsIn = (list: Segment[]) => list.reduce((sum, { rows }) => sum + rows, 0);

function runFrom(list: Segment[], start: number): Segment[] {
  let end = start;
  for (let rows = 0; end < list.length && rows + list[end]!.rows <= largest; end++) rows += list[end]!.rows;
  return list.slice(start, end);
}

function smallestWindow(list: Segment[]): Segment[] {
  const windows = list.slice(fanIn - 1).map((_, start) => list.slice(start, start + fanIn));
  const [best] = windows.toSorted((a, b) => rowsIn(a) - rowsIn(b));
  return best && rowsIn(best) <= largest ? best : [];
}

/** Writes neighbours into one and lists that instead; readers of what was listed before are not disturbed. */
export async function mergeSegments(ctx: Services, datasetId: string, signal?: AbortSignal): Promise<boolean> {
  const { db, config, loads } = ctx;
  const list = await db
    .select()
    .from(segments)
    .where(and(eq(segments.datasetId, datasetId), isNull(segments.last)))
    .orderBy(asc(segments.position));
  const parts = mergeableOf(list);
  if (parts.length === 0) return false;
  const file = randomUUID();
  const columns = await listColumns(db, datasetId);
  const files = parts.map((part) => segmentFile(config, part.file));
  const merged = await loads.run(
    'merge',
    { file: segmentFile(config, file), columns, segments: files },
    { seconds: 600, ...(signal && { signal }) },
  );
  const isListed = await swap(ctx, datasetId, parts, { file, ...merged });
  if (!isListed) await rm(segmentFile(config, file), { force: true });
  return isListed;
}

// The rows are the same, so the newest entry of the history moves along to the new number.
async function swap({ db }: Services, datasetId: string, parts: Segment[], merged: NewSegment): Promise<boolean> {
  return db
    .transaction(async (tx) => {
      const dataset = await lockDataset(tx, datasetId);
      const number = dataset.version + 1;
      const removed = await tx
        .update(segments)
        .set({ last: number, removedAt: new Date() })
        .where(
          and(
            inArray(
              segments.id,
              parts.map(({ id }) => id),
            ),
            isNull(segments.last),
          ),
        )
        .returning({ bytes: segments.bytes });
      // Someone replaced or restored the dataset meanwhile.
      if (removed.length !== parts.length) return tx.rollback();
      await tx.insert(segments).values({ ...merged, datasetId, first: number, position: parts[0]!.position });
      await tx
        .update(versions)
        .set({ number })
        .where(and(eq(versions.datasetId, datasetId), eq(versions.number, dataset.version)));
      const bytes = dataset.bytes + merged.bytes - removed.reduce((sum, each) => sum + each.bytes, 0);
      await tx.update(datasets).set({ version: number, bytes }).where(eq(datasets.id, datasetId));
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return false;
      throw error;
    });
}

/** Clears away the trash after its time, thins the history of pushes, and files that no version lists. */
export async function clear(ctx: Services): Promise<void> {
  const { db, config } = ctx;
  const old = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(lt(datasets.trashedAt, new Date(Date.now() - trashDays * day)));
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
