import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { runQuery, specOf, resultOf, rowsOf } from '#server/testing/queries.ts';

let product: TestProduct;
let token: string;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const csv =
  'city,price,units,at\nOslo,2.5,4,2026-01-05T23:30:00Z\nRome,10,0,2026-01-06T10:00:00Z\nOslo,1,2,2026-01-07T10:00:00Z\n';
const loadOrders = () => loadFile(product, token, 'orders.csv', csv);
const noTexts = { en_US: '', zh_CN: '' };

const create = (id: string, name: string, formula: string, by = token) =>
  product.call('POST /datasets/:id/calculated-columns', { id, name, formula, label: noTexts }, { token: by });
const columnOf = ({ columns }: Dataset, name: string): DatasetColumn => columns.find((each) => each.name === name)!;
const refusalOf = async (id: string, name: string, formula: string) => {
  const { status, body } = await create(id, name, formula);
  return [status, body.code];
};

test('a calculated column can be a dimension, a measure, a filter and a part of other formulas', async () => {
  const orders = await loadOrders();
  await create(orders.id, 'revenue', 'price * units');
  await create(orders.id, 'size', "if([revenue] > 5, 'large', 'small')");
  const { body: dataset } = await create(orders.id, 'hour', 'hour(at)');
  expect(dataset.columns.slice(-3)).toMatchObject([
    {
      name: 'revenue',
      type: 'number',
      role: 'measure',
      calculation: { formula: '[price] * [units]', isBroken: false },
    },
    { name: 'size', type: 'text', calculation: { formula: "if([revenue] > 5, 'large', 'small')" } },
    { name: 'hour', type: 'integer' },
  ]);
  const [revenue, size, hour] = ['revenue', 'size', 'hour'].map((name) => columnOf(dataset, name).id) as [
    string,
    string,
    string,
  ];
  const spec = specOf(orders.id, {
    dimensions: [{ id: 'd', kind: 'value', column: size }],
    measures: [{ id: 'm', formula: { kind: 'sum', column: revenue }, show: 'value' }],
    filters: [{ op: 'at_least', column: hour, value: 10 }],
  });
  expect(rowsOf(await resultOf(product, spec, { token }))).toEqual([
    ['large', 10],
    ['small', 2],
  ]);
  const inShanghai = await resultOf(product, spec, { token, zone: 'Asia/Shanghai' });
  expect(rowsOf(inShanghai)).toEqual([['small', 2]]);
  const metric = { id: orders.id, name: 'Revenue', label: noTexts, format: 'plain' as const, unit: '' };
  const formula = { kind: 'average' as const, column: revenue };
  expect((await product.call('POST /datasets/:id/metrics', { ...metric, formula }, { token })).status).toBe(200);
  const all = await resultOf(product, { kind: 'rows', dataset: orders.id }, { token });
  expect(all.columns.map(({ name }) => name)).toEqual(dataset.columns.map(({ id }) => id));
});

test('formulas survive renames and show the new names; labels and formats are edited like those of other columns', async () => {
  const orders = await loadOrders();
  const { body } = await create(orders.id, 'revenue', 'price * units');
  const { id } = columnOf(body, 'revenue');
  await create(orders.id, 'twice', 'revenue * 2');
  const label = { en_US: 'Turnover', zh_CN: '营业额' };
  const patched = await product.call(
    'PATCH /datasets/:id/columns/:column',
    { id: orders.id, column: id, format: 'currency', label },
    { token },
  );
  expect(columnOf(patched.body, 'revenue')).toMatchObject({ format: 'currency', label });
  const input = { id: orders.id, calculation: id, name: 'sales', formula: 'price * units * 1.5', label };
  const { body: changed } = await product.call(
    'PUT /datasets/:id/calculated-columns/:calculation',
    { ...input, format: 'currency' },
    { token },
  );
  expect(columnOf(changed, 'twice').calculation).toEqual({ formula: '[sales] * 2', isBroken: false });
  const retyped = { id: orders.id, column: id, type: 'text' as const };
  expect((await product.call('PATCH /datasets/:id/columns/:column', retyped, { token })).body.code).toBe(
    'type_of_formula',
  );
});

test('invalid formulas and taken names are rejected', async () => {
  const orders = await loadOrders();
  const { body } = await create(orders.id, 'a', 'price + 1');
  await create(orders.id, 'b', 'a + 1');
  expect(await refusalOf(orders.id, 'x', '[pric] + 1')).toEqual([422, 'formula_column_near']);
  expect(await refusalOf(orders.id, 'x', 'city * 2')).toEqual([422, 'formula_needs_number']);
  expect(await refusalOf(orders.id, 'x', '1'.repeat(1_000_000))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(orders.id, 'price', '1 + 1')).toEqual([409, 'name_taken']);
  expect(await refusalOf(orders.id, 'b', '1 + 1')).toEqual([409, 'name_taken']);
  const { id } = columnOf(body, 'a');
  const circular = { id: orders.id, calculation: id, name: 'a', formula: 'b + 1', label: noTexts };
  const { body: refusal } = await product.call('PUT /datasets/:id/calculated-columns/:calculation', circular, {
    token,
  });
  expect(refusal.code).toBe('formula_circular');
  let formula = 'price';
  let [lastStatus, code] = [200, ''];
  for (let step = 0; step < 20 && lastStatus === 200; step++) {
    const { status, body: answer } = await create(
      orders.id,
      `wide${step}`,
      `round(${formula} + ${formula} * ${formula}, 2)`,
    );
    [lastStatus, code] = [status, answer.code];
    formula = `wide${step}`;
  }
  expect([lastStatus, code]).toEqual([422, 'formula_too_large']);
});

