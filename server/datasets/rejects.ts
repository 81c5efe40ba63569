import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { Readable } from 'node:stream';

import type { Reject } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { FileAnswer } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { rejects } from '#server/database/schema.ts';
import { byteOrderMark, csvLinesOf } from './csv.ts';
import { listColumns, loadDatasetRow } from './read.ts';

type RejectRange = { id: string; offset: number; limit: number };

export async function listRejects(
  db: Database,
  { id, offset, limit }: RejectRange,
): Promise<{ total: number; rejects: Reject[] }> {
  await loadDatasetRow(db, id);
  const ofDataset = eq(rejects.datasetId, id);
  const [total, list] = await Promise.all([
    countRejects(db, id),
    db.select().from(rejects).where(ofDataset).orderBy(asc(rejects.id)).offset(offset).limit(limit),
  ]);
  return { total, rejects: list.map(rejectOf) };
}

export async function countRejects(db: Database, id: string): Promise<number> {
  return db.$count(rejects, eq(rejects.datasetId, id));
}

export function rejectOf(row: typeof rejects.$inferSelect): Reject {
  const { id, importId, line, columnId, value, reason, cells, createdAt } = row;
  return { id, importId, line, column: columnId, value, reason, cells, createdAt: createdAt.toISOString() };
}

export function findRejects(db: Database, datasetId: string, ids: number[]) {
  return db
    .select()
    .from(rejects)
    .where(and(eq(rejects.datasetId, datasetId), inArray(rejects.id, ids)));
}

const maxAlike = 100_000;

/** Rows that were rejected for the same value in the same column. */
export function findAlike(db: Database, { datasetId, columnId, value }: typeof rejects.$inferSelect) {
  return db
    .select()
    .from(rejects)
    .where(and(eq(rejects.datasetId, datasetId), eq(rejects.columnId, columnId ?? ''), eq(rejects.value, value)))
    .limit(maxAlike);
}

export async function deleteRejects(db: Database, id: string): Promise<void> {
  await loadDatasetRow(db, id);
  await db.delete(rejects).where(eq(rejects.datasetId, id));
}

const batchSize = 1000;

/** Streams the rejected rows in their original form as CSV, with line and reason, one batch of rows at a time. */
export async function downloadRejects(db: Database, id: string): Promise<FileAnswer> {
  const dataset = await loadDatasetRow(db, id);
  const content = Readable.from(csvLines(db, id, await listColumns(db, id)));
  return { name: `${dataset.name}-rejects.csv`, type: 'text/csv; charset=utf-8', content };
}

async function* csvLines(db: Database, id: string, columns: DatasetColumn[]): AsyncGenerator<string> {
  const nameOf = new Map(columns.map((column) => [column.id, column.name]));
  yield byteOrderMark + csvLinesOf([['line', 'column', 'reason', ...columns.map(({ name }) => name)]]);
  for (let last = 0; ;) {
    const rows = await db
      .select()
      .from(rejects)
      .where(and(eq(rejects.datasetId, id), gt(rejects.id, last)))
      .orderBy(asc(rejects.id))
      .limit(batchSize);
    yield csvLinesOf(
      rows.map(({ line, columnId, reason, cells }) => [
        String(line),
        columnId ? (nameOf.get(columnId) ?? '') : '',
        reason,
        ...columns.map((column) => cells[column.id] ?? ''),
      ]),
    );
    if (rows.length < batchSize) return;
    last = rows.at(-1)!.id;
  }
}
