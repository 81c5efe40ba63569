import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Column } from '#domain/query/query.ts';
import type { SealedDataset, SealOutput } from '#engine/duckdb/tasks.ts';
import type { RejectedRow } from '#engine/tables.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, columns, datasets, rejects } from '#server/database/schema.ts';
import { lockDataset, publish } from '#server/datasets/publish.ts';
import { publishChange } from '#server/live/changes.ts';

const rejectBatchSize = 1000;

/** A dataset as it was when sealing started. */
export type ExistingDataset = { id: string; name: string; columns: Column[] };

/** The datasets changed while they were being sealed; the part is sealed again. */
export class StaleSealError extends Error {}

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

type SealedPart = { applicationId: string; from: number; existing: ExistingDataset[]; sealed: SealOutput };

/** Publishes sealed segments to their datasets and advances the log position, in the caller's transaction. */
export async function publishSealed(
  tx: Queryable,
  { applicationId, from, existing, sealed }: SealedPart,
): Promise<void> {
  const isFrom = and(eq(applications.id, applicationId), eq(applications.logPosition, from));
  const moved = await tx.update(applications).set({ logPosition: sealed.position }).where(isFrom).returning();
  if (moved.length === 0) throw new StaleSealError();
  for (const dataset of sealed.datasets) {
    const before =
      existing.find(({ name }) => name === dataset.name) ?? (await createDataset(tx, applicationId, dataset));
    await publishDataset(tx, before, dataset);
  }
  await insertDeliveries(tx, applicationId, sealed.deliveries);
  const isNew = ({ name }: SealedDataset) => !existing.some((each) => each.name === name);
  if (sealed.datasets.some(isNew)) await publishChange(tx, { kind: 'application', id: applicationId });
}

async function createDataset(tx: Queryable, applicationId: string, { name }: SealedDataset): Promise<ExistingDataset> {
  const id = randomUUID();
  const [created] = await tx.insert(datasets).values({ id, applicationId, name }).onConflictDoNothing().returning();
  if (!created) throw new StaleSealError();
  return { id, name, columns: [] };
}

async function publishDataset(tx: Queryable, before: ExistingDataset, sealed: SealedDataset): Promise<void> {
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

/** Stores the answers to pushes by idempotency key. An expired key is overwritten. */
async function insertDeliveries(tx: Queryable, applicationId: string, list: SealOutput['deliveries']): Promise<void> {
  const distinct = [...new Map(list.map((delivery) => [delivery.key, delivery])).values()];
  if (distinct.length === 0) return;
  await tx.execute(sql`
    insert into deliveries (application_id, key, body_hash, answer, created_at)
    select ${applicationId}, key, "bodyHash", answer, to_timestamp("receivedAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb)
      as t(key text, "bodyHash" text, answer jsonb, "receivedAt" bigint)
    on conflict (application_id, key)
      do update set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at`);
}
