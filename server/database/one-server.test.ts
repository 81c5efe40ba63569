import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { killServer, type ServerProcess, spawnProgram, startServer, stopServer } from '#server/testing/process.ts';
import { createDirectory, createOwner, queryOnce } from '#server/testing/product.ts';

/* Rows lie in the data directory: of two servers on one database, each would lose what the other was given. */

let database: TestDatabase;
let [first, second]: string[] = [];
let server: ServerProcess;
const settingsOf = (directory: string) => ({ SHUJU_DATA: directory, DATABASE_URL: database.url });
const newDatabase = async (name: string) => {
  await queryOnce({ connectionString: database.url }, `create database ${name}`);
  return database.url.replace('/postgres?', `/${name}?`);
};

async function expectRefusal(directory: string, reason: RegExp): Promise<void> {
  const program = spawnProgram('main', settingsOf(directory));
  expect(await program.ended).toBe(1);
  await expect.poll(program.output).toMatch(reason);
  // In Chinese too.
  expect(program.output()).toMatch(/数据库/);
}

beforeAll(async () => {
  [first, second, database] = await Promise.all([createDirectory(), createDirectory(), openTestDatabase()]);
  server = await startServer(settingsOf(first!));
  const client = createClient(server.url);
  await loadFile(client, (await createOwner(client)).token, 'a.csv', 'city\nWuhan\n');
}, 120_000);
afterAll(async () => {
  await stopServer(server);
  await database.close();
  for (const directory of [first!, second!]) await rm(directory, { recursive: true, force: true });
});

test('a second server on the database is refused while the first runs, with another directory or a copy', async () => {
  await expectRefusal(second!, /Another Shuju server is running on the database/);
  await cp(first!, second!, { recursive: true, filter: (file) => !path.basename(file).startsWith('lock.') });
  await expectRefusal(second!, /Another Shuju server is running on the database/);
  await rm(second!, { recursive: true });
}, 120_000);

test('another directory is refused after the first server was killed, and the first one starts again', async () => {
  await killServer(server);
  await expectRefusal(second!, /belongs to another data directory.+Set SHUJU_DATA/s);
  server = await startServer(settingsOf(first!));
}, 120_000);

test('a moved copy of the directory is the directory', async () => {
  await stopServer(server);
  await cp(first!, second!, { recursive: true, filter: (file) => !path.basename(file).startsWith('lock.') });
  server = await startServer(settingsOf(second!));
  await stopServer(server);
  await rm(second!, { recursive: true });
  server = await startServer(settingsOf(first!));
}, 120_000);

test('who has lost the directory goes on with a new one by the id that the message names', async () => {
  await stopServer(server);
  const program = spawnProgram('main', settingsOf(second!));
  await program.ended;
  await expect.poll(program.output).toMatch(/write \S+ into/);
  const [, id, file] = /write (\S+) into (\S+)/.exec(program.output())!;
  expect(id).toBe(await readFile(path.join(first!, 'installation'), 'utf8'));
  await writeFile(file!, `${id}\n`);
  server = await startServer(settingsOf(second!));
}, 120_000);

test('a first start that was cut off between directory and database is completed by the next', async () => {
  const url = await newDatabase('cut_off');
  const directory = await createDirectory();
  await writeFile(path.join(directory, 'installation'), 'an-id');
  await stopServer(await startServer({ SHUJU_DATA: directory, DATABASE_URL: url }));
  expect(await queryOnce({ connectionString: url }, `select value from settings where name = 'installation'`)).toEqual([
    { value: 'an-id' },
  ]);
  await rm(directory, { recursive: true, force: true });
}, 120_000);

test('a server whose session was ended takes the database again', async () => {
  const holders = () =>
    queryOnce(
      { connectionString: database.url },
      `select pid from pg_locks where locktype = 'advisory' and classid = 7385239`,
    );
  const [before] = await holders();
  await queryOnce({ connectionString: database.url }, 'select pg_terminate_backend($1)', [before!['pid']]);
  await expect
    .poll(async () => (await holders()).map(({ pid }) => pid !== before!['pid']), { timeout: 30_000 })
    .toEqual([true]);
  await expectRefusal(first!, /Another Shuju server is running on the database/);
}, 120_000);
