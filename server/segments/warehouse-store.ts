import { mkdir, rm, stat } from 'node:fs/promises';

import type { SegmentRange, StoredCells, WarehouseSource } from '#engine/engine.ts';
import { isUnavailable } from '#engine/warehouse/failure.ts';
import type { WarehouseWriter } from '#engine/warehouse/writer.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { datasets } from '#server/database/schema.ts';
import { newSegmentFolder, segmentFile } from '#server/data-directory.ts';
import type {
  LocalSegment,
  SegmentName,
  SegmentStore,
  StoredSegment,
  StoredVersion,
  StoreOptions,
} from './segment-store.ts';
import { forgetNumbers, listNeeded, listUnpublished, nameOfRange, rangeOf, takeNumber } from './warehouse-numbers.ts';

/** The table of a dataset. */
const tableOf = (datasetId: string) => `d_${datasetId.replaceAll('-', '_')}`;
const isTable = (name: string) => /^d_[\da-f_]{36}$/.test(name);

type WarehouseStoreServices = { config: Config; db: Database; writer: WarehouseWriter; database: string };

type WarehouseRows = { source: WarehouseSource; partRows: number[] };

/** The store in the warehouse, with the operations that only moving rows needs. */
export type WarehouseStore = Omit<SegmentStore, 'read'> & {
  read: (version: StoredVersion) => WarehouseRows;
  /** Inserts the rows of a segment in a file, and leaves the file. */
  insert: (segment: { path: string; rows: number }, options: StoreOptions) => Promise<StoredSegment>;
};

/**
 * Rows in ClickHouse: one table per dataset, in which every row has the number of its segment. PostgreSQL lists the
 * numbers of each version, so that rows that are not or no longer published are not read.
 */
