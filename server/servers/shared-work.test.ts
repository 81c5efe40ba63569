import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ExportLine } from '#contract/queries/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { LiveChange } from '#contract/live/changes.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import { hasTestClickhouse, openTestCluster, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import type { Client } from '#server/testing/client.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createOwner, type TestProduct } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';
import { specOf, callLines, resultOf, rowsOf } from '#server/testing/queries.ts';
import { openTestServers, type TestServers } from '#server/testing/servers.ts';

describe.runIf(hasTestClickhouse)('two servers with a warehouse of two servers', () => {
  let cluster: TestClickhouse[];
  let mailbox: Mailbox;
  let servers: TestServers;
  let one: TestProduct;
  let two: TestProduct;
  let token: string;
  let owner: string;
  let orders: Dataset;
  beforeAll(async () => {
    [cluster, mailbox] = await Promise.all([openTestCluster(), openMailbox()]);
    for (const clickhouse of cluster) await clickhouse.execute('create database shuju');
    const hosts = cluster.map(({ address }) => `127.0.0.1:${address.port}`).join(',');
    servers = await openTestServers({
      WAREHOUSE_URL: `http://shuju:password@${hosts}/shuju`,
      WAREHOUSE_CLUSTER: 'pair',
      SMTP_URL: mailbox.url,
      // So that every file of a report is sent as a link.
      MAIL_MEGABYTES: '0',
    });
    ({ one, two } = servers);
    const created = await createOwner(one);
    [token, owner] = [created.token, created.member.id];
    const lines = Array.from({ length: 4000 }, (_, n) => `${n},${n % 2 ? 'Oslo' : 'Wuhan'}`);
    orders = await loadFile(one, token, 'orders.csv', `id,city\n${lines.join('\n')}\n`);
  });
  afterAll(async () => {
    await servers.close();
    await mailbox.close();
    for (const clickhouse of cluster) await clickhouse.close();
  });

  const counts = async (client: Client) => rowsOf(await resultOf(client, specOf(orders.id), { token }));

  test('both answer with the rows of all shards', async () => {
    expect(await counts(one)).toEqual([[4000]]);
    expect(await counts(two)).toEqual([[4000]]);
  });

  test('a file that one exports can be downloaded from the other', async () => {
    const spec = specOf(orders.id, { dimensions: [{ id: 'id', kind: 'value', column: orders.columns[0]!.id }] });
    const input = { ask: spec, zone: 'UTC', format: 'csv', name: 'orders', labels: {} };
    const { lines } = await callLines<ExportLine>(one, 'POST /exports', input, { token });
    const ready = lines.at(-1)!;
    if (ready.kind !== 'ready') throw new Error(JSON.stringify(ready));
    for (const server of [one, two]) {
      const { status, headers, body } = await server.call('GET /exports/:id', { id: ready.id }, { token });
      expect([status, headers.get('content-length')]).toEqual([200, String(ready.bytes)]);
      expect((body as unknown as string).split(/\r?\n/).filter(Boolean)).toHaveLength(4001);
    }
    expect((await two.call('GET /exports/:id', { id: ready.id })).status).toBe(401);
  });

  test('a report is sent once, and its file can be downloaded from both', async () => {
    const dashboard = await createDashboard(one, token, dashboardOf('Sales', [chartCard('orders', orders.id)]));
    for (const server of [one, two]) {
      const input = {
        id: dashboard.id,
        name: 'Every morning',
        format: 'xlsx' as const,
        schedule: { kind: 'daily' as const, at: '09:00' },
        zone: 'UTC',
        isPaused: false,
        recipients: [{ kind: 'member' as const, member: owner, state: defaultState }],
      };
      await server.call('POST /dashboards/:id/reports', input, { token });
    }
    await one.query('update reports set next_at = now()');
    const reports = async () => (await two.call('GET /reports', {}, { token })).body;
    await expect.poll(async () => (await reports()).map(({ last }) => last?.sent)).toEqual([1, 1]);
    expect(mailbox.emails).toHaveLength(2);
    for (const { text } of mailbox.emails) {
      const { pathname } = new URL(/http\S+\/file/.exec(text)![0]);
      const files = await Promise.all([one, two].map(({ url }) => fetch(url + pathname)));
      expect(files.map(({ status }) => status)).toEqual([200, 200]);
      const [first, second] = await Promise.all(files.map((file) => file.arrayBuffer()));
      expect(Buffer.from(first!).equals(Buffer.from(second!))).toBe(true);
    }
  });

  test('an alert that crosses its threshold notifies once, whichever server checks it', async () => {
    const pusher = await createPusher(one, token);
    await pusher.push('orders', [{ n: 1 }]);
    const { id: dataset } = await pusher.dataset('orders', 1);
    const watch = { dataset, formula: { kind: 'count' as const }, filters: [], time: null, by: null, isRunning: false };
    const above = { condition: { kind: 'above' as const, value: 1 }, schedule: { kind: 'arrival' as const } };
    mailbox.emails.length = 0;
    const ids: string[] = [];
    for (const server of [one, two, one, two])
      ids.push(await alertsIn(server, token).create(alertOf(watch, { ...above, name: `Alert ${ids.length}` })));
    const { stateOf, noticesOf } = alertsIn(two, token);
    const states = () => Promise.all(ids.map(stateOf));
    const isChecked = async () => (await one.query('select 1 from alerts where last_checked_at is null')).length === 0;
    await expect.poll(isChecked).toBe(true);
    expect(await states()).toEqual(['quiet', 'quiet', 'quiet', 'quiet']);
    // Alerts are checked when rows arrive at either server.
    await pusher.at(two).push('orders', [{ n: 2 }, { n: 3 }]);
    await expect.poll(states).toEqual(['firing', 'firing', 'firing', 'firing']);
    for (const server of [one, two]) await alertsIn(server, token).checkAgain(ids[0]!);
    for (const id of ids) expect(await noticesOf(id)).toEqual(['alert_fired']);
    await expect.poll(() => mailbox.emails.length).toBe(4);
    expect(new Set(mailbox.emails.map(({ text }) => /Alert \d/.exec(text)![0])).size).toBe(4);
  });

  test('a page that is connected to one sees rows that arrive at the other', async () => {
    const pusher = await createPusher(one, token, 'Live');
    const response = await fetch(`${two.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const changes: LiveChange[] = [];
    const reading = (async () => {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        for (const [, json] of piece.value.matchAll(/^data: (.+)$/gm)) changes.push(JSON.parse(json!) as LiveChange);
    })();
    await pusher.push('clicks', [{ n: 1 }]);
    const { id } = await pusher.dataset('clicks', 1);
    await expect.poll(() => changes).toContainEqual(expect.objectContaining({ kind: 'dataset', id }));
    await reader.cancel();
    await reading;
  });

  test('sign-in attempts are counted across servers', async () => {
    const wrong = { identifier: 'somebody', password: 'wrong' };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await (attempt % 2 ? one : two).call('POST /auth/signin', wrong)).status);
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});
