import { drizzle } from 'drizzle-orm/node-postgres';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { parseConfig } from '#server/config.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { silentLog } from '#server/testing/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { listRunning, openServers, type Servers } from './servers.ts';

let database: TestDatabase;
let pool: pg.Pool;
let directories: string[];
let one: Servers;
let two: Servers;

const open = (directory: string) => {
  const settings = { SHUJU_DATA: directory, DATABASE_URL: database.url, HOST: '127.0.0.1' };
  const shared = { WAREHOUSE_URL: 'http://127.0.0.1:1/shuju', SHUJU_SECRET: 'a secret that is long enough to be one' };
  return openServers({ config: parseConfig({ ...settings, ...shared }), db: drizzle(pool), log: silentLog });
};

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
  directories = [await createDirectory(), await createDirectory()];
  [one, two] = [await open(directories[0]!), await open(directories[1]!)];
});
afterAll(async () => {
  await one.close();
  await two.close();
  await pool.end();
  await database.close();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

const backup = { id: 'b', state: 'running' as const, createdAt: '2026-11-17T00:00:00.000Z', bytes: 0, percent: 0 };

test('a server counts as running from when it listens until it stops', async () => {
  expect(await listRunning(drizzle(pool))).toEqual([]);
  await one.announce(4001);
  await two.announce(4002);
  const running = await listRunning(drizzle(pool));
  expect(running.map(({ address }) => address).toSorted()).toEqual(['http://127.0.0.1:4001', 'http://127.0.0.1:4002']);
});

test('other servers find the server that holds a file; that server itself finds no other', async () => {
  await one.hold('upload');
  expect(await two.findHolder('upload')).toMatchObject({ id: one.id, address: 'http://127.0.0.1:4001' });
  expect(await one.findHolder('upload')).toBeUndefined();
  expect(await two.findHolder('nothing')).toBeUndefined();
});

test('records of old files are deleted, except for backups', async () => {
  await one.hold('old');
  await one.hold('b', { backup: { ...backup, state: 'ready' } });
  await pool.query(`update local_files set created_at = now() - interval '9 days'`);
  await one.forgetOld();
  expect(await two.findHolder('old')).toBeUndefined();
  expect(await two.listBackups()).toMatchObject([{ id: 'b', state: 'ready' }]);
});

test('the record of an unfinished backup is deleted when its server starts again', async () => {
  await one.hold('b', { backup });
  expect(await two.listBackups()).toMatchObject([{ state: 'running' }]);
  await one.close();
  one = await open(directories[0]!);
  await one.announce(4001);
  expect(await two.listBackups()).toEqual([]);
});

test('files of a stopped server are unreachable', async () => {
  await one.hold('import');
  expect(await two.listUnreachable()).toEqual([]);
  await one.close();
  expect(await two.listUnreachable()).toEqual(['import']);
});
