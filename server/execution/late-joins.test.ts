import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { loadFile } from '#server/testing/data.ts';
import { relate } from '#server/testing/model.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, resultOf, rowsOf } from '#server/testing/queries.ts';

const rows = 520_000;
const products = 100;
/** Too many for grouping by customer to pay off. */
const customers = 40_000;

/** An order has a product and a customer that depend on its number; one in eleven has neither. */
const hasNone = (order: number) => order % 11 === 0;
const productOf = (order: number) => (order * 7) % products;
const customerOf = (order: number) => (order * 13) % customers;
const groupOf = (product: number) => `group ${product % 3}`;
const levelOf = (customer: number) => ['gold', 'silver', 'new'][customer % 3]!;
const channelOf = (order: number) => ['web', 'app'][Math.floor(order / 5) % 2]!;

const linesOf = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, n) => line(n));

let product: TestProduct;
let owner: NewSession;
let orders: Dataset;
let related: { id: string; label: { en_US: string } }[];
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  const load = (name: string, lines: string[]) => loadFile(product, owner.token, name, lines.join('\n'));
  const orderLines = linesOf(rows, (order) => {
    const keys = hasNone(order) ? ['', ''] : [`p${productOf(order)}`, `c${customerOf(order)}`];
    return [...keys, channelOf(order), order % 1000].join();
  });
  orders = await load('orders.csv', ['product,customer,channel,amount', ...orderLines]);
  const goods = linesOf(products, (index) => `p${index},${groupOf(index)}`);
  await relateBy('product', await load('products.csv', ['product,kind', ...goods]));
  const people = linesOf(customers, (index) => `c${index},${levelOf(index)}`);
  await relateBy('customer', await load('customers.csv', ['customer,level', ...people]));
  related = (await product.call('GET /datasets/:id/related-columns', { id: orders.id }, { token: owner.token })).body;
});
afterAll(() => product.close());

const relateBy = (key: string, to: Dataset) => {
  const idIn = ({ columns }: Dataset) => columns.find(({ name }) => name === key)!.id;
  return relate({ product, token: owner.token }, orders, to, [[idIn(orders), idIn(to)]]);
};

const columnOf = (name: string) =>
  related.find(({ label }) => label.en_US === name)?.id ?? orders.columns.find((column) => column.name === name)!.id;

/** The sum of amounts by two values of an order, computed here. */
function sumsBy(keyOf: (order: number) => (string | null)[]): unknown[][] {
  const sums = new Map<string, number>();
  for (let order = 0; order < rows; order++) {
    const key = JSON.stringify(keyOf(order));
    sums.set(key, (sums.get(key) ?? 0) + (order % 1000));
  }
  return [...sums].map(([key, sum]) => [...(JSON.parse(key) as unknown[]), sum]);
}

test.each([
  ['a column of a table with many keys', 'customers › level', (order: number) => levelOf(customerOf(order))],
  ['a column of its own', 'channel', channelOf],
])('a relation with few keys is joined after grouping, together with %s', async (_, name, valueOf) => {
  const dimensions = ['products › kind', name].map((label, index) => ({
    id: `d${index}`,
    kind: 'value' as const,
    column: columnOf(label),
  }));
  const measures = [
    { id: 'sum', formula: { kind: 'sum' as const, column: columnOf('amount') }, show: 'value' as const },
  ];
  const result = await resultOf(product, specOf(orders.id, { dimensions, measures }), { token: owner.token });
  // Rows are grouped by the key of the first relation, and only those groups are joined.
  expect(result.proof.sql).toContain('"product" as "#j1"');
  expect(result.proof.sql).not.toContain('"#j2"');
  const isOwn = name === 'channel';
  const expected = sumsBy((order) => [
    hasNone(order) ? null : groupOf(productOf(order)),
    hasNone(order) && !isOwn ? null : valueOf(order),
  ]);
  const sorted = (list: unknown[][]) => list.map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(rowsOf(result))).toEqual(sorted(expected));
});
