import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Import } from '#contract/imports/routes.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openProxy, type TestProxy } from '#server/testing/proxy.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { runQuery, specOf, resultOf, rowsOf } from '#server/testing/queries.ts';

describe.runIf(hasTestClickhouse)('a warehouse', () => {
  let clickhouse: TestClickhouse;
  let proxy: TestProxy;
  let database: TestDatabase;
  let product: TestProduct;
  let token: string;
  let pusher: Pusher;
  let orders: Dataset;

  /** A server of the installation; its warehouse is reached through the proxy unless a port is given. */
  const open = (user: string, path: string, port = proxy.port) =>
    openTestProduct(
      {
        DATABASE_URL: database.url,
        SHUJU_SECRET: 'a secret that all of the servers know',
        WAREHOUSE_URL: `http://${user}@127.0.0.1:${port}/${path}`,
      },
      { database: 'shared' },
    );

  beforeAll(async () => {
    clickhouse = await openTestClickhouse({ selecting: ['GRANT SELECT ON *.*'] });
    for (const name of ['shuju', 'unused']) await clickhouse.execute(`create database ${name}`);
    proxy = await openProxy({ port: 0, host: '127.0.0.1' }, { port: clickhouse.address.port, host: '127.0.0.1' });
    database = await createTestDatabase();
    product = await open('shuju:password', 'shuju');
    token = (await createOwner(product)).token;
    pusher = await createPusher(product, token);
    orders = await loadFile(product, token, 'orders.csv', 'city,amount\nWuhan,1\nOslo,2\n');
  });
  afterAll(async () => {
    await product.close();
    await database.close();
    await proxy.close();
    await clickhouse.close();
  });

  // Every time with another column name, so that no cached answer is returned.
  let queries = 0;
  const spec = (dataset = orders.id) =>
    specOf(dataset, { measures: [{ id: `n${queries++}`, formula: { kind: 'count' }, show: 'value' }] });
  const count = async (server: TestProduct, dataset?: string) =>
    rowsOf(await resultOf(server, spec(dataset), { token }))[0]![0];

  async function upload(server: TestProduct, name: string): Promise<Import> {
    const uploaded = await uploadFile(server, token, `${name}.csv`, 'a\n1\n');
    return loadUploaded(server, token, uploaded, { application: { name }, plan: proposalOf(uploaded, { name }) });
  }

  test.each([
    ['whose password is wrong', 'shuju:wrong', 'shuju', /doesn't answer[^]+Authentication failed[^]+没有应答/],
    ['that has no such database', 'shuju:password', 'nothing', /nothing does not exist/],
    ['whose user is read-only', 'reader:password', 'unused', /needs all rights[^]+全部权限/],
    ['whose user may only select', 'selecting:password', 'unused', /needs all rights[^]+Not enough privileges/],
  ])('%s is rejected at once, with the reason', async (_, user, path, message) => {
    await expect(open(user, path)).rejects.toThrow(message);
  });

  test('whose user became read-only can be read, and other servers store the pushed events', async () => {
    for (const user of ['reader', 'selecting']) {
      const reading = await open(`${user}:password`, 'shuju', clickhouse.address.port);
      expect(await count(reading)).toBe(2);
      expect(await upload(reading, user)).toMatchObject({ state: 'failed', failure: { code: 'warehouse_failed' } });
      expect((await pusher.at(reading).push(user, [{ n: 1 }])).status).toBe(200);
      await reading.close();
      await pusher.dataset(user, 1);
      expect(await upload(product, user)).toMatchObject({ state: 'done' });
    }
  });

  test('whose disk is full can be read, rejects files, and stores pushed events once it has space', async () => {
    await clickhouse.setDiskFull(true);
    for (let n = 0; n < 5; n++) expect((await pusher.push('full', [{ n }])).status).toBe(200);
    expect(await upload(product, 'full')).toMatchObject({ state: 'failed', failure: { code: 'disk_full' } });
    expect(await count(product)).toBe(2);
    expect(await pusher.find('full')).toBeUndefined();
    await clickhouse.setDiskFull(false);
    expect((await pusher.rowsOf('full', 5)).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4]);
    expect(await upload(product, 'full')).toMatchObject({ state: 'done', rows: 1 });
  });

  test('that is slow makes queries fail at their time limit, and loses no events', async () => {
    await product.call('PUT /queries/limits', { card: 1, editor: 120 }, { token });
    proxy.delay(4_000);
    expect((await pusher.push('slow', [{ n: 1 }])).status).toBe(200);
    const { error } = await runQuery(product, spec(), { token, place: 'card', headers: { 'accept-language': 'en' } });
    expect(error).toMatchObject({ code: 'query_timeout', message: expect.stringContaining('1 s') });
    expect((await product.call('GET /datasets', {}, { token })).status).toBe(200);
    proxy.reset();
    await pusher.dataset('slow', 1);
    expect(await count(product)).toBe(2);
    await product.call('PUT /queries/limits', { card: 30, editor: 120 }, { token });
  });

  test('that restarts under load loses no events, returns no wrong answers, and triggers no alert', async () => {
    const alerts = alertsIn(product, token);
    const watch = { formula: { kind: 'count' as const }, filters: [], time: null, by: null, isRunning: false };
    const alert = await alerts.create(
      alertOf({ ...watch, dataset: orders.id }, { condition: { kind: 'above', value: 9 } }),
    );
    await expect.poll(async () => (await alerts.load(alert)).alert.lastCheckedAt).not.toBeNull();
    const stopping = new AbortController();
    const answers = new Set<unknown>();
    let pushed = 0;
    const loops = [
      async () => {
        for (; !stopping.signal.aborted; pushed++)
          expect((await pusher.push('restarts', [{ n: pushed }])).status).toBe(200);
      },
      async () => {
        while (!stopping.signal.aborted) {
          const { result, error } = await runQuery(product, spec(), { token });
          answers.add(result ? rowsOf(result)[0]![0] : error.code);
        }
      },
    ].map((loop) => loop());
    for (let round = 0; round < 2; round++) {
      await clickhouse.stop();
      await product.query('update alerts set next_check_at = now()');
      const before = pushed;
      await expect.poll(() => pushed).toBeGreaterThan(before);
      await expect.poll(() => answers).toContain('warehouse_unavailable');
      expect(await upload(product, 'restarts')).toMatchObject({
        state: 'failed',
        failure: { code: 'warehouse_unavailable' },
      });
      const listDue = () => product.query('select 1 from alerts where next_check_at <= now()');
      await expect.poll(listDue).toEqual([]);
      await clickhouse.start();
      await expect.poll(() => count(product).catch(() => undefined)).toBe(2);
    }
    stopping.abort();
    await Promise.all(loops);
    expect(answers).toEqual(new Set([2, 'warehouse_unavailable']));
    const { id } = await pusher.dataset('restarts', pushed);
    expect(await count(product, id)).toBe(pushed);
    await alerts.checkAgain(alert);
    expect([await alerts.stateOf(alert), await alerts.noticesOf(alert)]).toEqual(['quiet', []]);
  });
});
