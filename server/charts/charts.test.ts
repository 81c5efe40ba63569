import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets.ts';
import type { Change } from '#contract/live.ts';
import { ask, askOf, sqlOf } from '#server/testing/ask.ts';
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
  chart: { ask: askOf(orders.id), drawing: { kind: 'bar' as const, options: { stack: 'percent' as const } } },
});

test('a chart is kept, listed, changed and deleted', async () => {
  const { body: made } = await product.call('POST /charts', chart(), { token });
  expect(made).toMatchObject({ name: 'Orders', dataset: orders.id, by: { name: ownerAccount.name } });
  expect(made.chart.drawing).toEqual({ kind: 'bar', options: { stack: 'percent' } });
  const sql = { ask: sqlOf('select 1 as one'), drawing: { kind: 'table' as const, options: {} } };
  const { body: changed } = await product.call('PATCH /charts/:id', { id: made.id, chart: sql }, { token });
  expect(changed).toMatchObject({ name: 'Orders', dataset: null, chart: { ask: { sql: 'select 1 as one' } } });
  const { body: list } = await product.call('GET /charts', {}, { token });
  expect(list).toEqual([changed]);
  expect((await product.call('DELETE /charts/:id', { id: made.id }, { token })).status).toBe(204);
  for (const call of ['GET /charts/:id', 'PATCH /charts/:id', 'DELETE /charts/:id'] as const)
    expect((await product.call(call, { id: made.id }, { token })).status).toBe(404);
});

test('whoever looks may read charts, and only editors keep them', async () => {
  const { body: made } = await product.call('POST /charts', chart(), { token });
  const { token: viewer } = await createMember(product, token, 'viewer');
  expect((await product.call('GET /charts/:id', { id: made.id }, { token: viewer })).body.id).toBe(made.id);
  expect((await product.call('POST /charts', chart(), { token: viewer })).status).toBe(403);
  expect((await product.call('DELETE /charts/:id', { id: made.id }, { token: viewer })).status).toBe(403);
});

test('open pages hear of a chart that changes', async () => {
  const response = await fetch(`${product.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const { body: made } = await product.call('POST /charts', chart(), { token });
  const { value } = await reader.read();
  expect(JSON.parse(value!.replace('data: ', '')) as Change).toMatchObject({ kind: 'chart', id: made.id });
  await reader.cancel();
});

test('a chart outlives its dataset, and its question says so', async () => {
  const gone = await loadFile(product, token, 'gone.csv', 'a\n1\n');
  const lost = { ask: askOf(gone.id), drawing: { kind: 'figure' as const, options: {} } };
  const { body: made } = await product.call('POST /charts', { name: 'Lost', chart: lost }, { token });
  await product.call('DELETE /datasets/:id', { id: gone.id }, { token });
  await product.call('DELETE /datasets/:id/trash', { id: gone.id }, { token });
  const { body: kept } = await product.call('GET /charts/:id', { id: made.id }, { token });
  expect((await ask(product, kept.chart.ask, { token })).error?.code).toBe('dataset_gone');
});
