import { and, asc, eq, gt, inArray, isNull, sql, TransactionRollbackError } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import { datasets, segments, versions } from '#server/database/schema.ts';
import { segmentFile } from './folders.ts';
import { lockDataset, type NewSegment } from './publish.ts';
import { listColumns } from './read.ts';
import type { Services } from './services.ts';

/** Segments are merged when there are so many of about the same size, or so many in all. */
const fanIn = 8;
const most = 40;
const largest = 5_000_000;

type Segment = typeof segments.$inferSelect;

/** Merges small segments of every dataset that has too many. */
export async function mergeAll(ctx: Services, signal: AbortSignal): Promise<void> {
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
  // Another server on the same database may hold them.
  if (!files.every((each) => existsSync(each))) return false;
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
