import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { connectionOf, createOwner, queryOnce, tokenIn } from '#server/testing/product.ts';
import { listDatabaseProcesses, spawnProgram, startServer, stopServer } from '#server/testing/process.ts';

let directory: string;
let settings: Record<string, string>;

beforeAll(async () => {
  directory = await createInstallation();
  settings = { SHUJU_DATA: directory, PUBLIC_URL: 'https://data.example.com' };
  const server = await startServer(settings);
  await createOwner(createClient(server.url));
  await stopServer(server);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number | string; output: string }> {
  const program = spawnProgram('reset-password', settings, args);
  const code = await program.ended;
  await expect.poll(program.output).not.toBe('');
  return { code, output: program.output() };
}

async function expectReset(url: string, output: string, password: string): Promise<void> {
  const link = /https:\/\/data\.example\.com\/auth\/reset\?token=\S+/.exec(output)![0];
  const client = createClient(url);
  expect((await client.call('POST /auth/reset', { token: tokenIn(link), password })).status).toBe(204);
  expect((await client.call('POST /auth/signin', { identifier: 'owner', password })).body).toHaveProperty('token');
}

test('the command creates a link while the server runs, and turns two-step verification off', async () => {
  const server = await startServer(settings);
  const turnOn = `insert into two_steps (member_id, secret, confirmed_at) select id, 'x', now() from members`;
  await queryOnce(await connectionOf(directory), turnOn);
  const { code, output } = await run('owner');
  expect(code).toBe(0);
  await expectReset(server.url, output, 'set while it was running');
  expect(await stopServer(server)).toBe(0);
});

test('the command creates a link while the server is stopped, and leaves no process behind', async () => {
  const { code, output } = await run('Owner@Example.com');
  expect([code, listDatabaseProcesses(directory)]).toEqual([0, []]);
  const server = await startServer(settings);
  await expectReset(server.url, output, 'set while it was stopped');
  await stopServer(server);
});

test('the command reports an unknown member', async () => {
  const { code, output } = await run('nobody');
  expect([code, output]).toEqual([1, "There's no member called nobody.\n"]);
  expect(listDatabaseProcesses(directory)).toEqual([]);
});

test('the command prints its usage', async () => {
  expect(await run()).toEqual({ code: 1, output: 'Usage: npm run reset-password -- <username or email>\n' });
});

test('the command reports a missing installation, and creates none', async () => {
  const program = spawnProgram('reset-password', { SHUJU_DATA: `${directory}/nothing` }, ['owner']);
  expect(await program.ended).toBe(1);
  await expect.poll(program.output).toMatch(/^There's no Shuju data in .*\/nothing\. Set SHUJU_DATA/);
});
