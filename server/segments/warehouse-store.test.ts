import { drizzle } from 'drizzle-orm/node-postgres';
import { rm, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openProcessPool, type ProcessPool } from '#engine/duckdb/process-pool.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { segmentFile } from '#server/data-directory.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { silentLog } from '#server/testing/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { openWarehouse } from './open-segments.ts';
import type { NewSegment } from './segment-store.ts';
import { confirmInsert, takeNumber } from './warehouse-numbers.ts';
import type { WarehouseStore } from './warehouse-store.ts';

describe.runIf(hasTestClickhouse)('the warehouse', () => {
  let clickhouse: TestClickhouse;
  let database: TestDatabase;
  let pool: pg.Pool;
  let config: Config;
  let processes: ProcessPool;
  let store: WarehouseStore;
  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => {});
    config = parseConfig({
      SHUJU_DATA: await createDirectory(),
      DATABASE_URL: database.url,
      SHUJU_SECRET: 'a secret that is long enough to be one',
      WAREHOUSE_URL: `http://shuju:password@127.0.0.1:${clickhouse.address.port}/shuju`,
    });
    processes = openProcessPool({ max: 1, min: 0 });
    const db = drizzle(pool);
    ({ warehouse: store } = await openWarehouse({ config, warehouse: config.warehouse!, db, log: silentLog }));
    await store.removeOrphans();
    await pool.query(`insert into applications (id, name, kind) values ('a', 'A', 'files')`);
  });
  afterAll(async () => {
    await store.close();
    await processes.close();
    await pool.end();
    await database.close();
    await clickhouse.close();
    await rm(config.dataDirectory, { recursive: true, force: true });
  });

  let datasetId: string;
  let datasets = 0;
  beforeEach(async () => {
    datasetId = `00000000-0000-0000-0000-${String(++datasets).padStart(12, '0')}`;
    await pool.query(`insert into datasets (id, application_id, name) values ($1, 'a', $1)`, [datasetId]);
    await pool.query(
      `insert into columns (id, dataset_id, position, name, type, role)
      values ($1, $2, 0, 'n', 'integer', 'measure')`,
      [`c${datasets}`, datasetId],
    );
  });

  const tableOf = (id: string) => `d_${id.replaceAll('-', '_')}`;
  const column = () => ({ id: `c${datasets}`, name: 'n', type: 'integer' as const });

  async function storeRows(rows: number): Promise<NewSegment> {
    const file = `rows-${datasets}-${rows}`;
    const lines = `${segmentFile(config, file)}.rows`;
    await writeFile(lines, Array.from({ length: rows }, (_, n) => JSON.stringify({ [column().id]: n })).join('\n'));
    const target = { file: segmentFile(config, file), columns: [column()], rows: lines };
    const written = await processes.run('write', target, { seconds: 60 });
    return store.store({ file, ...written }, { datasetId, processes });
  }

  /** Lists a segment in the newest version, as publishing does. */
  async function publishSegment(segment: NewSegment): Promise<void> {
    await pool.query(`insert into segments (dataset_id, file, first, position, rows) values ($1, $2, 1, 1, $3)`, [
      datasetId,
      segment.file,
      segment.rows,
    ]);
    if ('cells' in segment) await confirmInsert(drizzle(pool), datasetId, segment);
  }

  async function countStored(): Promise<number> {
    const [counted] = await clickhouse.execute(`select toInt32(count()) as n from shuju.${tableOf(datasetId)}`);
    return Number(counted!['n']);
  }

  test('publishes an insert once, and remembers the types of its cells', async () => {
    const segment = await storeRows(3);
    await publishSegment(segment);
    const { rows } = await pool.query('select stored_types from columns where dataset_id = $1', [datasetId]);
    expect(rows).toEqual([{ stored_types: ['integer'] }]);
    const second = confirmInsert(drizzle(pool), datasetId, segment as never);
    await expect(second).rejects.toMatchObject({ code: 'interrupted' });
  });

  test('deletes rows that no version lists, and no others', async () => {
    const [old, current] = [await storeRows(2), await storeRows(3)];
    const pending = await storeRows(4);
    for (const segment of [old, current]) await publishSegment(segment);
    await store.remove([{ datasetId, file: old.file }]);
    expect(await countStored()).toBe(9);
    await pool.query('delete from segments where dataset_id = $1 and file = $2', [datasetId, old.file]);
    await store.remove([{ datasetId, file: old.file }]);
    expect(await countStored()).toBe(7);
    await publishSegment(pending);
    expect(await countStored()).toBe(7);
  });

  test('deletes rows that were never published, after a day', async () => {
    await publishSegment(await storeRows(2));
    const abandoned = await storeRows(5);
    await store.removeAbandoned();
    expect(await countStored()).toBe(7);
    await pool.query(`update warehouse_inserts set created_at = now() - interval '25 hours' where dataset_id = $1`, [
      datasetId,
    ]);
    await store.removeAbandoned();
    expect(await countStored()).toBe(2);
    await expect(publishSegment(abandoned)).rejects.toMatchObject({ code: 'interrupted' });
  });

  test('drops the tables of datasets that do not exist, unless they are being loaded', async () => {
    await storeRows(1);
    await pool.query('delete from datasets where id = $1', [datasetId]);
    await store.removeAbandoned();
    expect(await countStored()).toBe(1);
    await pool.query('delete from warehouse_inserts where dataset_id = $1', [datasetId]);
    await store.removeAbandoned();
    await expect(countStored()).rejects.toThrow('UNKNOWN_TABLE');
  });

  test('merges neighbours in any order of publication, but not across a missing number', async () => {
    const [first, second] = [await storeRows(1), await storeRows(2)];
    await storeRows(9);
    const [fourth, fifth] = [await storeRows(3), await storeRows(4)];
    const runs = store.runsOf([second, first, fourth, fifth]);
    expect(runs.map((run) => run.map(({ file }) => file))).toEqual([
      ['1-1', '2-2'],
      ['4-4', '5-5'],
    ]);
    const options = { datasetId, columns: [column()], processes };
    expect(await store.merge(runs[0]!, options)).toMatchObject({ file: '1-2', rows: 3 });
  });

  test('never shows a number as taken without its insert', async () => {
    const db = drizzle(pool);
    const stopping = new AbortController();
    const watch = async () => {
      while (!stopping.signal.aborted) {
        const { rows } = await pool.query(
          `select n.last, (select max(number) from warehouse_inserts i where i.dataset_id = n.dataset_id) as pending
           from segment_numbers n where n.dataset_id = $1`,
          [datasetId],
        );
        for (const { last, pending } of rows) expect(pending).toBe(last);
      }
    };
    const watching = watch();
    for (let round = 0; round < 10; round++) {
      const numbers = await Promise.all(Array.from({ length: 5 }, () => takeNumber(db, datasetId)));
      expect(new Set(numbers).size).toBe(5);
    }
    stopping.abort();
    await watching;
  });

  test('reports rejected rows as a failure of the warehouse, not of the file', async () => {
    await clickhouse.execute(`create table shuju.${tableOf(datasetId)} (_s String) engine = Memory`);
    await expect(storeRows(1)).rejects.toMatchObject({ code: 'warehouse_failed' });
  });

  test('drops the tables of deleted datasets later if it is unavailable', async () => {
    await publishSegment(await storeRows(1));
    await pool.query('delete from datasets where id = $1', [datasetId]);
    await clickhouse.stop();
    await store.removeDatasets([datasetId], []);
    await clickhouse.start();
    expect(await countStored()).toBe(1);
    await store.removeAbandoned();
    await expect(countStored()).rejects.toThrow('UNKNOWN_TABLE');
  });
});
