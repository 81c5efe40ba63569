import { expect, test } from 'vitest';

import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { quoteIdentifier, tableName } from './identifiers.ts';

const dataset = (id: string, name: string, application: string) => ({ id, name, application }) as ListedDataset;

test('quotes only names that need it', () => {
  expect(quoteIdentifier('orders')).toBe('orders');
  expect(quoteIdentifier('order')).toBe('"order"');
  expect(quoteIdentifier('Orders 2026')).toBe('"Orders 2026"');
  expect(quoteIdentifier('订单')).toBe('"订单"');
  expect(quoteIdentifier('a"b')).toBe('"a""b"');
});

test('qualifies a shared dataset name with its application', () => {
  const all = [dataset('1', 'orders', 'My shop'), dataset('2', 'Orders', 'other'), dataset('3', 'visits', 'other')];
  expect(tableName(all[0]!, all)).toBe('"My shop".orders');
  expect(tableName(all[1]!, all)).toBe('other."Orders"');
  expect(tableName(all[2]!, all)).toBe('visits');
});
