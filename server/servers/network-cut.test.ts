import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/database-proxy.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { specOf, resultOf, rowsOf } from '#server/testing/queries.ts';

const cutMs = 3_000;

describe.runIf(hasTestClickhouse)('two servers, one of which loses its network to PostgreSQL', () => {
  let clickhouse: TestClickhouse;
  let database: TestDatabase;
  let folder: string;
  let proxy: DatabaseProxy;
  let one: TestProduct;
  let two: TestProduct;
  let token: string;
  let pusher: Pusher;
  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    [database, folder] = await Promise.all([createTestDatabase(), createDirectory()]);
    proxy = await openDatabaseProxy(database.url, folder);
    const open = (DATABASE_URL: string) =>
      openTestProduct(
        {
          DATABASE_URL,
          SHUJU_SECRET: 'a secret that both of the servers know',
          WAREHOUSE_URL: `http://shuju:password@127.0.0.1:${clickhouse.address.port}/shuju`,
        },
        { database: 'shared' },
      );
    one = await open(proxy.url);
    two = await open(database.url);
    token = (await createOwner(one)).token;
    pusher = await createPusher(one, token);
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await proxy.close();
    await database.close();
    await clickhouse.close();
    await rm(folder, { recursive: true, force: true });
  });

  const acknowledged: string[] = [];
  const push = async (server: TestProduct, id: string) => {
    const answer = await pusher.at(server).push('events', [{ id }], { 'idempotency-key': id });
    if (answer.status === 200) acknowledged.push(id);
    return answer;
  };
  const readiness = async (server: TestProduct) => (await server.send('/readyz')).status;

  test('it responds with 503, the other continues, and it recovers without losing or duplicating rows', async () => {
    expect((await push(one, 'before')).status).toBe(200);
    await pusher.dataset('events', 1);
    const stopping = new AbortController();
    const refused = new Map<string, unknown>();
    const pushing = (async () => {
      while (!stopping.signal.aborted) {
        const id = randomUUID();
        const { status, body } = await push(one, id);
        if (status !== 200) refused.set(id, [status, body.code]);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3);

    proxy.cut();
    const reading = one.call('GET /datasets', {}, { token });
    expect(await readiness(one)).toBe(503);
    expect((await one.send('/healthz')).status).toBe(200);
    expect(await readiness(two)).toBe(200);
    expect((await push(two, 'meanwhile')).status).toBe(200);
    const { id: dataset } = (await pusher.at(two).find('events'))!;
    expect(rowsOf(await resultOf(two, specOf(dataset), { token }))[0]![0]).toBeGreaterThan(0);
    await sleep(cutMs);
    proxy.reset();

    expect(await reading).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await expect.poll(() => readiness(one)).toBe(200);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
    stopping.abort();
    await pushing;
    expect(refused.size).toBeGreaterThan(0);
    expect(new Set([...refused.values()].map((each) => JSON.stringify(each)))).toEqual(
      new Set(['[503,"unavailable"]']),
    );
    // The client retries its refused pushes.
    for (const id of refused.keys()) expect((await push(one, id)).status).toBe(200);
    await pusher.dataset('events', acknowledged.length);
    for (const server of [one, two])
      expect(new Set(await pusher.at(server).values('events', 'id'))).toEqual(new Set(acknowledged));
  });

  test('it receives changes of the other afterwards', async () => {
    const response = await fetch(`${one.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const { body } = await two.call('POST /applications', { name: 'Later', kind: 'events' }, { token });
    expect((await reader.read()).value).toContain(body.id);
    await reader.cancel();
  });
});
