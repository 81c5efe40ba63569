import { readdirSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Backup } from '#contract/backups/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type Client, createClient, signIn } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import {
  listDatabaseProcesses,
  type ServerProcess,
  spawnProgram,
  startServer,
  stopServer,
} from '#server/testing/process.ts';
import { createDirectory, createInstallation } from '#server/testing/directories.ts';
import { createMember, createOwner, ownerAccount } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';

let [directory, restored]: string[] = [];
let server: ServerProcess;
let client: Client;
let owner: NewSession;
let pusher: Pusher;
let orders: Dataset;
let file: string;

beforeAll(async () => {
  [directory, restored] = [await createInstallation(), await createDirectory()];
  server = await startServer({ SHUJU_DATA: directory });
  client = createClient(server.url);
  owner = await createOwner(client);
  pusher = await createPusher(client, owner.token);
  orders = await loadFile(client, owner.token, 'orders.csv', 'city,amount\n"上""海\n",1\nBerlin\\,2\n');
});
afterAll(async () => {
  await stopServer(server);
  for (const each of [directory, restored]) await rm(each!, { recursive: true, force: true });
});

const list = async () => (await client.call('GET /backups', {}, owner)).body;

async function finish(): Promise<Backup> {
  await client.call('POST /backups', {}, owner);
  await expect.poll(async () => (await list()).backups.every(({ state }) => state === 'ready')).toBe(true);
  expect((await list()).failure).toBe(null);
  return (await list()).backups[0]!;
}

async function restore(from: string, to: string) {
  const program = spawnProgram('restore', { SHUJU_DATA: to }, [from]);
  const code = await program.ended;
  await expect.poll(program.output).not.toBe('');
  return { code, output: program.output() };
}

test('a backup written during pushes is a consistent snapshot and can be restored into an empty directory', async () => {
  const editor = await createMember(client, owner.token, 'editor');
  const key = (await client.call('POST /me/keys', { name: 'CI', scope: 'read', days: null }, editor)).body.secret;
  const { id } = await createDashboard(client, editor.token, dashboardOf('Sales', [textCard('card', 'hello')]));
  const over = new AbortController();
  const acknowledged: string[] = [];
  const pushing = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      await pusher.push('events', [{ id: `e${n}` }]);
      acknowledged.push(`e${n}`);
    }
  })();
  // Some pushed rows are sealed meanwhile, some are still in the log.
  await expect.poll(async () => (await pusher.find('events'))?.rows ?? 0).toBeGreaterThan(20);
  const before = [...acknowledged];
  const backup = await finish();
  over.abort();
  await pushing;
  expect(before.length).toBeGreaterThan(10);

  file = path.join(directory!, 'backups', `${backup.id}.tar`);
  const { code, output } = await restore(file, restored!);
  expect([code, output]).toEqual([0, expect.stringContaining('Restored everything as it was at')]);
  expect(listDatabaseProcesses(restored!)).toEqual([]);

  const restoredServer = await startServer({ SHUJU_DATA: restored! });
  const restoredClient = createClient(restoredServer.url);
  await signIn(restoredClient, { identifier: 'owner', password: ownerAccount.password });
  expect((await restoredClient.call('GET /me', {}, owner)).body.id).toBe(owner.member.id);
  expect((await restoredClient.call('GET /dashboards/:id', { id }, { token: key })).body).toMatchObject({ version: 1 });
  const rows = await restoredClient.call('POST /datasets/:id/rows', { id: orders.id, limit: 10 }, owner);
  expect(JSON.stringify(rows.body)).toContain('上\\"海\\n');
  const restoredPusher = pusher.at(restoredClient);
  const restoredIds = async () => (await restoredPusher.values('events', 'id').catch(() => [])) as string[];
  await expect.poll(async () => (await restoredIds()).length).toBeGreaterThanOrEqual(before.length);
  const values = await restoredIds();
  expect(new Set(values).size).toBe(values.length);
  expect(before.filter((each) => !values.includes(each))).toEqual([]);
  // Identity columns continue, and the program's key still works.
  expect((await restoredPusher.push('events', [{ id: 'after' }])).status).toBe(200);
  expect((await restoredClient.call('GET /audit', { act: 'create_backup' }, owner)).body.entries).toHaveLength(1);
  expect(await stopServer(restoredServer)).toBe(0);
});

test('a restore moves the existing data aside', async () => {
  const { code, output } = await restore(file, restored!);
  expect([code, output]).toEqual([0, expect.stringMatching(/The previous data is in .*before-restore-/)]);
  const aside = readdirSync(restored!).find((name) => name.startsWith('before-restore-'))!;
  expect(readdirSync(path.join(restored!, aside))).toEqual(
    expect.arrayContaining(['postgres', 'secrets.json', 'segments']),
  );
});

test('a truncated or altered backup is rejected, and nothing is changed', async () => {
  const bytes = await readFile(file);
  const names = () =>
    readdirSync(restored!)
      .filter((name) => !name.startsWith('lock.'))
      .toSorted();
  const before = names();
  const bad = path.join(directory!, 'bad.tar');
  for (const cut of [0, 100, 5000, Math.floor(bytes.length / 2), bytes.length - 1100]) {
    await writeFile(bad, bytes);
    await truncate(bad, cut);
    expect(await restore(bad, restored!)).toEqual({
      code: 1,
      output: expect.stringMatching(/^The backup is damaged\./),
    });
  }
  // Zeros may be padding, which nothing reads.
  const contentFrom = (start: number) => bytes.findIndex((byte, index) => index >= start && byte !== 0);
  for (const offset of [0, 600, Math.floor(bytes.length / 3), bytes.length - 2500].map(contentFrom)) {
    const altered = Buffer.from(bytes);
    altered[offset]! ^= 1;
    await writeFile(bad, altered);
    expect([offset, await restore(bad, restored!)]).toEqual([
      offset,
      { code: 1, output: expect.stringMatching(/damaged/) },
    ]);
  }
  expect(names()).toEqual(before);
  expect((await restore('/nothing/here.tar', restored!)).output).toBe("The file /nothing/here.tar doesn't exist.\n");
});

test('data cannot be replaced while a server runs', async () => {
  expect(await restore(file, directory!)).toEqual({ code: 1, output: expect.stringContaining('already running') });
});

test('only the owner downloads (with the password) and removes a backup', async () => {
  const { id, bytes } = (await list()).backups[0]!;
  const wrong = await client.call('POST /backups/:id/file', { id, password: 'not the password' }, owner);
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
  const right = await client.call('POST /backups/:id/file', { id, password: ownerAccount.password }, owner);
  expect([right.status, right.headers.get('content-length')]).toEqual([200, String(bytes)]);
  const { token } = await createMember(client, owner.token, 'editor');
  expect((await client.call('POST /backups', {}, { token })).status).toBe(403);
  expect((await client.call('DELETE /backups/:id', { id }, owner)).status).toBe(204);
  expect((await client.call('DELETE /backups/:id', { id }, owner)).status).toBe(404);
  expect((await list()).backups).toEqual([]);
});

test('a cancelled backup leaves nothing behind', async () => {
  const { id } = (await client.call('POST /backups', {}, owner)).body;
  expect((await client.call('DELETE /backups/:id', { id }, owner)).status).toBe(204);
  await expect.poll(() => readdirSync(path.join(directory!, 'backups'))).toEqual([]);
});
