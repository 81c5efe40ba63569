import { and, eq, inArray, lt, sql } from 'drizzle-orm';

import type { SegmentRange, StoredCells } from '#engine/engine.ts';
import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { segments, segmentNumbers, warehouseInserts } from '#server/database/schema.ts';

/** Names of segments in the warehouse: the first and the last of its numbers. */
export const nameOfRange = ({ from, to }: SegmentRange) => `${from}-${to}`;

export function rangeOf(file: string): SegmentRange {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(file) ?? [];
  if (from === undefined) throw new Error(`not a segment of the warehouse: ${file}`);
  return { from: Number(from), to: Number(to) };
}

/** Whether the name of a segment in the database is one of the warehouse. */
export const isInWarehouse = sql`${segments.file} ~ '^[0-9]+-[0-9]+$'`;

/**
 * Whether an insert is older than the longest load, so that it will never be published. By the clock of the database,
 * because those of servers differ.
 */
const isAbandoned = lt(warehouseInserts.createdAt, sql`now() - interval '1 day'`);

/** Takes the next number of a dataset for an insert. Until it is published or abandoned, its rows are not deleted. */
export async function takeNumber(db: Queryable, datasetId: string): Promise<number> {
  // In one statement: a cleanup that sees the number but not the insert would delete its rows.
  const { rows } = await db.execute<{ number: string }>(sql`
    with taken as (
      insert into segment_numbers as n (dataset_id, last) values (${datasetId}, 1)
      on conflict (dataset_id) do update set last = n.last + 1 returning dataset_id, last
    )
    insert into warehouse_inserts (dataset_id, number) select dataset_id, last from taken returning number`);
  return Number(rows[0]!.number);
}

/**
 * Publishes an insert, in the caller's transaction. Throws if the insert was abandoned in the meantime, because its
 * rows may be deleted.
 */
export async function confirmInsert(
  tx: Queryable,
  datasetId: string,
  { file, cells }: { file: string; cells: StoredCells[] },
): Promise<void> {
  const { from } = rangeOf(file);
  const isOwn = and(eq(warehouseInserts.datasetId, datasetId), eq(warehouseInserts.number, from));
  const confirmed = await tx.delete(warehouseInserts).where(isOwn).returning({ number: warehouseInserts.number });
  if (confirmed.length === 0) throw new Problem('interrupted');
  await tx.execute(sql`
    update columns c set stored_types = array_append(c.stored_types, cells.type)
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as cells(id text, type text)
    where c.id = cells.id and not c.stored_types @> array[cells.type]`);
}

/** The segments of a dataset whose rows must stay: those of all versions, and inserts that are not published yet. */
export async function listNeeded(db: Queryable, datasetId: string): Promise<{ last: number; ranges: SegmentRange[] }> {
  // In this order: later inserts have higher numbers than the last one read here.
  const [numbers] = await db.select().from(segmentNumbers).where(eq(segmentNumbers.datasetId, datasetId));
  await db.delete(warehouseInserts).where(and(eq(warehouseInserts.datasetId, datasetId), isAbandoned));
  const pending = await db.select().from(warehouseInserts).where(eq(warehouseInserts.datasetId, datasetId));
  const listed = await db
    .selectDistinct({ file: segments.file })
    .from(segments)
    .where(eq(segments.datasetId, datasetId));
  return {
    last: numbers?.last ?? 0,
    ranges: [
      ...listed.map(({ file }) => rangeOf(file)),
      ...pending.map(({ number }) => ({ from: number, to: number })),
    ],
  };
}

/** Unpublished inserts, and whether they are abandoned. */
export const listUnpublished = (db: Queryable) =>
  db
    .select({
      datasetId: warehouseInserts.datasetId,
      number: warehouseInserts.number,
      isAbandoned: sql<boolean>`${isAbandoned}`,
    })
    .from(warehouseInserts);

export async function forgetNumbers(db: Queryable, datasetIds: string[]): Promise<void> {
  await db.delete(warehouseInserts).where(inArray(warehouseInserts.datasetId, datasetIds));
  await db.delete(segmentNumbers).where(inArray(segmentNumbers.datasetId, datasetIds));
}
