import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { silentLog } from '#server/testing/log.ts';
import { parseConfig } from '#server/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { spawnProgram } from '#server/testing/process.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { queryOnce } from '#server/testing/product.ts';
import { openStore, type Store } from './open.ts';

/*
 * Segments are stored in the data directory: of two servers on one database, each would miss the segments of the other.
 */

const running = /Another Shuju server is running on the database[^]+数据库/;
const wrongDirectory = /belongs to another data directory[^]+Set SHUJU_DATA[^]+属于另一个数据目录/;
const wrongDatabase = /data directory .+ belongs to another database[^]+属于另一个数据库/;

let database: TestDatabase;
let [first, second]: string[] = [];
const settingsOf = (directory: string) => ({ SHUJU_DATA: directory, DATABASE_URL: database.url });
const open = (directory: string): Promise<Store> => openStore(parseConfig(settingsOf(directory)), silentLog);
const query = (text: string, values?: unknown[]) => queryOnce({ connectionString: database.url }, text, values);
const copy = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (file) => !path.basename(file).startsWith('lock.') });

async function addSegment(directory: string, file: string): Promise<void> {
  await mkdir(path.join(directory, 'segments'), { recursive: true });
  await writeFile(path.join(directory, 'segments', `${file}.duckdb`), '');
}

beforeAll(async () => {
  [first, second, database] = await Promise.all([createDirectory(), createDirectory(), createTestDatabase('empty')]);
});
afterAll(async () => {
  await database.close();
  for (const directory of [first!, second!]) await rm(directory, { recursive: true, force: true });
});

test('a second server on the database is rejected while the first runs, with another directory or a copy', async () => {
  const store = await open(first!);
  const program = spawnProgram('main', settingsOf(second!));
  expect(await program.ended).toBe(1);
  await expect.poll(program.output).toMatch(running);
  await copy(first!, second!);
  await expect(open(second!)).rejects.toThrow(running);
  await rm(second!, { recursive: true });
  await store.close();
});

test('another directory is rejected after the first server has stopped, and the first one can start again', async () => {
  await expect(open(second!)).rejects.toThrow(wrongDirectory);
  await (await open(first!)).close();
});

test('a moved copy of the directory is accepted', async () => {
  await copy(first!, second!);
  await (await open(second!)).close();
  await rm(second!, { recursive: true });
});

test('after losing the directory, the id from the message allows a new one', async () => {
  const { message } = (await open(second!).catch((error: unknown) => error)) as Error;
  const [, id, file] = /write (\S+) into (\S+)/.exec(message)!;
  expect(id).toBe(await readFile(path.join(first!, 'installation'), 'utf8'));
  await writeFile(file!, `${id}\n`);
  await (await open(second!)).close();
  await rm(second!, { recursive: true });
});

test('a directory with segments unknown to the database is rejected and left unchanged', async () => {
  await query(`delete from settings where name = 'installation'`);
  await addSegment(second!, 'unknown');
  await expect(open(second!)).rejects.toThrow(wrongDatabase);
  expect(await query(`select 1 from settings where name = 'installation'`)).toEqual([]);
  await rm(second!, { recursive: true });
});

test('a first start interrupted between directory and database is completed by the next', async () => {
  await (await open(first!)).close();
  const id = await readFile(path.join(first!, 'installation'), 'utf8');
  expect(await query(`select value from settings where name = 'installation'`)).toEqual([{ value: id }]);
});

test('a server whose session was terminated takes the lock again', async () => {
  const store = await open(first!);
  const listHolders = async () =>
    (await query(`select pid from pg_locks where locktype = 'advisory' and classid = 7385239`)).map(({ pid }) => pid);
  const [before] = await listHolders();
  await query('select pg_terminate_backend($1)', [before]);
  await expect.poll(async () => (await listHolders()).filter((pid) => pid !== before).length).toBe(1);
  await expect(open(second!)).rejects.toThrow(running);
  await store.close();
});
