import { expect, test } from 'vitest';

import { likenessOf } from './proposals.ts';

const column = (name: string, type: 'text' | 'integer' | 'number' = 'integer') => ({ id: name, name, type });

test.each([
  ['product_id', 'id', 'products', true],
  ['productId', 'id', 'Product list', true],
  ['category code', 'code', 'categories.csv', true],
  ['customer_id', 'customer_id', 'people', true],
  ['产品编号', '产品编号', '产品', true],
  ['id', 'id', 'products', false],
  ['product_id', 'id', 'customers', false],
  ['amount', 'price', 'products', false],
])('%s and %s of %s belong together: %s', (own, related, dataset, isLike) => {
  expect(likenessOf(column(own), column(related), dataset) > 0).toBe(isLike);
});

test('columns of different types, or of numbers with fractions, do not', () => {
  expect(likenessOf(column('sku'), column('sku', 'text'), 'items')).toBe(0);
  expect(likenessOf(column('sku', 'number'), column('sku', 'number'), 'items')).toBe(0);
});
