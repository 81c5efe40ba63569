import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { type Client, createClient, signIn } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createDirectory, createInstallation } from '#server/testing/directories.ts';
import { killServer, type ServerProcess, spawnProgram, startServer, stopServer } from '#server/testing/process.ts';
import { createTestDatabase } from '#server/testing/postgres.ts';
import { createOwner, ownerAccount } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';

describe.runIf(hasTestClickhouse)('rows of an installation', () => {
  let server: TestClickhouse;
  let directory: string;
  const directories: string[] = [];
  const urlOf = (database: string) => `http://shuju:password@127.0.0.1:${server.address.port}/${database}`;

  beforeAll(async () => {
    server = await openTestClickhouse();
    for (const name of ['one', 'two', 'empty']) await server.execute(`create database ${name}`);
    directory = await createInstallation();
    directories.push(directory);
  });
  afterAll(async () => {
    await server.close();
    for (const each of directories) await rm(each, { recursive: true, force: true });
  });

  type ProductState = { datasets: Record<string, unknown>; versions: Record<string, unknown> };

  /** Runs the built server and calls `use` as its owner. */
  async function withServer<T>(
    settings: Record<string, string>,
    use: (client: Client, token: string, running: ServerProcess) => Promise<T>,
  ): Promise<T> {
    const running = await startServer(settings);
    try {
      const client = createClient(running.url);
      const { token } = await signIn(client, { identifier: 'owner', password: ownerAccount.password });
      return await use(client, token, running);
    } finally {
      await stopServer(running);
    }
  }

  /** All rows of all datasets and versions. */
  async function readAll(client: Client, token: string): Promise<ProductState> {
    const state: ProductState = { datasets: {}, versions: {} };
    const { body: list } = await client.call('GET /datasets', {}, { token });
    for (const { id, name } of list.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { rows } = (await client.call('POST /datasets/:id/rows', { id, limit: 500 }, { token })).body;
      state.datasets[name] = rows;
      for (const { number } of (await client.call('GET /datasets/:id/versions', { id }, { token })).body) {
        const page = await client.call('POST /datasets/:id/rows', { id, version: number, limit: 500 }, { token });
        state.versions[`${name} ${number}`] = page.body.rows;
      }
    }
    return state;
  }

  async function run(program: 'move-rows' | 'restore', settings: Record<string, string>, args: string[]) {
    const { ended, output } = spawnProgram(program, settings, args);
    const code = await ended;
    await expect.poll(output).not.toBe('');
    return { code, output: output() };
  }

  let inFiles: ProductState;

  test('are unchanged after a move to the warehouse', async () => {
    const first = await startServer({ SHUJU_DATA: directory });
    const client = createClient(first.url);
    const { token } = await createOwner(client);
    await loadFile(client, token, 'typed.csv', typedRows);
    const { id } = await loadFile(client, token, 'changed.csv', 'a,b\n1,x\n2,y\n');
    await client.call(
      'PATCH /datasets/:id/columns/:column',
      { id, ...(await firstColumn(client, token, id)), type: 'text' },
      { token },
    );
    const pusher = await createPusher(client, token);
    for (let round = 1; round <= 4; round++) {
      await pusher.push('events', [{ round, at: '2026-11-17T10:00:00Z' }]);
      await pusher.dataset('events', round);
    }
    inFiles = await readAll(client, token);
    await stopServer(first);

    const settings = { SHUJU_DATA: directory, WAREHOUSE_URL: urlOf('one') };
    await expect(startServer(settings)).rejects.toThrow('npm run move-to-warehouse');
    // A move that was killed midway can be run again.
    const killed = spawnProgram('move-rows', settings, ['warehouse']);
    await vi.waitUntil(() => /^[1-9]\d*%/m.test(killed.output()) || killed.child.exitCode !== null, {
      timeout: 120_000,
    });
    await killServer(killed);
    const moved = await run('move-rows', settings, ['warehouse']);
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('Start with the same WAREHOUSE_URL') });
    expect(existsSync(path.join(directory, 'segments'))).toBe(false);
    expect(await withServer(settings, readAll)).toEqual(inFiles);
    await expect(startServer({ SHUJU_DATA: directory })).rejects.toThrow('Set WAREHOUSE_URL');
  });

  test('can be restored from a backup of the warehouse, into files and into another warehouse', async () => {
    const settings = { SHUJU_DATA: directory, WAREHOUSE_URL: urlOf('one') };
    const file = await withServer(settings, async (client, token) => {
      const { id } = (await client.call('POST /backups', {}, { token })).body;
      const target = path.join(directory, 'backups', `${id}.tar`);
      await vi.waitUntil(() => existsSync(target), { timeout: 120_000 });
      return target;
    });
    for (const warehouse of [{}, { WAREHOUSE_URL: urlOf('two') }] as Record<string, string>[]) {
      const restored = await createDirectory();
      directories.push(restored);
      const target = { SHUJU_DATA: restored, ...warehouse };
      expect(await run('restore', target, [file])).toMatchObject({ code: 0 });
      expect(await withServer(target, readAll)).toEqual(inFiles);
    }
  });

  test('of another installation are left alone', async () => {
    const other = await createInstallation();
    directories.push(other);
    await expect(startServer({ SHUJU_DATA: other, WAREHOUSE_URL: urlOf('one') })).rejects.toThrow(
      'belongs to another installation',
    );
  });

  test('are moved back to files', async () => {
    const settings = { SHUJU_DATA: directory, WAREHOUSE_URL: urlOf('one') };
    expect(await run('move-rows', settings, ['files'])).toMatchObject({ code: 0 });
    expect(await withServer({ SHUJU_DATA: directory }, readAll)).toEqual(inFiles);
    expect(await server.execute("select name from system.tables where database = 'one'")).toEqual([]);
  });

  test('in files are left alone by a server with another database', async () => {
    const database = await createTestDatabase('empty');
    const other = {
      SHUJU_DATA: directory,
      DATABASE_URL: database.url,
      WAREHOUSE_URL: urlOf('empty'),
      SHUJU_SECRET: 'a secret that is long enough to be one',
    };
    const before = readdirSync(path.join(directory, 'segments'));
    await expect(startServer(other)).rejects.toThrow('has rows in files');
    expect(await run('move-rows', other, ['warehouse'])).toMatchObject({ code: 0 });
    expect(readdirSync(path.join(directory, 'segments'))).toEqual(before);
    await database.close();
    expect(await withServer({ SHUJU_DATA: directory }, readAll)).toEqual(inFiles);
  });
});

const typedRows = [
  'text,integer,number,boolean,date,time',
  '上海,1,1.5,true,2026-02-01,2026-02-01T10:00:00Z',
  '"a ""quoted"" text",9007199254740991,-0.1,false,1850-06-15,2026-02-01T10:00:00.123Z',
  ',,,,,',
].join('\n');

async function firstColumn(client: Client, token: string, id: string): Promise<{ column: string }> {
  const { columns } = (await client.call('GET /datasets/:id', { id }, { token })).body;
  return { column: columns[0]!.id };
}
