import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

import { recordLog, silentLog } from '#server/testing/log.ts';
import { startSeparatePostgres } from '#server/testing/postgres.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { queryOnce } from '#server/testing/product.ts';
import { startEmbedded } from './embedded.ts';
import { listen } from './listen.ts';
import { findPostmaster } from './postmaster.ts';
import { retryOutage } from './retry-outage.ts';

test('an outage is logged once, whatever the number of attempts', async () => {
  const { log, lines } = recordLog();
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    if (attempts < 3) throw new Error(`failure ${attempts}`);
    return 'result';
  };
  const { signal } = new AbortController();
  expect(await retryOutage({ log, subject: 'the database', signal }, attempt)).toBe('result');
  expect(lines).toMatchObject([
    { level: 40, msg: 'the database is lost' },
    { level: 40, msg: 'the database cannot be restored yet, retrying', err: { message: 'failure 1' } },
    { level: 30, msg: 'the database is back', failures: 2 },
  ]);
});

test('an abort ends the retries at once', async () => {
  const closing = new AbortController();
  const attempt = async () => {
    closing.abort();
    throw new Error('failure');
  };
  const outage = { log: silentLog, subject: 'the database', signal: closing.signal };
  expect(await retryOutage(outage, attempt)).toBeUndefined();
});

test('the built-in PostgreSQL is restarted after it died, and both are logged', async () => {
  const directory = await createDirectory();
  const folder = path.join(directory, 'postgres');
  const { log, lines } = recordLog();
  const { connection, close } = await startEmbedded(folder, 'password', log);
  process.kill((await findPostmaster(folder))!, 'SIGKILL');
  await expect.poll(() => lines.at(-1)?.msg).toBe('the built-in PostgreSQL is back');
  expect(lines[0]).toMatchObject({ level: 40, msg: 'the built-in PostgreSQL is lost' });
  expect(await queryOnce(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await close();
  await rm(directory, { recursive: true, force: true });
});

test('a listener reports missed messages, logs the outage and listens again', async () => {
  const database = await startSeparatePostgres();
  const { log, lines } = recordLog();
  const messages: string[] = [];
  const connection = { connectionString: database.url };
  const onDisconnect = () => void messages.push('disconnected');
  const listener = await listen(connection, 'news', {
    onMessage: (text) => void messages.push(text),
    onDisconnect,
    log,
  });
  await database.stop();
  await expect.poll(() => lines.length).toBe(2);
  expect(listener.isConnected()).toBe(false);
  await database.startAgain();
  await expect.poll(listener.isConnected).toBe(true);
  await queryOnce(connection, `notify news, 'hello'`);
  await expect.poll(() => messages).toEqual(['disconnected', 'hello']);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the notification channel news is lost',
    'the notification channel news cannot be restored yet, retrying',
    'the notification channel news is back',
  ]);
  await listener.close();
  await database.close();
});
