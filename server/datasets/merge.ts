import { and, asc, eq, gt, inArray, isNull, sql, TransactionRollbackError } from 'drizzle-orm';

import { datasets, segments, versions } from '#server/database/schema.ts';
import type { LocalSegment } from '#server/segments/segment-store.ts';
import { lockDataset } from './publish.ts';
import { listColumns } from './read.ts';
import type { DatasetServices } from './services.ts';

/** Segments are merged when `fanIn` neighbours have about the same size, or when there are more than `maxSegments`. */
const fanIn = 8;
const maxSegments = 40;
const maxSegmentRows = 5_000_000;

type SegmentRow = typeof segments.$inferSelect;

/** Merges the small segments of every dataset that has too many. */
export async function mergeAll(ctx: DatasetServices, signal: AbortSignal): Promise<void> {
  const candidates = await ctx.db
    .select({ id: segments.datasetId })
    .from(segments)
    .where(isNull(segments.last))
    .groupBy(segments.datasetId)
    .having(gt(sql`count(*)`, fanIn));
  for (const { id } of candidates) if (!signal.aborted) await mergeSegments(ctx, id, signal);
}

/** Neighbours worth merging: none of them is more than half of the result, or there are too many in all. */
export function mergeableOf(list: SegmentRow[]): SegmentRow[] {
  for (let start = 0; start + fanIn <= list.length; start++) {
    const run = runFrom(list, start);
    const total = rowsIn(run);
    if (run.length >= fanIn && 2 * Math.max(...run.map(({ rows }) => rows)) <= total) return run;
  }
  return list.length > maxSegments ? smallestWindow(list) : [];
}

const rowsIn = (list: SegmentRow[]) => list.reduce((sum, { rows }) => sum + rows, 0);

function runFrom(list: SegmentRow[], start: number): SegmentRow[] {
  let end = start;
  for (let rows = 0; end < list.length && rows + list[end]!.rows <= maxSegmentRows; end++) rows += list[end]!.rows;
  return list.slice(start, end);
}

function smallestWindow(list: SegmentRow[]): SegmentRow[] {
  const windows = list.slice(fanIn - 1).map((_, start) => list.slice(start, start + fanIn));
  const [best] = windows.toSorted((a, b) => rowsIn(a) - rowsIn(b));
  return best && rowsIn(best) <= maxSegmentRows ? best : [];
}

/** Writes neighbours into one segment and lists it in their place; running readers keep the old files. */
async function mergeSegments(ctx: DatasetServices, datasetId: string, signal?: AbortSignal): Promise<boolean> {
  const { db, loads } = ctx;
  const list = await db
    .select()
    .from(segments)
    .where(and(eq(segments.datasetId, datasetId), isNull(segments.last)))
    .orderBy(asc(segments.position));
  const parts = ctx.segments
    .runsOf(list)
    .map(mergeableOf)
    .find(({ length }) => length > 0);
  if (!parts) return false;
  const columns = await listColumns(db, datasetId);
  const merged = await ctx.segments.merge(parts, { datasetId, columns, processes: loads, signal });
  if (!merged) return false;
  const isListed = await replaceSegments(ctx, datasetId, parts, merged);
  if (!isListed) await ctx.segments.remove([{ datasetId, file: merged.file }]);
  return isListed;
}

// The rows are the same, so the newest history entry gets the new version number.
async function replaceSegments(
  { db }: DatasetServices,
  datasetId: string,
  parts: SegmentRow[],
  merged: LocalSegment,
): Promise<boolean> {
  return db
    .transaction(async (tx) => {
      const dataset = await lockDataset(tx, datasetId);
      const number = dataset.version + 1;
      const removed = await tx
        .update(segments)
        .set({ last: number, removedAt: sql`now()` })
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
      // The dataset was replaced or restored meanwhile.
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
