import { expect, test } from 'vitest';

import type { ListedDataset } from '#contract/metrics.ts';
import { identifier, tableName } from './names.ts';

const dataset = (id: string, name: string, application: string) => ({ id, name, application }) as ListedDataset;

test('plain names stay plain, others are quoted', () => {
  expect(identifier('orders')).toBe('orders');
  expect(identifier('order')).toBe('"order"');
  expect(identifier('Orders 2026')).toBe('"Orders 2026"');
  expect(identifier('订单')).toBe('"订单"');
  expect(identifier('a"b')).toBe('"a""b"');
});

test('a dataset that shares its name goes by its application', () => {
  const all = [dataset('1', 'orders', 'My shop'), dataset('2', 'Orders', 'other'), dataset('3', 'visits', 'other')];
  expect(tableName(all[0]!, all)).toBe('"My shop".orders');
  expect(tableName(all[1]!, all)).toBe('other."Orders"');
  expect(tableName(all[2]!, all)).toBe('visits');
});
