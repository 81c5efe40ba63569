import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type FrameHeader, frameOf } from '#engine/events/frames.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { openDatabaseProxy } from '#server/testing/database-proxy.ts';
import { startSeparatePostgres } from '#server/testing/postgres.ts';
import { createOwner, openTestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { acquireSealLock } from '#server/testing/seal-lock.ts';
import { openTestServers, type TestServers } from '#server/testing/servers.ts';

/* Two servers that share the log of pushed events and, because they have no warehouse, a folder of segments. */

let servers: TestServers;
let token: string;
const at = '2026-01-31T16:30:00Z';
const withKey = (key: string) => ({ 'idempotency-key': key });

beforeAll(async () => {
  servers = await openTestServers({}, { pushLog: 'table' });
  const [target, link] = [servers.one, servers.two].map(({ directory }) => path.join(directory, 'segments'));
  await rm(link!, { recursive: true });
  await symlink(target!, link!);
  token = (await createOwner(servers.one)).token;
});
afterAll(() => servers.close());

/** A new application and the same program on both servers. */
async function createPushers(): Promise<[Pusher, Pusher]> {
  const pusher = await createPusher(servers.one, token);
  return [pusher, pusher.at(servers.two)];
}

const query = (text: string, values?: unknown[]) => servers.one.query(text, values);
const numbersOf = async (pusher: Pusher, dataset: string) =>
  ((await pusher.values(dataset, 'n')) as number[]).toSorted((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

const header: FrameHeader = {
  format: 'json',
  datasets: ['rows'],
  keyName: '',
  receivedAt: 0,
  refused: [],
  delivery: null,
};
const insertFrame = `insert into push_log (application_id, datasets, frame) values ($1, '["rows"]', $2)`;

describe('order', () => {
  test('a push that is committed after pushes with larger ids were sealed is sealed too', async () => {
    const [pusher] = await createPushers();
    const client = new pg.Client(servers.one.connection);
    await client.connect();
    await client.query('begin');
    const frame = frameOf(header, Buffer.from(JSON.stringify({ at, n: 0 })));
    await client.query(insertFrame, [pusher.application, frame]);
    await pusher.push('rows', { at, n: 1 });
    await pusher.dataset('rows', 1);
    await client.query('commit');
    await client.end();
    await pusher.dataset('rows', 2);
    expect(await numbersOf(pusher, 'rows')).toEqual([0, 1]);
  });

  test('pushes that are acknowledged one after the other stay in order, whichever server receives them', async () => {
    const pushers = await createPushers();
    for (const n of upTo(60)) await pushers[n % 2]!.push('rows', { at, n });
    expect((await pushers[0].rowsOf('rows', 60)).map(({ n }) => n)).toEqual(upTo(60));
  });
});

describe('idempotency keys', () => {
  test('a push that both servers receive at the same time is stored once and gets the same answer', async () => {
    const pushers = await createPushers();
    const rows = [{ at, n: 0 }, 5];
    const answers = await Promise.all(upTo(20).map((index) => pushers[index % 2]!.push('rows', rows, withKey('both'))));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
    await pushers[0].push('rows', { at, n: 1 });
    await pushers[0].dataset('rows', 2);
    const reused = await pushers[1].push('rows', { at, n: 2 }, withKey('both'));
    expect([reused.status, reused.body.code]).toEqual([422, 'key_reused']);
  });

  test('only one of several pushes to both servers with the same key and different bodies is accepted', async () => {
    const pushers = await createPushers();
    const answers = await Promise.all(
      upTo(20).map((index) => pushers[index % 2]!.push('rows', { at, n: index }, withKey('race'))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    await pushers[0].dataset('rows', 1);
  });

  test('many keys that both servers receive in opposite order do not block each other', async () => {
    const pushers = await createPushers();
    const push = (index: number) => (n: number) => pushers[index]!.push('rows', { at, n }, withKey(`key ${n}`));
    const answers = await Promise.all([...upTo(200).map(push(0)), ...upTo(200).toReversed().map(push(1))]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await pushers[0].dataset('rows', 200);
    expect(await numbersOf(pushers[0], 'rows')).toEqual(upTo(200));
  });

  test('an expired key is stored again', async () => {
    const [pusher] = await createPushers();
    await pusher.push('rows', { at, n: 0 }, withKey('old'));
    await query(`update deliveries set created_at = now() - interval '8 days' where application_id = $1`, [
      pusher.application,
    ]);
    expect((await pusher.push('rows', { at, n: 1 }, withKey('old'))).status).toBe(200);
    await pusher.dataset('rows', 2);
  });
});

test('a dataset that both servers create counts once towards the limit', async () => {
  const pushers = await createPushers();
  const release = await acquireSealLock(servers.one.connection, pushers[0].application);
  for (const pusher of pushers) await pusher.push('rows', { at, n: 0 });
  const points = await query('select points from limits where key = $1', [`dataset:${pushers[0].application}`]);
  expect(points.map((row) => Number(row['points']))).toEqual([1]);
  await release();
  await pushers[0].dataset('rows', 2);
});

describe('sealing', () => {
  test('waits for the lock of another server, and continues when that server dies', async () => {
    const [pusher] = await createPushers();
    const release = await acquireSealLock(servers.one.connection, pusher.application);
    await pusher.push('rows', { at, n: 0 });
    const [holder] = await query(
      `select pid from pg_locks where locktype = 'advisory' and objid = hashtext($1)::bit(32)::bigint::oid and granted`,
      [pusher.application],
    );
    expect(await query('select 1 from push_log where application_id = $1', [pusher.application])).toHaveLength(1);
    expect(await pusher.find('rows')).toBeUndefined();
    await query('select pg_terminate_backend($1)', [holder!['pid']]);
    await pusher.dataset('rows', 1);
    // Its session is gone.
    await release().catch(() => {});
  });

  test('neither loses nor duplicates rows while servers lose their sessions', async () => {
    const pushers = await createPushers();
    let count = 0;
    for (let round = 0; round < 8; round++) {
      await Promise.all(
        upTo(20).map(async () => {
          const n = count++;
          while ((await pushers[n % 2]!.push('rows', { at, n }, withKey(`n ${n}`))).status !== 200);
        }),
      );
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
      ).catch(() => {});
    }
    await expect.poll(async () => (await pushers[0].find('rows'))?.rows).toBe(count);
    expect(await numbersOf(pushers[0], 'rows')).toEqual(upTo(count));
  });

  test('quarantines a push that cannot be sealed, and seals the others', async () => {
    const [pusher] = await createPushers();
    const damaged = frameOf(header, Buffer.from('{}'));
    damaged[damaged.length - 1]! ^= 1;
    const broken = [frameOf(header, Buffer.from('{"broken')), damaged];
    for (const frame of broken) await query(insertFrame, [pusher.application, frame]);
    await pusher.push('rows', { at, n: 1 });
    expect((await pusher.rowsOf('rows', 1)).map(({ n }) => n)).toEqual([1]);
    const left = await query(
      'select frame, quarantined_at is not null as quarantined from push_log where application_id = $1 order by id',
      [pusher.application],
    );
    expect(left).toEqual(broken.map((frame) => ({ frame, quarantined: true })));
  });
});

test('pushes to a deleted application are refused without failing those that share their transaction', async () => {
  const [pusher] = await createPushers();
  const [other] = await createPushers();
  for (const each of [pusher, other]) expect((await each.push('rows', { at, n: 0 })).status).toBe(200);
  for (const each of [pusher, other]) await each.dataset('rows', 1);
  // Without the notification that makes servers forget its keys.
  await query('delete from applications where id = $1', [other.application]);
  const answers = await Promise.all(upTo(40).map((n) => (n % 2 ? other : pusher).push('rows', { at, n })));
  expect(answers.map(({ status }) => status)).toEqual(upTo(40).map((n) => (n % 2 ? 401 : 200)));
  await pusher.dataset('rows', 21);
  expect(await query('select 1 from push_log where application_id = $1', [other.application])).toEqual([]);
});

describe('a failing database', () => {
  test('makes pushes fail with 503, and a retry with the same key is stored once', async () => {
    const [database, folder] = [await startSeparatePostgres(), await createDirectory()];
    const proxy = await openDatabaseProxy(database.url, folder);
    const product = await openTestProduct({ DATABASE_URL: proxy.url }, { pushLog: 'table' });
    const pusher = await createPusher(product, (await createOwner(product)).token);
    await pusher.push('rows', { at, n: 0 });
    await pusher.dataset('rows', 1);
    const push = (n: number) => pusher.push('rows', { at, n }, withKey(`n ${n}`));
    const disruptions: (() => unknown)[] = [proxy.reset, proxy.cut, () => database.stop().then(database.startAgain)];
    for (const [index, disrupt] of disruptions.entries()) {
      const n = index + 1;
      const release = await lockTable(database.url);
      const pushing = push(n);
      await expect.poll(() => listWaiting(database.url)).toHaveLength(1);
      const disrupted = disrupt();
      const { status, body } = await pushing;
      // A database that stops may end the session with the lock first, and then store the push.
      const isStored = index === 2 && status === 200;
      if (!isStored) expect([n, status, body.code]).toEqual([n, 503, 'unavailable']);
      await disrupted;
      await release();
      proxy.reset();
      await expect.poll(async () => (await push(n)).status).toBe(200);
    }
    await pusher.dataset('rows', 4);
    expect(await numbersOf(pusher, 'rows')).toEqual(upTo(4));
    await product.close();
    await proxy.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
});

async function lockTable(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  await client.query('lock table push_log in share mode');
  // The session is gone if the database was restarted.
  return () => client.end().catch(() => {});
}

async function listWaiting(url: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into push_log%'`,
  );
  await client.end();
  return rows;
}
