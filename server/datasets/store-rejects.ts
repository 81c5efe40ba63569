import { readJsonLines } from '#engine/files/json-lines.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { Queryable } from '#server/database/open.ts';
import { rejects } from '#server/database/schema.ts';

const batchSize = 1000;

/** The rejected rows that a load wrote, one JSON object per line. */
export async function readRejected(file: string): Promise<RejectedRow[]> {
  const list: RejectedRow[] = [];
  for await (const row of readJsonLines<RejectedRow>(file)) list.push(row);
  return list;
}

// PostgreSQL texts cannot contain NUL.
function withoutNul<T extends Omit<RejectedRow, 'column'>>(row: T): T {
  const strip = (text: string | null) => text && text.replaceAll('\0', '');
  const cells = Object.fromEntries(Object.entries(row.cells).map(([id, text]) => [id, strip(text)]));
  return { ...row, value: row.value.replaceAll('\0', ''), cells };
}

/** Stores the rejected rows of a load, in the caller's transaction. */
export async function storeRejected(
  tx: Queryable,
  file: string,
  { datasetId, importId }: { datasetId: string; importId: string },
): Promise<void> {
  const rows: (typeof rejects.$inferInsert)[] = [];
  const flush = async () => {
    if (rows.length > 0) await tx.insert(rejects).values(rows.splice(0));
  };
  for await (const { column, ...row } of readJsonLines<RejectedRow>(file)) {
    rows.push({ ...withoutNul(row), columnId: column, datasetId, importId });
    if (rows.length >= batchSize) await flush();
  }
  await flush();
}
