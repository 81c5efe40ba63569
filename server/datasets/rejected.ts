import { readJsonLines } from '#engine/files/lines.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { Queryable } from '#server/database/open.ts';
import { rejects } from '#server/database/schema.ts';

const batch = 1000;

/** The rows that a load wrote aside, one JSON object a line. */
export async function readRejected(file: string): Promise<RejectedRow[]> {
  const list: RejectedRow[] = [];
  for await (const row of readJsonLines<RejectedRow>(file)) list.push(row);
  return list;
}

// No text of the database holds a NUL.
function withoutNul<T extends Omit<RejectedRow, 'column'>>(row: T): T {
  const strip = (text: string | null) => text && text.replaceAll('\0', '');
  const cells = Object.fromEntries(Object.entries(row.cells).map(([id, text]) => [id, strip(text)]));
  return { ...row, value: row.value.replaceAll('\0', ''), cells };
}

/** Keeps the rows that a load wrote aside, in the caller's transaction. */
export async function keepRejected(
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
    if (rows.length >= batch) await flush();
  }
  await flush();
}
