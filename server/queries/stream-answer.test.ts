import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { runQuery, specOf, resultOf, rowsOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

const csv = `city,amount,at
Berlin,10,2026-01-01T10:00:00Z
Berlin,20,2026-01-02T10:00:00Z
"Xi'an ""西安""",5,2026-01-02T23:30:00Z
Oslo,,2026-01-03T10:00:00Z
`;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', csv);
});
afterAll(() => product.close());

const column = (name: string) => orders.columns.find((each) => each.name === name)!.id;
const byCity = () => ({ id: 'city', kind: 'value' as const, column: column('city') });
const sum = () => ({ id: 'sum', formula: { kind: 'sum' as const, column: column('amount') }, show: 'value' as const });

test('a query is answered with totals and proof', async () => {
  const spec = specOf(orders.id, { dimensions: [byCity()], measures: [sum()], totals: [[]] });
  const result = await resultOf(product, spec, { token });
  expect(rowsOf(result)).toEqual([
    ['Berlin', 30],
    ['Oslo', null],
    [`Xi'an "西安"`, 5],
  ]);
  expect(result.columns).toEqual([
    { name: 'city', type: 'text' },
    { name: 'sum', type: 'integer' },
  ]);
  expect(result.totals).toEqual([{ dimensions: [], columns: [{ name: 'sum', type: 'integer' }], values: [[35]] }]);
  expect(result.proof).toMatchObject({
    datasets: [{ id: orders.id, name: 'orders', application: 'Files', version: orders.version, rows: 4 }],
    applied: [],
    ignored: [],
    rowsRead: 4,
    rowsReturned: 3,
    isCutOff: false,
    fromCache: false,
  });
  expect(result.proof.sql).toContain('group by');
});

test('a truncated answer is marked as such', async () => {
  const result = await resultOf(product, specOf(orders.id, { dimensions: [byCity()], limit: 2 }), { token });
  expect(rowsOf(result)).toHaveLength(2);
  expect(result.proof).toMatchObject({ rowsReturned: 2, isCutOff: true });
});

test('days begin in the time zone of the caller', async () => {
  const day = { id: 'day', kind: 'time' as const, column: column('at'), grain: { unit: 'day' as const } };
  const spec = specOf(orders.id, { dimensions: [day] });
  expect(rowsOf(await resultOf(product, spec, { token, zone: 'Asia/Shanghai' }))).toEqual([
    ['2026-01-01', 1],
    ['2026-01-02', 1],
    ['2026-01-03', 2],
  ]);
});

test('errors before the first line have their own status', async () => {
  const unknown = { ...byCity(), column: 'nothing' };
  const { status, error } = await runQuery(product, specOf(orders.id, { dimensions: [unknown] }), { token });
  expect([status, error?.code]).toEqual([422, 'column_unknown']);
  expect(await runQuery(product, specOf('nothing'), { token })).toMatchObject({ status: 404 });
});

test('plain rows are returned in the requested order, with column ids as names', async () => {
  const spec = {
    kind: 'rows' as const,
    dataset: orders.id,
    order: [{ column: column('at'), direction: 'descending' as const }],
    filters: [{ op: 'filled' as const, column: column('amount') }],
    limit: 2,
  };
  const result = await resultOf(product, spec, { token });
  expect(result.columns).toEqual(orders.columns.map(({ id: name, type }) => ({ name, type })));
  expect(rowsOf(result)).toEqual([
    [`Xi'an "西安"`, 5, '2026-01-02T23:30:00Z'],
    ['Berlin', 20, '2026-01-02T10:00:00Z'],
  ]);
  expect(result.proof).toMatchObject({ isCutOff: true, applied: spec.filters, rowsReturned: 2 });
  expect((await runQuery(product, { ...spec, columns: ['gone'] }, { token })).error?.code).toBe('column_unknown');
});
