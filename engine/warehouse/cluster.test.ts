import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { compile } from '#engine/sql/compile.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { queryTableOf } from '#engine/sql/source.ts';
import { randomTable, rowsOfRandomTable } from '#engine/testing/equal-queries.ts';
import { queryOf } from '#engine/testing/query.ts';
import { hasTestClickhouse, openTestCluster, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestWarehouse, type TestWarehouse } from '#engine/testing/test-warehouse.ts';
import { warehouseCount } from './row-page.ts';

const options = { seconds: 60 };

describe.runIf(hasTestClickhouse)('a warehouse of two servers', () => {
  let servers: TestClickhouse[];
  let warehouse: TestWarehouse;
  beforeAll(async () => {
    servers = await openTestCluster();
    warehouse = await openTestWarehouse(servers, 'pair');
  });
  afterAll(async () => {
    await warehouse.close();
    for (const server of servers) await server.close();
  });

  const { columns } = randomTable;
  const manyRows = Array.from({ length: 100 }, () => rowsOfRandomTable).flat();

  test('stores a part of the rows on each server, and reads all of them', async () => {
    const { warehouse: source } = await warehouse.store([{ columns, rows: manyRows }], columns);
    const parts = await Promise.all(
      servers.map((server) => server.execute(`select toInt32(count()) as n from shuju.${source.table}_part`)),
    );
    const counts = parts.map(([part]) => Number(part!['n']));
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts[0]! + counts[1]!).toBe(manyRows.length);
    const { values } = await warehouse.engine.query(warehouseCount(source, []), options);
    expect(values).toEqual([[manyRows.length]]);
    const query = queryOf({ dimensions: [{ id: 'd', kind: 'value', column: columns[0]!.id }] });
    const table = queryTableOf(source, []);
    const { values: groups } = await warehouse.engine.query(
      { ...compile(query, table, clickhouse), sources: [source] },
      options,
    );
    expect((groups[1] as number[]).reduce((sum, count) => sum + count, 0)).toBe(manyRows.length);
  });

  test('deletes rows on each server', async () => {
    const { warehouse: source } = await warehouse.store(
      [
        { columns, rows: manyRows },
        { columns, rows: manyRows },
      ],
      columns,
    );
    const [, second] = source.ranges;
    await warehouse.writer.deleteExcept(source.table, { last: second!.to, ranges: [second!] });
    const { values } = await warehouse.engine.query(warehouseCount(source, []), options);
    expect(values).toEqual([[manyRows.length]]);
  });

  test('fails while a part is missing, instead of omitting its rows, and recovers', async () => {
    const { warehouse: source } = await warehouse.store([{ columns, rows: manyRows }], columns);
    const count = () => warehouse.engine.query(warehouseCount(source, []), options);
    await servers[1]!.stop();
    await expect(count()).rejects.toMatchObject({ code: 'warehouse_unavailable' });
    await expect(warehouse.store([{ columns, rows: manyRows }], columns)).rejects.toMatchObject({
      code: 'warehouse_unavailable',
    });
    await servers[1]!.start();
    expect((await count()).values).toEqual([[manyRows.length]]);
    // The first server is the preferred one.
    await servers[0]!.stop();
    await expect(count()).rejects.toMatchObject({ code: 'warehouse_unavailable' });
    await servers[0]!.start();
    expect((await count()).values).toEqual([[manyRows.length]]);
  });
});