export function openWarehouseStore({ config, db, writer, database }: WarehouseStoreServices): WarehouseStore {
  /** Cache of the columns that tables have. */
  const created = new Map<string, Set<string>>();

  async function createColumns(table: string, cells: StoredCells[]): Promise<void> {
    const existing = created.get(table);
    const missing = cells.filter(({ id, type }) => !existing?.has(`${id} ${type}`));
    if (existing && missing.length === 0) return;
    await writer.createTable(table, missing);
    created.set(table, new Set([...(existing ?? []), ...missing.map(({ id, type }) => `${id} ${type}`)]));
  }

  async function insert(
    { path: segment, rows }: { path: string; rows: number },
    { datasetId, processes, signal }: StoreOptions,
  ): Promise<StoredSegment> {
    const parquet = `${segment}.parquet`;
    const table = tableOf(datasetId);
    try {
      const options = { seconds: 4 * 60 * 60, ...(signal && { signal }) };
      const cells = await processes.run('parquet', { segment, file: parquet }, options);
      const { size: bytes } = await stat(parquet);
      const number = await takeNumber(db, datasetId);
      await createColumns(table, cells);
      await writer.insert({ table, number, rows, cells, file: parquet }, signal);
      return { file: nameOfRange({ from: number, to: number }), rows, bytes, cells };
    } catch (error) {
      // Another server may have dropped the table.
      created.delete(table);
      throw error;
    } finally {
      await rm(parquet, { force: true });
    }
  }

  function read({ datasetId, name, columns, segments }: StoredVersion): WarehouseRows {
    const parts = segments.map(({ file, rows }) => ({ ...rangeOf(file), rows })).toSorted((a, b) => a.from - b.from);
    const ranges = parts.map(({ from, to }) => ({ from, to }));
    const source: WarehouseSource = { at: 'warehouse', name, columns, database, table: tableOf(datasetId), ranges };
    return { source, partRows: parts.map(({ rows }) => rows) };
  }

  async function removeUnneeded(datasetId: string): Promise<void> {
    const { last, ranges } = await listNeeded(db, datasetId);
    if (last > 0) await writer.deleteExcept(tableOf(datasetId), { last, ranges: joinRanges(ranges) });
  }

  async function drop(datasetIds: string[]): Promise<void> {
    for (const id of datasetIds) {
      await writer.dropTable(tableOf(id));
      created.delete(tableOf(id));
    }
    if (datasetIds.length > 0) await forgetNumbers(db, datasetIds);
  }

  return {
    place: 'warehouse',
    insert,
    store: async ({ file, rows }, options) => {
      const path = segmentFile(config, file);
      try {
        return await insert({ path, rows }, options);
      } finally {
        await rm(path, { force: true });
      }
    },
    read,
    copy: async ({ datasetId, file, rows, columns }, target, { processes, signal }) => {
      const parquet = `${target}.parquet`;
      const { source } = read({ datasetId, name: 'rows', columns, segments: [{ file, rows }] });
      try {
        await writer.download(source, parquet, signal);
        const written = await processes.run('segment', { parquet, columns, file: target }, { seconds: 86_400, signal });
        return written.rows === rows;
      } finally {
        await rm(parquet, { force: true });
      }
    },
    // A run has no gaps: rows of a missing number must never appear.
    runsOf: (segments) => {
      const runs: (typeof segments)[] = [];
      for (const segment of segments.toSorted((a, b) => rangeOf(a.file).from - rangeOf(b.file).from)) {
        const previous = runs.at(-1)?.at(-1);
        if (previous && rangeOf(previous.file).to + 1 === rangeOf(segment.file).from) runs.at(-1)!.push(segment);
        else runs.push([segment]);
      }
      return runs;
    },
    // A run is one range. Nothing is written.
    merge: async (parts) => {
      const ranges = parts.map(({ file }) => rangeOf(file));
      const sumOf = (field: 'rows' | 'bytes') => parts.reduce((sum, part: LocalSegment) => sum + part[field], 0);
      const file = nameOfRange({ from: ranges[0]!.from, to: ranges.at(-1)!.to });
      return { file, rows: sumOf('rows'), bytes: sumOf('bytes') };
    },
    remove: async (segments: SegmentName[]) => {
      for (const id of new Set(segments.map(({ datasetId }) => datasetId))) await removeUnneeded(id);
    },
    removeDatasets: (ids) =>
      drop(ids).catch((error: unknown) => {
        // The datasets are deleted already; the cleanup drops tables without a dataset.
        if (!isUnavailable(error)) throw error;
      }),
    removeOrphans: async () => {
      const folder = newSegmentFolder(config);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    removeAbandoned,
    countBytes: () => writer.countBytes(),
    close: () => writer.close(),
  };

  async function removeAbandoned(): Promise<void> {
    const abandoned = (await listUnpublished(db)).filter(({ isAbandoned }) => isAbandoned);
    for (const { datasetId, number } of abandoned) await writer.stopInsert(tableOf(datasetId), number);
    for (const id of new Set(abandoned.map(({ datasetId }) => datasetId))) await removeUnneeded(id);
    await drop(await listOrphans());
  }

  /** Datasets that have a table, but do not exist and are not being loaded. */
  async function listOrphans(): Promise<string[]> {
    const tables = (await writer.listTables()).filter(isTable);
    // In this order: an insert is published with its dataset.
    const loading = await listUnpublished(db);
    const existing = await db.select({ id: datasets.id }).from(datasets);
    const needed = new Set([...existing.map(({ id }) => id), ...loading.map(({ datasetId }) => datasetId)]);
    return tables.map((table) => table.slice(2).replaceAll('_', '-')).filter((id) => !needed.has(id));
  }
}

/** The same numbers in fewer ranges. */
function joinRanges(ranges: SegmentRange[]): SegmentRange[] {
  const list: SegmentRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const previous = list.at(-1);
    if (previous && range.from <= previous.to + 1) previous.to = Math.max(previous.to, range.to);
    else list.push({ ...range });
  }
  return list;
}
