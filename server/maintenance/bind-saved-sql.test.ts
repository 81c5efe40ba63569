import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { parseConfig } from '#server/config.ts';
import { openProduct, type Product } from '#server/product.ts';
import { alertOf } from '#server/testing/alerts.ts';
import { runQuery, callLines, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { connectionOf, createMember, createOwner, queryOnce } from '#server/testing/product.ts';

const sql = 'select sum(amount) as total from orders';
const state = { time: null, values: {}, picks: [], drills: {} };

let directory: string;
let product: Product;
let client: Client;
let owner: NewSession;
let orders: Dataset;

async function start(): Promise<void> {
  const settings = { SHUJU_DATA: directory, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  product = await openProduct(parseConfig(settings));
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  client = createClient(`http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  directory = await createInstallation();
  await start();
  owner = await createOwner(client);
  orders = await loadFile(client, owner.token, 'orders.csv', 'city,amount\nOslo,30\nBergen,5\n');
});
afterAll(async () => {
  await product.close();
  await rm(directory, { recursive: true, force: true });
});

async function totalOf(id: string, { token }: NewSession): Promise<unknown> {
  const input = { id, state, zone: 'UTC', draft: false };
  const { lines } = await callLines<RunLine>(client, 'POST /dashboards/:id/run', input, { token });
  const cardLine = lines.find((line) => 'card' in line);
  return cardLine?.kind === 'result'
    ? rowsOf(cardLine.result)[0]![0]
    : cardLine?.kind === 'error' && cardLine.error.code;
}

test('saved SQL still reads the datasets its author meant, even if another dataset later gets the same name', async () => {
  const eve = await createMember(client, owner.token, 'editor');
  const viewer = await createMember(client, owner.token, 'viewer');
  const spec = { kind: 'sql' as const, sql, params: [], limit: 10 };
  const saved = await createDashboard(client, owner.token, dashboardOf('Total', [chartCard('card', spec)]));
  const chart = { ask: spec, drawing: { kind: 'figure' as const, options: {} } };
  const savedChart = (await client.call('POST /charts', { name: 'Total', chart }, owner)).body;
  const watch = { sql, params: [], span: null, value: 'total', time: null, by: null, isRunning: false };
  const alert = (await client.call('POST /alerts', alertOf(watch), owner)).body;
  const tables = [{ schema: null, name: 'orders', dataset: orders.id }];
  expect([saved.dashboard.tabs[0]!.cards[0], savedChart, alert]).toMatchObject([
    { chart: { ask: { tables } } },
    { chart: { ask: { tables } } },
    { watch: { tables } },
  ]);

  // Removes the bindings, as saved by earlier versions; the next start adds them.
  const connection = await connectionOf(directory);
  const strip = (table: string, column: string, path: string) =>
    queryOnce(connection, `update ${table} set ${column} = ${column} #- '${path}'`);
  for (const table of ['dashboards', 'dashboard_versions'])
    await strip(table, 'document', '{tabs,0,cards,0,chart,ask,tables}');
  await strip('charts', 'chart', '{ask,tables}');
  await strip('alerts', 'watch', '{tables}');
  await product.close();
  await start();

  const impostor = await loadFile(client, eve.token, 'orders.csv', 'city,amount\nNowhere,100000\n');
  expect(impostor.id).not.toBe(orders.id);
  expect((await runQuery(client, sqlOf(sql), { token: owner.token })).error?.code).toBe('sql_table_ambiguous');
  expect(await Promise.all([owner, eve, viewer].map((by) => totalOf(saved.id, by)))).toEqual([35, 35, 35]);
  const loadedChart = (await client.call('GET /charts/:id', { id: savedChart.id }, owner)).body;
  expect(rowsOf((await runQuery(client, loadedChart.chart.ask, { token: owner.token })).result!)).toEqual([[35]]);
  const watched = (await client.call('GET /alerts/:id', { id: alert.id }, owner)).body.alert;
  expect(watched.watch).toMatchObject({ tables });
  // The history is written after the answer.
  const response = async () =>
    (await client.call('GET /queries/history', {}, owner)).body.find((entry) => entry.error === null);
  await expect.poll(response).toMatchObject({ sql, tables });

  const { dashboard } = saved;
  const cards = dashboard.tabs[0]!.cards.map((card) => ({ ...card, title: { en_US: 'Renamed', zh_CN: '' } }));
  const input = { id: saved.id, base: saved.version, dashboard: dashboardOf('Total', cards) };
  expect((await client.call('PUT /dashboards/:id', input, eve)).status).toBe(200);
  expect(await totalOf(saved.id, owner)).toBe(35);
  await client.call('PATCH /datasets/:id', { id: orders.id, name: 'orders of last year' } as never, owner);
  expect(await totalOf(saved.id, viewer)).toBe(35);
  await client.call('DELETE /datasets/:id', { id: orders.id }, owner);
  expect(await totalOf(saved.id, owner)).toBe('dataset_gone');
});
