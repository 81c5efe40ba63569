import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Formula } from '#domain/query/query.ts';
import { runQuery, specOf, resultOf, rowsOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', 'city,amount\nOslo,5\nRome,10\n');
});
afterAll(() => product.close());

const column = (name: string) => orders.columns.find((each) => each.name === name)!.id;
const sum = (): Formula => ({ kind: 'sum', column: column('amount') });
const average = (): Formula => ({ kind: 'divide', left: sum(), right: { kind: 'count' } });
const metric = (name: string, formula: Formula) => ({
  id: orders.id,
  name,
  label: { en_US: name, zh_CN: '' },
  format: 'currency' as const,
  unit: '￥',
  formula,
});
const create = (name: string, formula: Formula, by = token) =>
  product.call('POST /datasets/:id/metrics', metric(name, formula), { token: by });

test('a metric belongs to its dataset, and queries refer to it', async () => {
  const { body: dataset } = await create('Basket', average());
  const [created] = dataset.metrics;
  expect(created).toMatchObject({ name: 'Basket', format: 'currency', unit: '￥', formula: average() });
  const measures = [{ id: 'm', formula: { kind: 'metric' as const, metric: created!.id }, show: 'value' as const }];
  expect(rowsOf(await resultOf(product, specOf(orders.id, { measures }), { token }))).toEqual([[7.5]]);
  const input = { ...metric('Turnover', sum()), metric: created!.id };
  const { body: changed } = await product.call('PUT /datasets/:id/metrics/:metric', input, { token });
  expect(changed.metrics).toMatchObject([{ id: created!.id, name: 'Turnover' }]);
  expect(rowsOf(await resultOf(product, specOf(orders.id, { measures }), { token }))).toEqual([[15]]);
  const deleted = await product.call(
    'DELETE /datasets/:id/metrics/:metric',
    { id: orders.id, metric: created!.id },
    { token },
  );
  expect(deleted.body.metrics).toEqual([]);
  expect((await runQuery(product, specOf(orders.id, { measures }), { token })).status).toBe(422);
});

test('a formula must fit the columns of its dataset', async () => {
  const refused = async (formula: Formula) => {
    const { status, body } = await create('Wrong', formula);
    return [status, body.code];
  };
  expect(await refused({ kind: 'sum', column: 'nothing' })).toEqual([422, 'column_unknown']);
  expect(await refused({ kind: 'sum', column: column('city') })).toEqual([422, 'column_not_number']);
  const text: Formula = { kind: 'max', column: column('city') };
  expect(await refused({ kind: 'add', left: text, right: text })).toEqual([422, 'formula_not_number']);
  const { body } = await create('Base', sum());
  const nested: Formula = { kind: 'divide', left: { kind: 'metric', metric: body.metrics[0]!.id }, right: sum() };
  expect(await refused(nested)).toEqual([422, 'metric_nested']);
});

test('metric names are unique in a dataset, and viewers cannot create metrics', async () => {
  await create('Twice', sum());
  const answers = await Promise.all([create('Twice', sum()), create('Thrice', sum()), create('Thrice', sum())]);
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409']);
  const { token: viewer } = await createMember(product, token, 'viewer');
  expect((await create('Mine', sum(), viewer)).status).toBe(403);
  expect(
    (await product.call('DELETE /datasets/:id/metrics/:metric', { id: orders.id, metric: 'x' }, { token })).status,
  ).toBe(404);
});

test('every dataset is listed with its application, without those in the trash', async () => {
  const names = async () => (await product.call('GET /datasets', {}, { token })).body.map(({ name }) => name);
  const other = await loadFile(product, token, 'other.csv', 'a\n1\n');
  expect(await names()).toEqual(['orders', 'other']);
  const { body } = await product.call('GET /datasets', {}, { token });
  expect(body[0]).toMatchObject({ application: 'Files', columns: 2, rows: 2 });
  await product.call('DELETE /datasets/:id', { id: other.id }, { token });
  expect(await names()).toEqual(['orders']);
});
