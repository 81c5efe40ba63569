import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';

import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { StoredCells, WarehouseSource } from '#engine/engine.ts';
import { markTable, type WarehouseWriter } from '#engine/warehouse/writer.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { columns, datasets, segmentNumbers, segments, warehouseInserts } from '#server/database/schema.ts';
import { segmentFile, segmentFolder, storedSegmentFile } from '#server/data-directory.ts';
import { databaseMatchesDirectory } from '#server/installation/settings.ts';
import { confirmInsert, isInWarehouse } from './warehouse-numbers.ts';
import type { WarehouseStore } from './warehouse-store.ts';

const options = { seconds: 24 * 60 * 60 };

export type MoveServices = {
  config: Config;
  db: Database;
  loads: ProcessPool;
  store: WarehouseStore;
  writer: WarehouseWriter;
  onProgress: (progress: { rows: number; total: number }) => void;
};

/**
 * Moves all rows from files to the warehouse, one segment after the other. Each is compared with what the warehouse
 * stored, and listed there in a transaction before its file is deleted, so that it can be interrupted and run again.
 */
export async function moveToWarehouse(ctx: MoveServices): Promise<number> {
  const list = await listSegments(ctx.db, not(isInWarehouse));
  const moved = await moveAll(ctx, list, async (segment) => {
    const { config, db, loads, store } = ctx;
    const local = storedSegmentFile(config, segment.file);
    const stored = await store.insert(
      { path: local, rows: segment.rows },
      { datasetId: segment.datasetId, processes: loads },
    );
    const original = await loads.run('checksum', { segment: local, columns: stored.cells }, options);
    const source = await readSource(ctx, { ...segment, file: stored.file }, stored.cells);
    await withDownload(ctx, source, async (parquet) => {
      const copy = await loads.run('checksum', { parquet, columns: stored.cells }, options);
      requireEqual(segment, original, copy);
    });
    await db.transaction(async (tx) => {
      await tx.update(segments).set({ file: stored.file }).where(isSegment(segment));
      await confirmInsert(tx, segment.datasetId, stored);
    });
    await rm(local, { force: true });
  });
  await removeLeftover(ctx);
  return moved;
}

/** Deletes files that a killed move left behind after listing their rows elsewhere, if they belong to this database. */
async function removeLeftover({ config: { dataDirectory }, db }: MoveServices): Promise<void> {
  if (await databaseMatchesDirectory(db, dataDirectory, false))
    await rm(segmentFolder(dataDirectory), { recursive: true, force: true });
}

/** Moves all rows from the warehouse to files, in the same way. Then the tables are dropped. */
export async function moveToFiles(ctx: MoveServices): Promise<number> {
  const { config, db, loads, writer } = ctx;
  await mkdir(segmentFolder(config.dataDirectory), { recursive: true, mode: 0o700 });
  const list = await listSegments(db, isInWarehouse);
  const moved = await moveAll(ctx, list, async (segment) => {
    const source = await readSource(ctx, segment);
    const file = randomUUID();
    await withDownload(ctx, source, async (parquet) => {
      const target = storedSegmentFile(config, file);
      await loads.run('segment', { parquet, columns: source.columns, file: target }, options);
      const downloaded = await loads.run('checksum', { parquet, columns: source.columns }, options);
      const copy = await loads.run('checksum', { segment: target, columns: source.columns }, options);
      requireEqual(segment, downloaded, copy);
    });
    await db.update(segments).set({ file }).where(isSegment(segment));
  });
  const tables = (await writer.listTables()).filter((name) => name.startsWith('d_') || name === markTable);
  for (const table of tables) await writer.dropTable(table);
  await db.update(columns).set({ storedTypes: [] });
  await db.delete(segmentNumbers);
  await db.delete(warehouseInserts);
  return moved;
}

type MovedSegment = { datasetId: string; file: string; rows: number; bytes: number };

/** In the order of the rows, so that numbers ascend with them. */
function listSegments(db: Database, condition: SQL): Promise<MovedSegment[]> {
  return db
    .select({
      datasetId: segments.datasetId,
      file: segments.file,
      rows: sql<number>`max(${segments.rows})::float8`,
      bytes: sql<number>`max(${segments.bytes})::float8`,
    })
    .from(segments)
    .where(condition)
    .groupBy(segments.datasetId, segments.file)
    .orderBy(segments.datasetId, sql`min(${segments.position})`);
}

const isSegment = ({ datasetId, file }: MovedSegment) =>
  and(eq(segments.datasetId, datasetId), eq(segments.file, file));

async function moveAll(
  { onProgress }: MoveServices,
  list: MovedSegment[],
  move: (segment: MovedSegment) => Promise<void>,
): Promise<number> {
  const total = list.reduce((sum, { rows }) => sum + rows, 0);
  let rows = 0;
  for (const segment of list) {
    onProgress({ rows, total });
    await move(segment);
    rows += segment.rows;
  }
  onProgress({ rows, total });
  return rows;
}

/** The rows of a segment in the warehouse: in the types in which they are stored, or in the current column types. */
async function readSource(
  { db, store }: MoveServices,
  { datasetId, file, rows }: MovedSegment,
  cells?: StoredCells[],
): Promise<WarehouseSource> {
  const list = await db
    .select({ id: columns.id, name: columns.id, type: columns.type, storedTypes: columns.storedTypes })
    .from(columns)
    .innerJoin(datasets, eq(datasets.id, columns.datasetId))
    .where(eq(columns.datasetId, datasetId))
    .orderBy(columns.position);
  const stored = cells?.map(({ id, type }) => ({ id, name: id, type, storedTypes: [type] }));
  const version = { datasetId, name: 'rows', columns: stored ?? list, segments: [{ file, rows }] };
  return store.read(version).source;
}

async function withDownload(
  { config, writer }: MoveServices,
  source: WarehouseSource,
  use: (parquet: string) => Promise<void>,
): Promise<void> {
  const parquet = segmentFile(config, `${randomUUID()}.download`);
  try {
    await writer.download(source, parquet);
    await use(parquet);
  } finally {
    await rm(parquet, { force: true });
  }
}

type RowChecksum = { rows: number; checksum: string };

function requireEqual({ datasetId, file, rows }: MovedSegment, original: RowChecksum, copy: RowChecksum): void {
  if (original.rows !== rows || copy.rows !== rows || copy.checksum !== original.checksum)
    throw new Error(
      `The copy of segment ${file} of dataset ${datasetId} differs: ${copy.rows} of ${rows} rows. The segment was not changed.`,
    );
}
