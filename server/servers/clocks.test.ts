import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { defaultState } from '#domain/dashboard/dashboard.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { root } from '#server/root.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import { type Client, createClient, signIn } from '#server/testing/client.ts';
import { createDashboard, dashboardOf, textCard } from '#server/testing/dashboards.ts';
import { uploadFile } from '#server/testing/data.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { extractsIn } from '#server/testing/extracts.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { killServer, type ServerProcess, startServer } from '#server/testing/process.ts';
import { createOwner, ownerAccount, queryOnce } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { openReceiver, type Receiver } from '#server/testing/receiver.ts';
import { warehouseSettings } from '#server/testing/servers.ts';

const shiftMs = 10 * 60_000;
const program = path.join(root, 'server/testing/shift-clock.js');

describe.runIf(hasTestClickhouse)('two servers whose clocks are ten minutes ahead and ten minutes behind', () => {
  let clickhouse: TestClickhouse;
  let database: TestDatabase;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let directories: string[];
  let servers: ServerProcess[];
  let ahead: Client;
  let behind: Client;
  let token: string;
  let owner: string;
  let pusher: Pusher;

  const query = (text: string) => queryOnce({ connectionString: database.url }, text);

  beforeAll(async () => {
    [clickhouse, mailbox, receiver] = await Promise.all([openTestClickhouse(), openMailbox(), openReceiver()]);
    await clickhouse.execute('create database shuju');
    database = await createTestDatabase();
    directories = [await createDirectory(), await createDirectory()];
    const start = (directory: string, shift: number) =>
      startServer({
        SHUJU_DATA: directory,
        ...warehouseSettings(database, clickhouse),
        SMTP_URL: mailbox.url,
        PRIVATE_ADDRESSES: 'allow',
        NODE_OPTIONS: `--import ${program}`,
        CLOCK_SHIFT_MS: String(shift),
      });
    servers = await Promise.all([start(directories[0]!, shiftMs), start(directories[1]!, -shiftMs)]);
    [ahead, behind] = servers.map(({ url }) => createClient(url)) as [Client, Client];
    const created = await createOwner(ahead);
    [token, owner] = [created.token, created.member.id];
    pusher = await createPusher(ahead, token);
  });
  afterAll(async () => {
    for (const server of servers) await killServer(server);
    await Promise.all([database.close(), clickhouse.close(), mailbox.close(), receiver.close()]);
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  test('both count as running, and each finds the files of the other', async () => {
    const running = await query(`select 1 from servers where seen_at between now() - interval '30 seconds' and now()`);
    expect(running).toHaveLength(2);
    for (const [one, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const { id } = await uploadFile(one, token, 'a.csv', 'a\n1\n');
      expect((await other.call('GET /uploads/:id', { id }, { token })).body).toMatchObject({ state: 'ready' });
    }
  });

  test('sessions of one are valid on the other, and sign-in attempts are limited across both', async () => {
    const credentials = { identifier: ownerAccount.username, password: ownerAccount.password };
    for (const [one, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const)
      expect((await other.call('GET /me', {}, await signIn(one, credentials))).status).toBe(200);
    const statuses: number[] = [];
    const wrong = { identifier: 'somebody', password: 'wrong' };
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await (attempt % 2 ? behind : ahead).call('POST /auth/signin', wrong)).status);
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test('pushes to both are stored once', async () => {
    const [key, repeated] = [{ 'idempotency-key': 'same' }, [{ n: 3 }]];
    await pusher.push('events', [{ n: 1 }]);
    await pusher.at(behind).push('events', [{ n: 2 }]);
    for (const client of [ahead, behind])
      expect((await pusher.at(client).push('events', repeated, key)).status).toBe(200);
    await pusher.dataset('events', 3);
    expect(new Set(await pusher.values('events', 'n'))).toEqual(new Set([1, 2, 3]));
  });

  test('due loads, reports and alerts run once and without delay, whichever server created them', async () => {
    receiver.answer.body = 'city\nOslo\n';
    const { id: dataset } = (await pusher.find('events'))!;
    const { id: dashboard } = await createDashboard(ahead, token, dashboardOf('Sales', [textCard('text')]));
    const { body: application } = await ahead.call('POST /applications', { name: 'Web', kind: 'files' }, { token });
    // A slot that has just passed: a server whose clock is behind must not take it for the next one.
    const schedule = { kind: 'daily' as const, at: new Date().toISOString().slice(11, 16) };
    const watch = { dataset, formula: { kind: 'count' as const }, filters: [], time: null, by: null, isRunning: false };
    for (const [number, client] of [ahead, behind, ahead, behind].entries()) {
      const source = { kind: 'web' as const, url: `${receiver.url}/${number}.csv`, mode: 'replace' as const };
      await extractsIn(client, application.id, token).try({
        dataset: { name: `load ${number}` },
        source,
        schedule,
        zone: 'UTC',
      });
      const fields = { condition: { kind: 'above' as const, value: 1 }, schedule, name: `Alert ${number}` };
      await alertsIn({ ...client, query }, token).create(alertOf(watch, fields));
      const report = { id: dashboard, name: `Report ${number}`, format: 'xlsx' as const, schedule, zone: 'UTC' };
      const recipients = [{ kind: 'member' as const, member: owner, state: defaultState }];
      await client.call('POST /dashboards/:id/reports', { ...report, isPaused: false, recipients }, { token });
    }
    await query('update reports set next_at = now()');
    const titles = () => mailbox.emails.map(({ text }) => String(/(Alert|Report) \d/.exec(text)?.[0])).toSorted();
    const numbered = (name: string) => [0, 1, 2, 3].map((number) => `${name} ${number}`);
    await expect.poll(titles).toEqual([...numbered('Alert'), ...numbered('Report')]);
    const loaded = () => receiver.received.map(({ path: file }) => file).toSorted();
    await expect.poll(loaded).toEqual(['/0.csv', '/1.csv', '/2.csv', '/3.csv']);
    const soon = `< now() + interval '1 hour'`;
    const listSoon = () =>
      query(`select 'load' from extracts where next_run_at ${soon} union all
        select 'alert' from alerts where next_check_at ${soon} union all
        select 'report' from reports where next_at ${soon}`);
    await expect.poll(listSoon).toEqual([]);
    expect([titles().length, loaded().length]).toEqual([8, 4]);
  });
});
