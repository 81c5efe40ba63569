import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ExportLine } from '#contract/queries/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { loadFile, sendContent } from '#server/testing/data.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { specOf, callLines, resultOf, rowsOf } from '#server/testing/queries.ts';
import { mountSmallDisk, noSmallDisks } from '#server/testing/small-disk.ts';
import { warehouseSettings } from '#server/testing/servers.ts';

const megabyte = 1024 * 1024;
const diskMegabytes = 16;

// Only root can mount a small disk.
describe.runIf(hasTestClickhouse && !noSmallDisks)('two servers, one of which has a full disk', () => {
  let clickhouse: TestClickhouse;
  let database: TestDatabase;
  let disk: string;
  let unmount: () => void;
  let full: TestProduct;
  let other: TestProduct;
  let token: string;
  let pusher: Pusher;
  let orders: Dataset;
  const ballast = () => path.join(disk, 'ballast');
  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    [database, disk] = await Promise.all([createTestDatabase(), createDirectory()]);
    unmount = mountSmallDisk(disk, diskMegabytes);
    const settings = warehouseSettings(database, clickhouse);
    full = await openTestProduct({ ...settings, SHUJU_DATA: disk }, { database: 'shared' });
    other = await openTestProduct(settings, { database: 'shared' });
    token = (await createOwner(full)).token;
    pusher = await createPusher(full, token);
    orders = await loadFile(full, token, 'orders.csv', 'city\nWuhan\nOslo\n');
    await writeFile(ballast(), Buffer.alloc(diskMegabytes * megabyte)).catch(ignoreFull);
  });
  afterAll(async () => {
    await full.close();
    await other.close();
    unmount();
    await database.close();
    await clickhouse.close();
    await rm(disk, { recursive: true, force: true });
  });

  // Fills the disk: the write fails once there is no space left.
  function ignoreFull(error: NodeJS.ErrnoException): void {
    if (error.code !== 'ENOSPC') throw error;
  }

  const count = async (server: TestProduct) => rowsOf(await resultOf(server, specOf(orders.id), { token }));
  const exportFrom = async (server: TestProduct) => {
    const spec = specOf(orders.id, { dimensions: [{ id: 'city', kind: 'value', column: orders.columns[0]!.id }] });
    const input = { ask: spec, zone: 'UTC', format: 'csv', name: 'orders', labels: {} };
    const { lines, error } = await callLines<ExportLine>(server, 'POST /exports', input, { token });
    return lines.at(-1) ?? { kind: 'error', error };
  };

  test('the full server rejects files with the reason', async () => {
    const content = 'city\nWuhan\n';
    const announce = { name: 'file.csv', bytes: content.length, zone: 'UTC' };
    const announced = await full.call('POST /uploads', announce, { token });
    const refused = announced.status === 200 ? await sendContent(full, token, announced.body.id, content) : announced;
    expect([refused.status, refused.body.code]).toEqual([507, 'disk_full']);
    expect(await exportFrom(full)).toMatchObject({ kind: 'error', error: { code: 'disk_full' } });
  });

  test('the full server answers queries and accepts pushes, which the other server stores', async () => {
    expect(await count(full)).toEqual([[2]]);
    for (let n = 0; n < 5; n++) expect((await pusher.push('events', [{ n }])).status).toBe(200);
    expect(await pusher.rowsOf('events', 5)).toHaveLength(5);
    expect((await full.send('/readyz')).status).toBe(200);
  });

  test('the other server is not affected', async () => {
    expect(await count(other)).toEqual([[2]]);
    const { id } = await loadFile(other, token, 'more.csv', 'city\nBergen\n');
    expect((await full.call('POST /datasets/:id/rows', { id }, { token })).body.rows).toEqual([['Bergen']]);
    expect(await exportFrom(other)).toMatchObject({ kind: 'ready', rows: 2 });
  });

  test('the full server accepts files again once there is space', async () => {
    await rm(ballast());
    expect(await loadFile(full, token, 'again.csv', 'city\nOslo\n')).toMatchObject({ rows: 1 });
    expect(await exportFrom(full)).toMatchObject({ kind: 'ready', rows: 2 });
  });
});
