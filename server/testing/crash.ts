import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { PushLogKind } from '#server/ingestion/push-log.ts';
import { type Client, createClient } from './client.ts';
import { killServer, postmasterOf, type ServerProcess, startServer, stopServer } from './process.ts';
import { createOwner } from './product.ts';
import { createPusher, type Pusher } from './push.ts';

/** Result of pushing while the server is killed repeatedly. */
export type CrashReport = {
  pushed: number;
  /** Acknowledged rows that are missing, and rows that are duplicated. */
  lost: number;
  duplicated: number;
  /** Longest time from start to ready, in seconds. */
  slowestStart: number;
};

const batch = 20;
const workers = 4;

/** Pushes into a server that is killed repeatedly; unacknowledged pushes are retried with the same idempotency key. */
export async function pushThroughCrashes(
  directory: string,
  rounds: number,
  pushLog: PushLogKind = 'files',
): Promise<CrashReport> {
  const settings = { SHUJU_DATA: directory, SHUJU_SECRET: 'a secret that is long enough to be one' };
  const start = () => startServer(settings, pushLog);
  let server: ServerProcess = await start();
  let client: Client = createClient(server.url);
  const { token } = await createOwner(client);
  let pusher: Pusher = await createPusher(client, token);
  const acknowledged = new Set<string>();
  let slowestStart = 0;
  const stopping = new AbortController();

  async function pushLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const key = randomUUID();
      const rows = Array.from({ length: batch }, (_, index) => ({ id: `${key} ${index}`, n: index }));
      while (!(await isAcknowledged(pusher, rows, key))) await sleep(50);
      for (const { id } of rows) acknowledged.add(id);
    }
  }

  async function crash(round: number): Promise<void> {
    const before = acknowledged.size;
    while (acknowledged.size === before) await sleep(5);
    await sleep(Math.random() * 800);
    const postmaster = postmasterOf(directory);
    await killServer(server);
    // Every third time the database is killed too, as in a crash of the machine.
    if (round % 3 === 2) process.kill(postmaster, 'SIGKILL');
    const startedAt = performance.now();
    server = await start();
    slowestStart = Math.max(slowestStart, (performance.now() - startedAt) / 1000);
    client = createClient(server.url);
    pusher = pusher.at(client);
  }

  const pushing = Promise.all(Array.from({ length: workers }, pushLoop));
  for (let round = 0; round < rounds; round++) await crash(round);
  stopping.abort();
  await pushing;
  const storedIds = await settle(pusher, acknowledged.size);
  await stopServer(server);
  const distinct = new Set(storedIds);
  return {
    pushed: acknowledged.size,
    lost: [...acknowledged].filter((id) => !distinct.has(id)).length,
    duplicated: storedIds.length - distinct.size,
    slowestStart,
  };
}

async function isAcknowledged(pusher: Pusher, rows: object[], key: string): Promise<boolean> {
  const answer = await pusher.push('crash', rows, { 'idempotency-key': key }).catch(() => undefined);
  return answer?.status === 200;
}

/** Ids of all rows, once the expected number has arrived. */
async function settle(pusher: Pusher, expected: number): Promise<string[]> {
  for (let waited = 0; waited < 600; waited++) {
    if (((await pusher.find('crash'))?.rows ?? 0) >= expected) break;
    await sleep(100);
  }
  return (await pusher.values('crash', 'id')) as string[];
}
