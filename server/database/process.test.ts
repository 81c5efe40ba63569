import { statSync } from 'node:fs';
import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createDirectory, createInstallation } from '#server/testing/directories.ts';
import { connectionOf, queryOnce } from '#server/testing/product.ts';
import {
  killServer,
  listDatabaseProcesses,
  postmasterOf,
  type ServerProcess,
  spawnProgram,
  startServer,
  stopServer,
} from '#server/testing/process.ts';

let directory: string;

beforeEach(async () => {
  directory = await createDirectory();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** For tests that are not about a first start: initializing PostgreSQL takes longer than they do. */
async function useInstallation(): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  directory = await createInstallation();
}

const start = (settings: Record<string, string> = {}) => startServer({ SHUJU_DATA: directory, ...settings });

async function stopCleanly(server: ServerProcess): Promise<void> {
  expect(await stopServer(server)).toBe(0);
  expect(listDatabaseProcesses(directory)).toEqual([]);
}

async function expectRefusal(settings: Record<string, string>, sentence: RegExp): Promise<void> {
  const program = spawnProgram('main', { SHUJU_DATA: directory, ...settings });
  expect(await program.ended).toBe(1);
  await expect.poll(program.output).toMatch(sentence);
  expect(program.output()).not.toContain('    at ');
}

describe('a data directory', () => {
  test('is created at the first start, with secrets that only its owner can read', async () => {
    const server = await start({ SHUJU_DATA: path.join(directory, 'new/data') });
    const file = path.join(directory, 'new/data/secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secrets = JSON.parse(await readFile(file, 'utf8'));
    for (const secret of [secrets.auth, secrets.database]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await stopServer(server)).toBe(0);
  });

  test('serves one server: a second start reports that and exits', async () => {
    await useInstallation();
    const server = await start();
    await expectRefusal({}, /^Another Shuju is already running on .*\. Stop it first/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await stopCleanly(server);
  });

  test('goes to exactly one of five simultaneous starts, also after the last server was killed', async () => {
    for (let round = 0; round < 2; round++) {
      const starts = await Promise.allSettled(Array.from({ length: 5 }, () => start()));
      const won = starts.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
      expect(won).toHaveLength(1);
      for (const each of starts)
        if (each.status === 'rejected') expect(String(each.reason)).toContain('already running');
      await killServer(won[0]!);
    }
    await stopCleanly(await start());
  });

  test('may have a path of more than 200 characters', async () => {
    const long = path.join(directory, 'd'.repeat(100), '数'.repeat(40), 'e'.repeat(20));
    await stopServer(await start({ SHUJU_DATA: long }));
    await stopServer(await start({ SHUJU_DATA: long }));
    expect(listDatabaseProcesses(long)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('may be accessible to root only; PostgreSQL then runs as nobody', async () => {
    const closed = path.join(directory, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await chmod(directory, 0o700);
    const data = path.join(closed, 'data');
    const server = await start({ SHUJU_DATA: data });
    const processes = listDatabaseProcesses(data);
    expect(processes.length).toBeGreaterThan(3);
    for (const pid of processes) expect([65534, statSync(`/proc/${pid}`).uid]).toEqual([65534, 65534]);
    expect(await stopServer(server)).toBe(0);
    expect(listDatabaseProcesses(data)).toEqual([]);
  });

  test('whose secrets were lost is not opened with new ones', async () => {
    await useInstallation();
    await stopCleanly(await start());
    await rm(path.join(directory, 'secrets.json'));
    await expectRefusal({}, /The database was created with a different secrets\.json\./);
    expect(listDatabaseProcesses(directory)).toEqual([]);
  });
});

describe('after a kill -9', () => {
  test('of the server, the next start takes over its PostgreSQL and stops it at the end', async () => {
    await useInstallation();
    const first = await start();
    const pid = postmasterOf(directory);
    await killServer(first);
    const second = await start();
    expect(postmasterOf(directory)).toBe(pid);
    await stopCleanly(second);
  });

  test('of the server and of PostgreSQL, the next start works', async () => {
    await useInstallation();
    const server = await start();
    const pid = postmasterOf(directory);
    await killServer(server);
    process.kill(pid, 'SIGKILL');
    await stopCleanly(await start());
  });

  test('of PostgreSQL alone, the server is briefly not ready, then restarts it', async () => {
    await useInstallation();
    const server = await start();
    const statusOf = async (address: string) => (await fetch(`${server.url}${address}`)).status;
    process.kill(postmasterOf(directory), 'SIGKILL');
    await expect.poll(() => statusOf('/readyz'), { interval: 10 }).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    await stopCleanly(server);
  });

  test('during the first start, the next start works', async () => {
    for (const milliseconds of [250, 500, 800]) {
      const program = spawnProgram('main', { SHUJU_DATA: directory });
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await killServer(program);
    }
    await stopCleanly(await start());
  });
});

describe('a start is rejected with one sentence', () => {
  test.each([
    ['a short secret', { SHUJU_SECRET: 'short' }, /SHUJU_SECRET: must have at least 32 characters/],
    ['an unreachable database', { DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/x' }, /^Can't reach the database: /],
  ])('with %s', async (_, settings, sentence) => {
    await expectRefusal(settings, sentence);
  });

  test('on a port in use, and no PostgreSQL is left running', async () => {
    await useInstallation();
    const other = await createInstallation();
    const server = await startServer({ SHUJU_DATA: other });
    await expectRefusal(
      { PORT: new URL(server.url).port },
      /^Port \d+ is in use\. Stop the process that uses it, or set PORT to another port\.$/m,
    );
    expect(listDatabaseProcesses(directory)).toEqual([]);
    await stopServer(server);
    await rm(other, { recursive: true, force: true });
  });

  test('on the database of a newer version, and no PostgreSQL is left running', async () => {
    await useInstallation();
    const server = await start();
    const future = Date.UTC(2100, 0, 1);
    await queryOnce(await connectionOf(directory), `insert into migrations values ($1, 'of the future')`, [future]);
    await stopCleanly(server);
    await expectRefusal({}, /^The database belongs to a newer version of Shuju\. Start that version/);
    expect(listDatabaseProcesses(directory)).toEqual([]);
  });
});
