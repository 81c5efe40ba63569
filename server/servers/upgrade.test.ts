import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { killServer, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createOwner } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { specOf, resultOf, rowsOf } from '#server/testing/queries.ts';
import { warehouseSettings } from '#server/testing/servers.ts';

/** A migration of a newer version, which is applied while servers of this version run. */
const newer = {
  folderMillis: listMigrations().at(-1)!.folderMillis + 1,
  hash: 'newer',
  bps: true,
  sql: [
    'create table later (id text primary key)',
    'alter table datasets add column later text',
    'alter table push_log add column later text',
    'alter table sessions add column later text',
    'create index datasets_later on datasets (later)',
  ],
};

describe.runIf(hasTestClickhouse)('servers that are upgraded one after the other', () => {
  let clickhouse: TestClickhouse;
  let database: TestDatabase;
  let directories: string[];
  let servers: ServerProcess[];
  let token: string;
  let pusher: Pusher;
  let dataset: string;

  const start = (directory: string) =>
    startServer({
      SHUJU_DATA: directory,
      ...warehouseSettings(database, clickhouse),
    });

  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    database = await createTestDatabase();
    directories = [await createDirectory(), await createDirectory()];
    servers = await Promise.all(directories.map(start));
    const client = createClient(servers[0]!.url);
    token = (await createOwner(client)).token;
    pusher = await createPusher(client, token);
    dataset = (await loadFile(client, token, 'orders.csv', 'city\nWuhan\nOslo\n')).id;
  });
  afterAll(async () => {
    for (const server of servers) await killServer(server);
    await database.close();
    await clickhouse.close();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  /** The server that a load balancer would choose: the first one that is ready. */
  async function findReady(): Promise<Client> {
    for (const { url } of servers.toReversed()) {
      // A server that has stopped does not respond.
      const ready = await fetch(`${url}/readyz`).catch(() => undefined);
      if (ready?.ok) return createClient(url);
    }
    throw new Error('no server is ready');
  }

  let pushed = 0;
  async function sendRequests(): Promise<void> {
    const client = await findReady();
    expect((await client.call('GET /me', {}, { token })).status).toBe(200);
    expect((await pusher.at(client).push('events', [{ n: pushed }])).status).toBe(200);
    pushed++;
    // Named differently each time, so that the answer is not cached.
    const measures = [{ id: `n${pushed}`, formula: { kind: 'count' as const }, show: 'value' as const }];
    expect(rowsOf(await resultOf(client, specOf(dataset, { measures }), { token }))).toEqual([[2]]);
  }

  /** Sends requests until the work is done, and once more. */
  async function sendRequestsDuring(work: Promise<unknown>): Promise<void> {
    const stopping = new AbortController();
    const done = work.finally(() => stopping.abort());
    while (!stopping.signal.aborted) await sendRequests();
    await done;
    await sendRequests();
  }

  test('answer every request while one of them restarts', async () => {
    const restart = async () => {
      await stopServer(servers[1]!);
      servers[1] = await start(directories[1]!);
    };
    await sendRequestsDuring(restart());
    await pusher.dataset('events', pushed);
  });

  test('keep answering after a newer version has upgraded the database, but do not start on it', async () => {
    await sendRequestsDuring(migrate({ connectionString: database.url }, [...listMigrations(), newer]));
    for (const { url } of servers) {
      const client = createClient(url);
      await loadFile(client, token, `after-${new URL(url).port}.csv`, 'city\nBergen\n');
      await pusher.at(client).push('events', [{ n: pushed++ }]);
    }
    await pusher.dataset('events', pushed);
    await stopServer(servers[1]!);
    await expect(start(directories[1]!)).rejects.toThrow('belongs to a newer version of Shuju');
    await sendRequests();
  });
});
