import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import type { VersionCause } from '#contract/datasets/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import { arrivals, datasets, segments, versions } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import type { NewSegment } from '#server/segments/segment-store.ts';
import { confirmInsert } from '#server/segments/warehouse-numbers.ts';
import { markChanged, markPushed } from './freshness.ts';
import { removeOutdatedMarks } from './outdated-marks.ts';

export type VersionPublication = {
  cause: VersionCause;
  memberId: string | null;
  detail: string;
  add: NewSegment[];
  /** `all` starts over with the added segments. */
  remove: 'all' | 'none';
};

// Pushes within the same ten minutes share one history entry.
const pushPeriod = 10 * 60 * 1000;
const periodOf = (at: Date) => Math.floor(at.getTime() / pushPeriod);

const sumOf = (list: { rows: number; bytes: number }[], field: 'rows' | 'bytes') =>
  list.reduce((sum, each) => sum + each[field], 0);

/** Adds or replaces segments as the next version of a dataset, in the caller's transaction. */
export async function publish(tx: Queryable, datasetId: string, publication: VersionPublication): Promise<number> {
  const { cause, memberId, detail, add, remove } = publication;
  const dataset = await lockDataset(tx, datasetId);
  const number = dataset.version + 1;
  const removed = remove === 'all' ? await removeSegments(tx, datasetId, number) : [];
  await addSegments(tx, datasetId, number, add);
  const added = sumOf(add, 'rows');
  const rows = dataset.rows + added - sumOf(removed, 'rows');
  const bytes = dataset.bytes + sumOf(add, 'bytes') - sumOf(removed, 'bytes');
  await recordVersion(tx, {
    datasetId,
    number,
    cause,
    memberId,
    detail,
    rows,
    added,
    removed: sumOf(removed, 'rows'),
  });
  await tx
    .update(datasets)
    .set({ version: number, rows, bytes, ...(added > 0 && { lastDataAt: new Date() }) })
    .where(eq(datasets.id, datasetId));
  if (cause === 'push') await countArrivals(tx, dataset.applicationId, added);
  await (cause === 'push' ? markPushed(tx, datasetId) : markChanged(tx, datasetId));
  await removeOutdatedMarks(tx, datasetId);
  await publishChange(tx, {
    kind: 'dataset',
    id: datasetId,
    application: dataset.applicationId,
    version: number,
  });
  return number;
}

/** Locks the row of a dataset: one writer at a time, readers never wait. */
export async function lockDataset(tx: Queryable, id: string): Promise<typeof datasets.$inferSelect> {
  const [dataset] = await tx.select().from(datasets).where(eq(datasets.id, id)).for('update');
  if (!dataset) throw new Error(`dataset ${id} is gone`);
  return dataset;
}

function removeSegments(tx: Queryable, datasetId: string, last: number) {
  return tx
    .update(segments)
    .set({ last, removedAt: sql`now()` })
    .where(and(eq(segments.datasetId, datasetId), isNull(segments.last)))
    .returning({ rows: segments.rows, bytes: segments.bytes });
}

async function addSegments(tx: Queryable, datasetId: string, first: number, add: NewSegment[]): Promise<void> {
  if (add.length === 0) return;
  const positionOf = (index: number) => first * 10_000 + index;
  await tx
    .insert(segments)
    .values(
      add.map(({ file, rows, bytes }, index) => ({ file, rows, bytes, datasetId, first, position: positionOf(index) })),
    );
  for (const segment of add) if ('cells' in segment) await confirmInsert(tx, datasetId, segment);
}

async function recordVersion(tx: Queryable, version: typeof versions.$inferInsert): Promise<void> {
  const { datasetId, number, cause, rows, added } = version;
  const [latest] = await tx
    .select()
    .from(versions)
    .where(eq(versions.datasetId, datasetId))
    .orderBy(desc(versions.number))
    .limit(1);
  const now = new Date();
  const isSamePeriod = cause === 'push' && latest?.cause === 'push' && periodOf(latest.createdAt) === periodOf(now);
  if (!isSamePeriod) return void (await tx.insert(versions).values({ ...version, createdAt: now }));
  await tx
    .update(versions)
    .set({ number, rows, added: latest.added + added!, createdAt: now })
    .where(and(eq(versions.datasetId, datasetId), eq(versions.number, latest.number)));
}

async function countArrivals(tx: Queryable, applicationId: string, rows: number): Promise<void> {
  await tx
    .insert(arrivals)
    .values({ applicationId, minute: sql`date_trunc('minute', now())`, rows })
    .onConflictDoUpdate({
      target: [arrivals.applicationId, arrivals.minute],
      set: { rows: sql`${arrivals.rows} + excluded.rows` },
    });
}
