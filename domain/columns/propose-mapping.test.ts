import { expect, test } from 'vitest';

import { proposeMapping } from './propose-mapping.ts';
import type { ColumnType } from '#domain/query/query.ts';

const fieldOf = (id: string, name: string, type: ColumnType = 'text', en_US = '') => ({
  id,
  name,
  type,
  label: { en_US, zh_CN: '' },
});

test('proposes equal names and labels, then similar names, with a type that fits', () => {
  const fields = [
    fieldOf('a', 'Order Date', 'date'),
    fieldOf('b', 'cty', 'text', 'City'),
    fieldOf('c', 'amount', 'integer'),
    fieldOf('d', 'revenue', 'number'),
    fieldOf('e', 'weather'),
    fieldOf('f', 'price', 'number'),
  ];
  const targets = [
    fieldOf('1', 'order_date', 'time'),
    fieldOf('2', 'city'),
    fieldOf('3', 'amount', 'number'),
    fieldOf('4', 'revenues', 'number'),
    fieldOf('5', 'price'),
  ];
  expect(proposeMapping(fields, targets)).toEqual({ a: '1', b: '2', c: '3', d: '4' });
});
