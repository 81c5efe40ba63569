import { expect, test } from 'vitest';

import type { ColumnType } from '#domain/query/query.ts';
import { binsOf, scaleValueOf } from './bins.ts';

const column = (type: ColumnType) => ({ id: 'c', name: 'c', type });

test.each([
  ['integer', 0, 16, { low: 0, width: 1, count: 17 }],
  ['integer', 5, 5, { low: 5, width: 1, count: 1 }],
  ['integer', 0, 99, { low: 0, width: 5, count: 20 }],
  ['number', 0, 24, { low: 0, width: 1, count: 24 }],
  ['number', 3, 3, { low: 3, width: 1, count: 1 }],
  ['date', 0, 86_400 * 6, { low: 0, width: 86_400, count: 7 }],
] as const)('bins of %s from %d to %d', (type, low, high, bins) => {
  expect(binsOf(column(type), { low, high })).toEqual(bins);
});

test('numbers on the scale are converted back to values of the column', () => {
  expect(scaleValueOf(column('integer'), 7)).toBe(7);
  expect(scaleValueOf(column('date'), 86_400)).toBe('1970-01-02');
  expect(scaleValueOf(column('time'), 1.5)).toBe('1970-01-01T00:00:01.500Z');
});
