import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Column, ColumnType } from '#domain/query/query.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import type { FileSource, WarehouseSource } from '#engine/engine.ts';
import { openRemote } from '#engine/remote/remote.ts';
import { openWarehouseEngine } from '#engine/warehouse/engine.ts';
import { openWarehouseWriter } from '#engine/warehouse/writer.ts';
import type { TestServer } from './servers/server.ts';

const options = { seconds: 60 };
type StoredRows = { columns: Column[]; rows: object[] };

/** A warehouse on real servers, with an engine of files beside it that has the same rows. */
export async function openTestWarehouse(servers: TestServer[], cluster: string | null = null) {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-warehouse-'));
  const addresses = servers.map(({ address }) => ({ ...address, database: 'shuju' }));
  for (const server of servers) await server.execute('create database if not exists shuju');
  const writer = openWarehouseWriter(addresses, { database: 'shuju', cluster, engine: 'MergeTree' });
  const files = openDuckdb(1);
  const loads = openProcessPool({ max: 1, min: 1 });
  const remote = openRemote({ maxMegabytes: 128 });
  const databases = addresses.map((address, index) => ({
    ...address,
    id: `warehouse ${index}`,
    kind: 'clickhouse' as const,
  }));
  const engine = openWarehouseEngine({ remote, loads, files, folder: path.join(directory, 'results'), databases });
  let tables = 0;
  let numbers = 0;

  /** Stores the rows of each segment in both places; the columns may change from one to the next. */
  async function store(segments: StoredRows[], columns: Column[]) {
    const table = `d${++tables}`;
    const fileSource: FileSource = { at: 'files', name: 't', columns, segments: [] };
    const source: WarehouseSource = { at: 'warehouse', name: 't', columns: [], database: 'shuju', table, ranges: [] };
    const storedTypes = new Map<string, Set<ColumnType>>();
    for (const { columns: ofSegment, rows } of segments) {
      const number = ++numbers;
      const file = path.join(directory, String(number));
      await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
      await loads.run('write', { file, columns: ofSegment, rows: `${file}.rows` }, options);
      const cells = await loads.run('parquet', { segment: file, file: `${file}.parquet` }, options);
      await writer.createTable(table, cells);
      await writer.insert({ table, number, rows: rows.length, cells, file: `${file}.parquet` });
      fileSource.segments.push(file);
      source.ranges.push({ from: number, to: number });
      for (const { id, type } of cells) storedTypes.set(id, (storedTypes.get(id) ?? new Set()).add(type));
    }
    source.columns = columns.map((column) => ({ ...column, storedTypes: [...(storedTypes.get(column.id) ?? [])] }));
    return { files: fileSource, warehouse: source };
  }

  return {
    directory,
    engine,
    files,
    writer,
    store,
    close: async () => {
      await Promise.all([writer.close(), files.close(), loads.close(), remote.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestWarehouse = Awaited<ReturnType<typeof openTestWarehouse>>;
