import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { silentLog } from '#server/testing/log.ts';
import { parseConfig } from '#server/config.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { openStore, type Store } from './open.ts';

let directory: string;
let store: Store;
beforeAll(async () => {
  directory = await createDirectory();
  store = await openStore(parseConfig({ SHUJU_DATA: directory }), silentLog);
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const backend = async () => (await store.pool.query('select pg_backend_pid() as pid')).rows[0].pid as number;

/** Kills the connection that the pool hands out next, before the pool can notice. */
async function loseConnection(): Promise<void> {
  process.kill(await backend(), 'SIGTERM');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}

test('connections lost before a transaction begins are released', async () => {
  for (let n = 0; n < 25; n++) {
    await loseConnection();
    await expect(store.db.transaction(async () => n)).rejects.toThrow();
  }
  expect(await store.db.transaction(async () => 'well')).toBe('well');
  expect(store.pool.totalCount).toBe(store.pool.idleCount);
});

test('a failed transaction rejects with its error, and its connection is reused', async () => {
  const failed = store.db.transaction(async () => {
    throw new Error('because');
  });
  await expect(failed).rejects.toThrow('because');
  expect(store.pool.totalCount).toBe(store.pool.idleCount);
});
