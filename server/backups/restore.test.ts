import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { restoringFolder } from '#server/database/open.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { createClient, signIn } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { killServer, spawnProgram, startServer, stopServer } from '#server/testing/process.ts';
import { createDirectory, createInstallation } from '#server/testing/directories.ts';
import { connectionOf, createOwner, ownerAccount, queryOnce } from '#server/testing/product.ts';
import { type BackupManifest, names, tableFile } from './manifest.ts';
import { dumpTable, listColumns, listTables } from './tables.ts';
import { createTar, readTar } from './tar.ts';

let directories: string[] = [];
let file: string;
let database: TestDatabase;
let dashboard: string;
/** Rows of every table, each as JSON. */
let rows: Record<string, string[]>;

const newDirectory = async () => {
  directories = [...directories, await createDirectory()];
  return directories.at(-1)!;
};

beforeAll(async () => {
  database = await createTestDatabase('empty');
  const directory = await createInstallation();
  directories.push(directory);
  const server = await startServer({ SHUJU_DATA: directory });
  const client = createClient(server.url);
  const owner = await createOwner(client);
  await loadFile(client, owner.token, 'orders.csv', 'city,amount\nWuhan,1\n');
  dashboard = (await createDashboard(client, owner.token, dashboardOf('Sales', [textCard('card')]))).id;
  const { id } = (await client.call('POST /backups', {}, owner)).body;
  file = path.join(directory, 'backups', `${id}.tar`);
  await vi.waitUntil(() => existsSync(file), { timeout: 120_000 });
  const connection = await connectionOf(directory);
  const all = async (table: string) =>
    (await queryOnce(connection, `select row_to_json(each)::text as line from "${table}" as each`)).map(
      ({ line }) => line as string,
    );
  rows = {};
  // One after the other: there are almost as many tables as the database accepts connections.
  for (const table of listTables()) rows[table] = await all(table);
  await stopServer(server);
});
afterAll(async () => {
  await database.close();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

async function restore(from: string, settings: { SHUJU_DATA: string; DATABASE_URL?: string }) {
  const program = spawnProgram('restore', settings, [from]);
  const code = await program.ended;
  await expect.poll(program.output).not.toBe('');
  return { code, output: program.output() };
}

/** Starts a server there and checks that the backed-up data is present. */
async function expectWhole(settings: { SHUJU_DATA: string; DATABASE_URL?: string }): Promise<void> {
  const server = await startServer(settings);
  const client = createClient(server.url);
  const owner = await signIn(client, { identifier: 'owner', password: ownerAccount.password });
  expect((await client.call('GET /dashboards/:id', { id: dashboard }, owner)).body).toMatchObject({ version: 1 });
  const [dataset] = (await client.call('GET /datasets', {}, owner)).body;
  const page = await client.call('POST /datasets/:id/rows', { id: dataset!.id, limit: 10 }, owner);
  expect(JSON.stringify(page.body)).toContain('Wuhan');
  // Tables of later versions exist too.
  expect((await client.call('POST /me/keys', { name: 'Key', scope: 'read', days: null }, owner)).status).toBe(200);
  expect(await stopServer(server)).toBe(0);
}

const listed = (directory: string) =>
  readdirSync(directory)
    .filter((name) => !name.startsWith('lock.'))
    .toSorted();

/** Writes a copy of the backup with changed parts. */
async function rewrite(change: (parts: Map<string, Buffer>) => void | Promise<void>): Promise<string> {
  const parts = new Map<string, Buffer>();
  for await (const { name, content } of readTar(file)) {
    const pieces: Buffer[] = [];
    for await (const piece of content()) pieces.push(piece);
    parts.set(name, Buffer.concat(pieces));
  }
  parts.delete(names.checksums);
  await change(parts);
  const folder = await newDirectory();
  const target = path.join(folder, 'rewritten.tar');
  const tar = createTar(target, { signal: new AbortController().signal, onBytes: () => undefined });
  const sums: Record<string, string> = {};
  for (const [name, content] of parts) {
    await writeFile(path.join(folder, 'part'), content);
    sums[name] = await tar.add({ name, size: content.length }, path.join(folder, 'part'));
  }
  await tar.addText(names.checksums, JSON.stringify(sums));
  await tar.end();
  await tar.close();
  return target;
}

const changeManifest = (parts: Map<string, Buffer>, change: (manifest: BackupManifest) => object) => {
  const manifest = JSON.parse(String(parts.get(names.manifest))) as BackupManifest;
  parts.set(names.manifest, Buffer.from(JSON.stringify({ ...manifest, ...change(manifest) })));
};

test('a backup is restored into the database of DATABASE_URL, if that is empty', async () => {
  const settings = { SHUJU_DATA: await newDirectory(), DATABASE_URL: database.url };
  expect(await restore(file, settings)).toMatchObject({ code: 0 });
  expect(listed(settings.SHUJU_DATA)).toEqual(['installation', 'log', 'secrets.json', 'segments']);
  await expectWhole(settings);
  const before = listed(settings.SHUJU_DATA);
  const repeated = await restore(file, settings);
  expect(repeated).toEqual({ code: 1, output: expect.stringContaining("isn't empty") });
  expect(listed(settings.SHUJU_DATA)).toEqual(before);
  await expectWhole(settings);
});

test('a restore killed while loading the database prevents servers from starting on partial data', async () => {
  const [second, third] = [await createTestDatabase('empty'), await createTestDatabase('empty')];
  const directory = await newDirectory();
  await restore(file, { SHUJU_DATA: directory });
  const segments = readdirSync(path.join(directory, 'segments'));
  const killed = spawnProgram('restore', { SHUJU_DATA: directory, DATABASE_URL: second.url }, [file]);
  await expect.poll(() => existsSync(restoringFolder(directory)), { interval: 2 }).toBe(true);
  await killServer(killed);
  await expect(startServer({ SHUJU_DATA: directory, DATABASE_URL: second.url })).rejects.toThrow('was interrupted');
  expect(readdirSync(path.join(directory, 'segments'))).toEqual(segments);
  expect(await restore(file, { SHUJU_DATA: directory, DATABASE_URL: third.url })).toMatchObject({ code: 0 });
  await expectWhole({ SHUJU_DATA: directory, DATABASE_URL: third.url });
  for (const each of [second, third]) await each.close();
});

test('a mismatched data directory and database are rejected, and nothing is deleted', async () => {
  const wrong = await createTestDatabase('empty');
  const elsewhere = wrong.url;
  const [directory, other] = [await newDirectory(), await newDirectory()];
  await restore(file, { SHUJU_DATA: directory });
  const segments = readdirSync(path.join(directory, 'segments'));
  const expectRefused = async (reason: RegExp) => {
    await expect(startServer({ SHUJU_DATA: directory, DATABASE_URL: elsewhere })).rejects.toThrow(reason);
    expect(readdirSync(path.join(directory, 'segments'))).toEqual(segments);
  };
  for (const _ of [1, 2]) await expectRefused(/data directory .+ belongs to another database/);
  // A directory with rows of its own is rejected too.
  const server = await startServer({ SHUJU_DATA: other, DATABASE_URL: elsewhere });
  const client = createClient(server.url);
  await loadFile(client, (await createOwner(client)).token, 'other.csv', 'city\nWuhan\n');
  await stopServer(server);
  await expectRefused(/belongs to another data directory/);
  await expectWhole({ SHUJU_DATA: directory });
  await wrong.close();
});

test('a backup of an older version is migrated', async () => {
  const folder = await newDirectory();
  const older = listMigrations().slice(0, 4);
  const oldDatabase = await createTestDatabase('empty');
  const connection = { connectionString: oldDatabase.url };
  const written = await rewrite(async (parts) => {
    await migrate(connection, older);
    const client = new pg.Client(connection);
    await client.connect();
    const existing = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = $1',
      ['public'],
    );
    const existingTables = new Set(existing.rows.map(({ name }) => name));
    const tables = await listColumns(
      client,
      listTables().filter((name) => existingTables.has(name)),
    );
    for (const name of parts.keys()) if (name.startsWith('database/')) parts.delete(name);
    for (const { name } of tables) {
      for (const row of rows[name]!)
        await client.query(
          `insert into "${name}" overriding system value select * from json_populate_record(null::"${name}", $1)`,
          [row],
        );
      const dumped = path.join(folder, 'table');
      await client.query('begin');
      await dumpTable(client, name, dumped, new AbortController().signal);
      await client.query('commit');
      parts.set(tableFile(name), await readFile(dumped));
    }
    changeManifest(parts, () => ({ version: '0.3.0', migration: older.at(-1)!.folderMillis, tables }));
    await client.end();
  });
  await oldDatabase.close();
  const directory = await newDirectory();
  expect(await restore(written, { SHUJU_DATA: directory })).toEqual({
    code: 0,
    output: expect.stringContaining('0.3.0'),
  });
  await expectWhole({ SHUJU_DATA: directory });
});

test('a backup of a newer version is rejected with that reason, and nothing is changed', async () => {
  const directory = await newDirectory();
  const newer = [
    await rewrite((parts) => changeManifest(parts, ({ migration }) => ({ migration: migration + 1 }))),
    await rewrite((parts) => {
      changeManifest(parts, () => ({ format: 2 }));
      parts.set('pictures/new.bin', Buffer.from('what this version does not know'));
    }),
  ];
  for (const each of newer)
    expect(await restore(each, { SHUJU_DATA: directory })).toEqual({
      code: 1,
      output: expect.stringContaining('a newer version of Shuju'),
    });
  const strange = await rewrite((parts) => void parts.set('../../etc/cron.d/x', Buffer.from('x')));
  expect(await restore(strange, { SHUJU_DATA: directory })).toEqual({
    code: 1,
    output: expect.stringContaining("isn't part of a backup"),
  });
  expect(listed(directory)).toEqual([]);
});

test('no server starts on an interrupted restore, and restoring again fixes it', async () => {
  const directory = await newDirectory();
  expect((await restore(file, { SHUJU_DATA: directory })).code).toBe(0);
  await mkdir(path.join(restoringFolder(directory), 'segments'), { recursive: true });
  await expect(startServer({ SHUJU_DATA: directory })).rejects.toThrow('was interrupted');
  expect((await restore(file, { SHUJU_DATA: directory })).code).toBe(0);
  await expectWhole({ SHUJU_DATA: directory });
});
