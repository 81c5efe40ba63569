import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/database-proxy.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { silentLog } from '#server/testing/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { queryOnce } from '#server/testing/product.ts';
import { listen } from './listen.ts';
import { openDatabase, openPool } from './pool.ts';

/* A cut network closes no connection, so that only a timeout detects it. */

const silenceMs = 500;

let database: TestDatabase;
let folder: string;
let proxy: DatabaseProxy;
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), createDirectory()]);
  proxy = await openDatabaseProxy(database.url, folder);
});
afterEach(() => proxy.reset());
afterAll(async () => {
  await proxy.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('a query and a transaction fail after the timeout, and the next ones use a new session', async () => {
  const pool = openPool({ connectionString: proxy.url }, silenceMs);
  const db = openDatabase(pool);
  const select = () => db.execute(sql`select 1`);
  // The second is the error of the rollback.
  const terminated = { cause: { message: expect.stringMatching(/Connection terminated|connection error/) } };
  await select();
  proxy.cut();
  await expect(select()).rejects.toMatchObject(terminated);
  proxy.mend();
  await select();
  const transaction = db.transaction(async (tx) => {
    proxy.cut();
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toMatchObject(terminated);
  proxy.mend();
  await select();
  proxy.reset();
  await pool.end();
});

test('a transaction that executes nothing for longer is not ended', async () => {
  const pool = openPool({ connectionString: proxy.url }, silenceMs);
  const db = openDatabase(pool);
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql`create temp table waiting as select 1 as n`);
    await sleep(3 * silenceMs);
    return tx.execute(sql`select n from waiting`);
  });
  expect(rows).toEqual([{ n: 1 }]);
  // The next statement restarts the timeout.
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await sleep(2 * silenceMs);
    proxy.cut();
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  proxy.mend();
  proxy.reset();
  await pool.end();
});

test('a listener reconnects after the timeout', async () => {
  const messages: string[] = [];
  const listener = await listen({ connectionString: proxy.url }, 'news', {
    onMessage: (text) => void messages.push(text),
    onDisconnect: () => void messages.push('disconnected'),
    log: silentLog,
    checkMs: silenceMs,
  });
  proxy.cut();
  await expect.poll(() => messages).toEqual(['disconnected']);
  expect(listener.isConnected()).toBe(false);
  proxy.mend();
  await expect.poll(listener.isConnected).toBe(true);
  await queryOnce({ connectionString: database.url }, `notify news, 'hello'`);
  await expect.poll(() => messages).toEqual(['disconnected', 'hello']);
  await listener.close();
});
