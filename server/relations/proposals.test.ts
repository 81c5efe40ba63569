import { expect, test } from 'vitest';

import { keySimilarityOf } from './proposals.ts';

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
])('%s and %s of %s suggest a relation: %s', (own, related, dataset, isProposed) => {
  expect(keySimilarityOf(column(own), column(related), dataset) > 0).toBe(isProposed);
});

test('columns of different types, or with fractional numbers, suggest no relation', () => {
  expect(keySimilarityOf(column('sku'), column('sku', 'text'), 'items')).toBe(0);
  expect(keySimilarityOf(column('sku', 'number'), column('sku', 'number'), 'items')).toBe(0);
});
