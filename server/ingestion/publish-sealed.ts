import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { Column } from '#domain/query/query.ts';
import type { SealedDataset, SealOutput } from '#engine/duckdb/tasks.ts';
import type { RejectedRow } from '#engine/tables.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import type { Queryable } from '#server/database/open.ts';
import { columns, datasets, rejects } from '#server/database/schema.ts';
import { lockDataset, publish } from '#server/datasets/publish.ts';
import { publishChange } from '#server/live/changes.ts';
import type { NewSegment } from '#server/segments/segment-store.ts';
import { type LogPart, StaleSealError } from './push-log.ts';

const rejectBatchSize = 1000;

/** A dataset as it was when sealing started. */
export type ExistingDataset = { id: string; name: string; columns: Column[] };

/** The datasets of an application with these names, with their columns in order. */
export async function listExistingDatasets(
  db: Queryable,
  applicationId: string,
  names: string[],
): Promise<ExistingDataset[]> {
  if (names.length === 0) return [];
  const rows = await db
    .select({ id: datasets.id, name: datasets.name })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), inArray(datasets.name, names), isNull(datasets.trashedAt)));
  const list =
    rows.length > 0
      ? await listColumns(
          db,
          rows.map(({ id }) => id),
        )
      : [];
  return rows.map((dataset) => ({ ...dataset, columns: list.filter(({ datasetId }) => datasetId === dataset.id) }));
}

function listColumns(db: Queryable, ids: string[]) {
  return db
    .select({ id: columns.id, name: columns.name, type: columns.type, datasetId: columns.datasetId })
    .from(columns)
    .where(inArray(columns.datasetId, ids))
    .orderBy(columns.position);
}

/** A sealed dataset whose segment is stored, with its id. */
type SealedAndStored = Omit<SealedDataset, 'segment'> & { id: string; segment: NewSegment | null };

/** The output of sealing, with its segments stored. */
export type StoredSeal = Omit<SealOutput, 'datasets'> & { datasets: SealedAndStored[] };

type SealedPart = { applicationId: string; part: LogPart; existing: ExistingDataset[]; sealed: StoredSeal };

/** Publishes sealed segments to their datasets and removes their pushes from the log, in the caller's transaction. */
export async function publishSealed(
  tx: Queryable,
  { applicationId, part, existing, sealed }: SealedPart,
): Promise<void> {
  await part.remove(tx, sealed);
  for (const dataset of sealed.datasets) {
    const before =
      existing.find(({ name }) => name === dataset.name) ?? (await createDataset(tx, applicationId, dataset));
    await publishDataset(tx, before, dataset);
  }
  const isNew = ({ name }: SealedAndStored) => !existing.some((each) => each.name === name);
  if (sealed.datasets.some(isNew)) await publishChange(tx, { kind: 'application', id: applicationId });
}

async function createDataset(
  tx: Queryable,
  applicationId: string,
  { id, name }: SealedAndStored,
): Promise<ExistingDataset> {
  const [created] = await tx.insert(datasets).values({ id, applicationId, name }).onConflictDoNothing().returning();
  if (!created) throw new StaleSealError();
  return { id, name, columns: [] };
}

async function publishDataset(tx: Queryable, before: ExistingDataset, sealed: SealedAndStored): Promise<void> {
  const { id } = before;
  await requireUnchanged(tx, before);
  await addColumns(tx, before, sealed.added);
  for (const { id: column, type } of sealed.widened)
    await tx.update(columns).set({ type }).where(eq(columns.id, column));
  await insertRejects(tx, id, sealed.rejects);
  const detail = sealed.keyNames.join(', ').slice(0, 200);
  const add = sealed.segment ? [sealed.segment] : [];
  await publish(tx, id, { cause: 'push', memberId: null, detail, add, remove: 'none' });
}

// Column types may have changed, or the dataset may have been trashed, while the rows were being written.
async function requireUnchanged(tx: Queryable, { id, columns: before }: ExistingDataset): Promise<void> {
  const { trashedAt } = await lockDataset(tx, id);
  const now = await listColumns(tx, [id]);
  const isSame = now.length === before.length && now.every((column, index) => isSameColumn(column, before[index]!));
  if (trashedAt || !isSame) throw new StaleSealError();
}

const isSameColumn = (a: Column, b: Column) => a.id === b.id && a.name === b.name && a.type === b.type;

async function addColumns(tx: Queryable, { id: datasetId, columns: before }: ExistingDataset, added: Column[]) {
  const [last] =
    before.length > 0
      ? await tx
          .select({ position: sql<number>`max(position)` })
          .from(columns)
          .where(eq(columns.datasetId, datasetId))
      : [];
  const first = (last?.position ?? -1) + 1;
  const values = added.map(({ id, name, type }, index) => ({
    id,
    datasetId,
    position: first + index,
    name,
    type,
    role: roleFor({ name, type }),
  }));
  // A statement takes at most 65,535 parameters.
  for (let i = 0; i < values.length; i += 1000) await tx.insert(columns).values(values.slice(i, i + 1000));
}

/** Stores rejected rows. */
async function insertRejects(tx: Queryable, datasetId: string, list: RejectedRow[]): Promise<void> {
  for (let i = 0; i < list.length; i += rejectBatchSize) {
    const values = list
      .slice(i, i + rejectBatchSize)
      .map(({ column, ...row }) => ({ ...row, datasetId, columnId: column }));
    await tx.insert(rejects).values(values);
  }
}