test('only members who may edit the dataset may change its calculated columns', async () => {
  const orders = await loadOrders();
  const viewer = await createMember(product, token, 'viewer');
  expect((await create(orders.id, 'x', '1 + 1', viewer.token)).status).toBe(403);
});

test('a preview shows inputs, results and how many results are empty', async () => {
  const orders = await loadOrders();
  const input = { id: orders.id, formula: 'price / units' };
  const { body } = await product.call('POST /datasets/:id/formula', input, { token });
  expect(body).toEqual({
    type: 'number',
    columns: ['price', 'units'].map((name) => columnOf(orders, name).id),
    rows: [
      [2.5, 4, 0.625],
      [10, 0, null],
      [1, 2, 0.5],
    ],
    readRows: 3,
    emptyRows: 1,
  });
  const wrong = await product.call('POST /datasets/:id/formula', { ...input, formula: 'price /' }, { token });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'formula_incomplete']);
});

test('a column is reported as broken when the type of its source changes, and other queries keep working', async () => {
  const orders = await loadOrders();
  await create(orders.id, 'share', 'units / 2');
  const { body } = await create(orders.id, 'half', 'share / 2');
  const uses = await product.call('GET /datasets/:id/uses', { id: orders.id }, { token });
  expect(uses.body).toMatchObject([
    { kind: 'calculation', columns: [columnOf(orders, 'units').id] },
    { kind: 'calculation', columns: [columnOf(body, 'share').id] },
  ]);
  const change = { kind: 'type' as const, column: columnOf(orders, 'units').id, type: 'text' as const };
  const tested = await product.call('POST /datasets/:id/uses/test', { id: orders.id, change }, { token });
  expect(tested.body.map(({ problem }) => problem?.code)).toEqual(['formula_broken', 'formula_broken']);
  const { kind: _, ...edit } = change;
  const retyped = await product.call('PATCH /datasets/:id/columns/:column', { id: orders.id, ...edit }, { token });
  expect(columnOf(retyped.body, 'half').calculation).toMatchObject({ isBroken: true });
  const measures = [
    { id: 'm', formula: { kind: 'sum' as const, column: columnOf(body, 'half').id }, show: 'value' as const },
  ];
  const { error } = await runQuery(product, specOf(orders.id, { measures }), { token });
  expect(error).toMatchObject({ code: 'formula_broken' });
  const rows = await resultOf(product, { kind: 'rows', dataset: orders.id }, { token });
  expect(rows.columns).toHaveLength(4);
});

test('a new formula removes the mark of a verified dataset', async () => {
  const orders = await loadOrders();
  await create(orders.id, 'revenue', 'price * units');
  const { body } = await product.call('PUT /datasets/:id/verification', { id: orders.id, note: '' }, { token });
  expect(body.verification).not.toBeNull();
  const calculation = columnOf(body, 'revenue').id;
  const input = { id: orders.id, calculation, name: 'revenue', formula: 'price', label: noTexts };
  const changed = await product.call('PUT /datasets/:id/calculated-columns/:calculation', input, { token });
  expect(changed.body.verification).toBeNull();
  const deleted = await product.call(
    'DELETE /datasets/:id/calculated-columns/:calculation',
    { id: orders.id, calculation },
    { token },
  );
  expect(deleted.body.columns).toHaveLength(4);
});

test('calculated columns of a related dataset can be used, too', async () => {
  const orders = await loadOrders();
  const cities = await loadFile(product, token, 'cities.csv', 'city,people\nOslo,700000\nRome,2800000\n');
  const { body: related } = await create(cities.id, 'size', "if(people > 1000000, 'large', 'small')");
  const keys = [{ column: columnOf(orders, 'city').id, relatedColumn: columnOf(cities, 'city').id }];
  const relation = { label: noTexts, keys, cardinality: 'many_to_one' as const };
  await product.call('POST /datasets/:id/relations', { id: orders.id, related: cities.id, ...relation }, { token });
  const { body } = await product.call('GET /datasets/:id/related-columns', { id: orders.id }, { token });
  const column = body.find(({ id }) => id.endsWith(`.${columnOf(related, 'size').id}`))!.id;
  const spec = specOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column }] });
  expect(rowsOf(await resultOf(product, spec, { token }))).toEqual([
    ['large', 1],
    ['small', 2],
  ]);
});
