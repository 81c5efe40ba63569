import { randomUUID } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { type SeparatePostgres, startSeparatePostgres } from '#server/testing/postgres.ts';
import { killServer, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createOwner, queryOnce } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { acquireSealLock } from '#server/testing/seal-lock.ts';

/* Two server processes on one PostgreSQL. Each writes segments into its own directory. */

const rounds = Number(process.env['KILL_ROUNDS'] ?? 4);
const batch = 10;

let database: SeparatePostgres;
let directories: string[];
let servers: ServerProcess[];
let pusher: Pusher;

const settingsOf = (directory: string) => ({
  SHUJU_DATA: directory,
  DATABASE_URL: database.url,
  SHUJU_SECRET: 'a secret that both of the servers know',
});
const start = (directory: string) => startServer(settingsOf(directory), 'table');
const pusherOn = (index: number) => pusher.at(createClient(servers[index]!.url));

async function countRows(name: string): Promise<number> {
  const text = 'select rows from datasets where application_id = $1 and name = $2';
  const [dataset] = await queryOnce({ connectionString: database.url }, text, [pusher.application, name]);
  return Number(dataset?.['rows'] ?? 0);
}

beforeAll(async () => {
  database = await startSeparatePostgres();
  directories = [await createDirectory(), await createDirectory()];
  servers = [await start(directories[0]!), await start(directories[1]!)];
  const client = createClient(servers[0]!.url);
  pusher = await createPusher(client, (await createOwner(client)).token);
});
afterAll(async () => {
  for (const server of servers) await stopServer(server);
  await database.close();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

test('a push is sealed by another server if its own is killed right after acknowledging it', async () => {
  const release = await acquireSealLock({ connectionString: database.url }, pusher.application);
  expect((await pusherOn(0).push('one', { n: 1 })).status).toBe(200);
  await killServer(servers[0]!);
  await release();
  await expect.poll(() => countRows('one')).toBe(1);
  servers[0] = await start(directories[0]!);
});

test(
  `no acknowledged row is lost or duplicated while either server is killed (${rounds} times)`,
  { timeout: rounds * 30_000 + 120_000 },
  async () => {
    const acknowledged = new Set<string>();
    const stopping = new AbortController();

    async function push(rows: object[], key: string): Promise<boolean> {
      const index = Math.random() < 0.5 ? 0 : 1;
      // A killed server does not respond.
      const answer = await pusherOn(index)
        .push('many', rows, { 'idempotency-key': key })
        .catch(() => undefined);
      return answer?.status === 200;
    }

    async function pushLoop(): Promise<void> {
      while (!stopping.signal.aborted) {
        const key = randomUUID();
        const rows = Array.from({ length: batch }, (_, index) => ({ id: `${key} ${index}` }));
        while (!(await push(rows, key))) await sleep(20);
        for (const { id } of rows) acknowledged.add(id);
      }
    }

    const pushing = Promise.all(Array.from({ length: 4 }, pushLoop));
    for (let round = 0; round < rounds; round++) {
      await sleep(Math.random() * 1000);
      await killServer(servers[round % 2]!);
      servers[round % 2] = await start(directories[round % 2]!);
    }
    stopping.abort();
    await pushing;
    await expect.poll(() => countRows('many')).toBe(acknowledged.size);
    expect(acknowledged.size).toBeGreaterThan(rounds * batch);
    expect(new Set(await readIds())).toEqual(acknowledged);
  },
);

/** Stops the servers and reads all rows from one server that has the segments of both. */
async function readIds(): Promise<unknown[]> {
  for (const server of servers.splice(0)) await stopServer(server);
  const [target, source] = directories.map((directory) => path.join(directory, 'segments'));
  await cp(source!, target!, { recursive: true });
  servers = [await start(directories[0]!)];
  return pusherOn(0).values('many', 'id');
}
