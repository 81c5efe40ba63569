import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Column } from '#contract/query.ts';
import type { SealedDataset, SealOutput } from '#engine/duckdb/tasks.ts';
import { roleFor } from '#contract/column-kinds.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, columns, datasets } from '#server/database/schema.ts';
import { lockDataset, publish } from '#server/datasets/publish.ts';
import { tellChange } from '#server/live/changes.ts';
import { insertDeliveries, insertRejects } from './insert.ts';

/** A dataset as it was when the sealing began. */
export type KnownDataset = { id: string; name: string; columns: Column[] };

/** Someone changed what the sealing had built on: it begins again. */
export class Stale extends Error {}

/** The datasets of an application by these names, with their columns in order. */
export async function listKnown(db: Queryable, applicationId: string, names: string[]): Promise<KnownDataset[]> {
  if (names.length === 0) return [];
  const found = await db
    .select({ id: datasets.id, name: datasets.name })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), inArray(datasets.name, names), isNull(datasets.trashedAt)));
  const list =
    found.length > 0
      ? await listColumns(
          db,
          found.map(({ id }) => id),
        )
      : [];
  return found.map((dataset) => ({ ...dataset, columns: list.filter(({ datasetId }) => datasetId === dataset.id) }));
}

function listColumns(db: Queryable, ids: string[]) {
  return db
    .select({ id: columns.id, name: columns.name, type: columns.type, datasetId: columns.datasetId })
    .from(columns)
    .where(inArray(columns.datasetId, ids))
    .orderBy(columns.position);
}

type Turn = { applicationId: string; from: number; known: KnownDataset[]; sealed: SealOutput };

/** Makes what was sealed part of its datasets and moves the position of the log, in the caller's transaction. */
export async function publishSealed(tx: Queryable, { applicationId, from, known, sealed }: Turn): Promise<void> {
  const isFrom = and(eq(applications.id, applicationId), eq(applications.logPosition, from));
  const moved = await tx.update(applications).set({ logPosition: sealed.position }).where(isFrom).returning();
  if (moved.length === 0) throw new Stale();
  for (const dataset of sealed.datasets) {
    const before = known.find(({ name }) => name === dataset.name) ?? (await createDataset(tx, applicationId, dataset));
    await publishDataset(tx, before, dataset);
  }
  await insertDeliveries(tx, applicationId, sealed.deliveries);
  const isNew = ({ name }: SealedDataset) => !known.some((each) => each.name === name);
  if (sealed.datasets.some(isNew)) await tellChange(tx, { kind: 'application', id: applicationId });
}

async function createDataset(tx: Queryable, applicationId: string, { name }: SealedDataset): Promise<KnownDataset> {
  const id = randomUUID();
  const [made] = await tx.insert(datasets).values({ id, applicationId, name }).onConflictDoNothing().returning();
  if (!made) throw new Stale();
  return { id, name, columns: [] };
}

async function publishDataset(tx: Queryable, before: KnownDataset, sealed: SealedDataset): Promise<void> {
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

// Types may have been changed, or the whole dataset thrown away, while the rows were being written.
async function requireUnchanged(tx: Queryable, { id, columns: before }: KnownDataset): Promise<void> {
  const { trashedAt } = await lockDataset(tx, id);
  const now = await listColumns(tx, [id]);
  const isSame = now.length === before.length && now.every((column, index) => isSameColumn(column, before[index]!));
  if (trashedAt || !isSame) throw new Stale();
}

const isSameColumn = (a: Column, b: Column) => a.id === b.id && a.name === b.name && a.type === b.type;

async function addColumns(tx: Queryable, { id: datasetId, columns: before }: KnownDataset, added: Column[]) {
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
  // A statement takes 65,535 parameters.
  for (let i = 0; i < values.length; i += 1000) await tx.insert(columns).values(values.slice(i, i + 1000));
}
