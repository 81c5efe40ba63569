import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { LiveChange } from '#contract/live/changes.ts';
import { runQuery, specOf, sqlOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, ownerAccount, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', 'city,amount\nOslo,5\n');
});
afterAll(() => product.close());

const chart = (name = 'Orders') => ({
  name,
  chart: { ask: specOf(orders.id), drawing: { kind: 'bar' as const, options: { stack: 'percent' as const } } },
});

test('a chart is created, listed, changed and deleted', async () => {
  const { body: created } = await product.call('POST /charts', chart(), { token });
  expect(created).toMatchObject({ name: 'Orders', dataset: orders.id, by: { name: ownerAccount.name } });
  expect(created.chart.drawing).toEqual({ kind: 'bar', options: { stack: 'percent' } });
  const sql = { ask: sqlOf('select 1 as one'), drawing: { kind: 'table' as const, options: {} } };
  const { body: changed } = await product.call('PATCH /charts/:id', { id: created.id, chart: sql }, { token });
  expect(changed).toMatchObject({ name: 'Orders', dataset: null, chart: { ask: { sql: 'select 1 as one' } } });
  const { body: list } = await product.call('GET /charts', {}, { token });
  expect(list).toEqual([changed]);
  expect((await product.call('DELETE /charts/:id', { id: created.id }, { token })).status).toBe(204);
  for (const call of ['GET /charts/:id', 'PATCH /charts/:id', 'DELETE /charts/:id'] as const)
    expect((await product.call(call, { id: created.id }, { token })).status).toBe(404);
});

test('viewers can read charts, and only editors can save them', async () => {
  const { body: created } = await product.call('POST /charts', chart(), { token });
  const { token: viewer } = await createMember(product, token, 'viewer');
  expect((await product.call('GET /charts/:id', { id: created.id }, { token: viewer })).body.id).toBe(created.id);
  expect((await product.call('POST /charts', chart(), { token: viewer })).status).toBe(403);
  expect((await product.call('DELETE /charts/:id', { id: created.id }, { token: viewer })).status).toBe(403);
});

test('open pages are notified of a changed chart', async () => {
  const response = await fetch(`${product.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const { body: created } = await product.call('POST /charts', chart(), { token });
  const { value } = await reader.read();
  expect(JSON.parse(value!.replace('data: ', '')) as LiveChange).toMatchObject({ kind: 'chart', id: created.id });
  await reader.cancel();
});

test('a chart remains after its dataset is deleted, and its query reports the missing dataset', async () => {
  const gone = await loadFile(product, token, 'gone.csv', 'a\n1\n');
  const lost = { ask: specOf(gone.id), drawing: { kind: 'figure' as const, options: {} } };
  const { body: created } = await product.call('POST /charts', { name: 'Lost', chart: lost }, { token });
  await product.call('DELETE /datasets/:id', { id: gone.id }, { token });
  await product.call('DELETE /datasets/:id/trash', { id: gone.id }, { token });
  const { body: saved } = await product.call('GET /charts/:id', { id: created.id }, { token });
  expect((await runQuery(product, saved.chart.ask, { token })).error?.code).toBe('dataset_gone');
});
