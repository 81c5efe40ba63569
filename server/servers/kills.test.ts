import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { proposalOf, sendContent } from '#server/testing/data.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { type SeparatePostgres, startSeparatePostgres } from '#server/testing/postgres.ts';
import { killServer, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createOwner } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { warehouseSettings } from '#server/testing/servers.ts';

// Run more rounds with: `KILL_ROUNDS=100 npx vitest run --project layers server/servers/kills`.
const rounds = Number(process.env['KILL_ROUNDS'] ?? 10);
const batch = 10;

describe.runIf(hasTestClickhouse)('two servers, PostgreSQL and ClickHouse', () => {
  let clickhouse: TestClickhouse;
  let postgres: SeparatePostgres;
  let directories: string[];
  let servers: ServerProcess[];
  let pusher: Pusher;
  let token: string;

  const start = (directory: string) =>
    startServer({
      SHUJU_DATA: directory,
      ...warehouseSettings(postgres, clickhouse),
    });
  const clientOn = (index: number): Client => createClient(servers[index]!.url);
  const anyClient = () => clientOn(Math.random() < 0.5 ? 0 : 1);

  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    postgres = await startSeparatePostgres();
    directories = [await createDirectory(), await createDirectory()];
    servers = [await start(directories[0]!), await start(directories[1]!)];
    ({ token } = await createOwner(clientOn(0)));
    pusher = await createPusher(clientOn(0), token);
  });
  afterAll(async () => {
    for (const server of servers) await stopServer(server);
    await postgres.close();
    await clickhouse.close();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  const kills = [
    async () => {
      await killServer(servers[0]!);
      servers[0] = await start(directories[0]!);
    },
    async () => {
      await clickhouse.stop();
      await sleep(Math.random() * 500);
      await clickhouse.start();
    },
    async () => {
      await killServer(servers[1]!);
      servers[1] = await start(directories[1]!);
    },
    async () => postgres.kill(),
  ];

  test(
    `neither lose nor duplicate acknowledged rows when they are killed during pushes and uploads (${rounds} times)`,
    { timeout: rounds * 60_000 + 300_000 },
    async () => {
      // A new name, because the test may be repeated.
      const dataset = `events ${randomUUID()}`;
      const pushed = new Set<string>();
      const uploaded = new Set<string>();
      const stopping = new AbortController();

      async function pushLoop(): Promise<void> {
        while (!stopping.signal.aborted) {
          const key = randomUUID();
          const rows = Array.from({ length: batch }, (_, index) => ({ id: `${key} ${index}` }));
          while (!(await isAcknowledged(rows, key))) await sleep(20);
          for (const { id } of rows) pushed.add(id);
        }
      }

      async function isAcknowledged(rows: object[], key: string): Promise<boolean> {
        // A killed server does not respond.
        const answer = await pusher
          .at(anyClient())
          .push(dataset, rows, { 'idempotency-key': key })
          .catch(() => undefined);
        return answer?.status === 200;
      }

      async function uploadLoop(): Promise<void> {
        while (!stopping.signal.aborted) {
          const ids = Array.from({ length: batch }, () => randomUUID());
          const isLoaded = await upload(ids).catch(() => undefined);
          // The outcome of an import whose server was killed is unknown: it may be done.
          if (isLoaded) for (const id of ids) uploaded.add(id);
          await sleep(50);
        }
      }

      /** Uploads rows; returns whether they were loaded. */
      async function upload(ids: string[]): Promise<boolean> {
        const content = `id\n${ids.join('\n')}\n`;
        const announce = { name: 'ids.csv', bytes: content.length, zone: 'UTC' };
        const { id } = (await anyClient().call('POST /uploads', announce, { token })).body;
        if ((await sendContent(anyClient(), token, id, content)).status !== 204) return false;
        const ready = await settled(async (client) => {
          const { status, body } = await client.call('GET /uploads/:id', { id }, { token });
          if (status === 404) return 'lost' as const;
          return body.state === 'ready' ? body : undefined;
        });
        if (!ready || ready === 'lost') return false;
        const plan = proposalOf(ready, { name: `f${ids[0]!.slice(0, 8)}` });
        const input = { id, application: { name: 'Files' }, imports: [plan] };
        const { body: started } = await anyClient().call('POST /uploads/:id/imports', input, { token });
        const done = await settled(async (client) => {
          const { body } = await client.call('GET /imports/:id', { id: started[0]!.id }, { token });
          return body.finishedAt ? body : undefined;
        });
        return done?.state === 'done';
      }

      /** Polls until there is a result; gives up after two minutes, because a killed server may have lost its state. */
      async function settled<T>(request: (client: Client) => Promise<T | undefined>): Promise<T | undefined> {
        for (const startedAt = Date.now(); Date.now() - startedAt < 120_000;) {
          const result = await request(anyClient()).catch(() => undefined);
          if (result !== undefined) return result;
          await sleep(50);
        }
        return undefined;
      }

      const running = Promise.all([pushLoop(), pushLoop(), pushLoop(), uploadLoop(), uploadLoop()]);
      for (let round = 0; round < rounds; round++) {
        const before = pushed.size;
        while (pushed.size === before) await sleep(5);
        await sleep(Math.random() * 1000);
        await kills[round % kills.length]!();
      }
      // On a busy machine uploads take longer than the rounds.
      while (uploaded.size === 0) await sleep(50);
      stopping.abort();
      await running;

      const events = await pusher.at(clientOn(0)).dataset(dataset, pushed.size);
      expect(events.rows).toBe(pushed.size);
      expect(new Set(await pusher.at(clientOn(1)).values(dataset, 'id'))).toEqual(pushed);
      const files = (await clientOn(1).call('GET /datasets', {}, { token })).body.filter(
        ({ name }) => !name.startsWith('events'),
      );
      const stored: string[] = [];
      for (const { id } of files) {
        const { rows } = (await clientOn(0).call('POST /datasets/:id/rows', { id, limit: 100 }, { token })).body;
        stored.push(...rows.map(([cell]) => String(cell)));
      }
      expect(new Set(stored).size).toBe(stored.length);
      expect([...uploaded].filter((id) => !stored.includes(id))).toEqual([]);
    },
  );
});
