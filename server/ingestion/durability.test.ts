import { execFileSync } from 'node:child_process';
import { appendFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { listLogFiles } from '#engine/events/log-files.ts';
import { frameOf } from '#engine/events/frames.ts';
import { createClient } from '#server/testing/client.ts';
import { pushThroughCrashes } from '#server/testing/crash.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { killServer, startServer, stopServer } from '#server/testing/process.ts';
import { startSeparatePostgres } from '#server/testing/postgres.ts';
import { createPusher } from '#server/testing/push.ts';
import { type PushLogKind, pushLogKinds } from './push-log.ts';

// Run more rounds with: `KILL_ROUNDS=200 npx vitest run --project layers server/ingestion/durability`.
const rounds = Number(process.env.KILL_ROUNDS ?? 3);

test.each(pushLogKinds)(
  `no acknowledged row in the log in %s is lost or duplicated by kill -9 at any moment (${rounds} times)`,
  { timeout: rounds * 30_000 + 120_000 },
  async (pushLog) => {
    const directory = await createInstallation();
    const report = await pushThroughCrashes(directory, rounds, pushLog);
    expect(report).toMatchObject({ lost: 0, duplicated: 0 });
    expect(report.pushed).toBeGreaterThan(rounds * 20);
    await rm(directory, { recursive: true, force: true });
  },
);

const at = '2026-01-31T16:30:00Z';

/** Ids of the sealing processes that this process started. */
function listSealPids(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,ni=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return [...list.matchAll(/^\s*(\d+)\s+10 .*duckdb-process\.js/gm)].map((match) => Number(match[1]));
}

type PushKey = (n: number) => Record<string, string>;
/** With the log in the database, a failed push may be stored, so its retry needs a key; in files it needs none. */
const keysOf: Record<PushLogKind, PushKey> = {
  files: () => ({}),
  table: (n) => ({ 'idempotency-key': String(n) }),
};

async function pushWhile(product: TestProduct, keyOf: PushKey, disrupt: () => Promise<void>): Promise<void> {
  const pusher = await createPusher(product, (await createOwner(product)).token);
  let count = 0;
  const stop = new AbortController();
  const pushing = (async () => {
    while (!stop.signal.aborted)
      if ((await pusher.push('rows', { at, n: count }, keyOf(count))).status === 200) count++;
  })();
  await disrupt();
  stop.abort();
  await pushing;
  await pusher.dataset('rows', count);
  const values = (await pusher.values('rows', 'n')) as number[];
  expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
}

test.each(pushLogKinds)('with the log in %s, repeatedly killing the sealing process loses no rows', async (pushLog) => {
  const product = await openTestProduct({}, { pushLog });
  await pushWhile(product, keysOf[pushLog], async () => {
    let killed = 0;
    while (killed < 4) {
      await sleep(300 + Math.random() * 700);
      for (const pid of listSealPids()) killed += Number(process.kill(pid, 'SIGKILL'));
    }
  });
  await product.close();
});

test('a push that cannot be sealed is moved to a file, and later pushes are sealed', async () => {
  const dataDirectory = await createInstallation();
  const settings = { SHUJU_DATA: dataDirectory, SHUJU_SECRET: 'a secret that is long enough to be one' };
  const first = await startServer(settings);
  const client = createClient(first.url);
  const pusher = await createPusher(client, (await createOwner(client)).token);
  await pusher.push('rows', { at, n: 1 });
  await pusher.dataset('rows', 1);
  await stopServer(first);
  const folder = path.join(dataDirectory, 'log', pusher.application);
  const [log] = await listLogFiles(folder);
  const header = { datasets: ['rows'], keyName: '', receivedAt: 0, refused: [], delivery: null };
  await appendFile(log!.file, frameOf({ format: 'json', ...header }, Buffer.from('{"broken')));
  const second = await startServer(settings);
  const rerun = pusher.at(createClient(second.url));
  await rerun.push('rows', { at, n: 2 });
  expect((await rerun.rowsOf('rows', 2)).map(({ n }) => n)).toEqual([1, 2]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.aside'))).toHaveLength(1);
  await stopServer(second);
  await rm(dataDirectory, { recursive: true, force: true });
});

test.each(pushLogKinds)(
  'with the log in %s, no acknowledged push is lost while the database is down',
  async (pushLog) => {
    const database = await startSeparatePostgres();
    const product = await openTestProduct({ DATABASE_URL: database.url }, { pushLog });
    await pushWhile(product, keysOf[pushLog], async () => {
      await sleep(1000);
      await database.stop();
      await sleep(2000);
      await database.startAgain();
      await sleep(2000);
    });
    await product.close();
    await database.close();
  },
);

test.each([
  ['files', 'table'],
  ['table', 'files'],
] as const)('pushes that are still in %s are sealed by a server that logs in %s', async (before, after) => {
  const directory = await createInstallation();
  const settings = { SHUJU_DATA: directory, SHUJU_SECRET: 'a secret that is long enough to be one' };
  const first = await startServer(settings, before);
  const client = createClient(first.url);
  const pusher = await createPusher(client, (await createOwner(client)).token);
  await Promise.all(Array.from({ length: 50 }, (_, n) => pusher.push(`rows ${n}`, { at, n })));
  await killServer(first);
  const second = await startServer(settings, after);
  const rerun = pusher.at(createClient(second.url));
  for (let n = 0; n < 50; n++) await rerun.dataset(`rows ${n}`, 1);
  await rerun.push('rows 0', { at, n: 50 });
  expect((await rerun.rowsOf('rows 0', 2)).map(({ n }) => n)).toEqual([0, 50]);
  await stopServer(second);
  await rm(directory, { recursive: true, force: true });
});
