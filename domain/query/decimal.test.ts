import { expect, test } from 'vitest';

import { exactDifference, exactSum, fractionOf, nextEdgeOf } from './decimal.ts';

test.each([
  [0.1, 1, 10],
  [0.3, 3, 10],
  [2.5e-7, 25, 1e8],
  [1e-9, 1, 1e9],
  [1e12, 1e12, 1],
  [1e21, 1e21, 1],
  [12.5, 125, 10],
])('%d is a fraction of whole numbers', (value, up, down) => {
  expect(fractionOf(value)).toEqual({ up, down });
});

test('the next bin edge is an exact decimal', () => {
  expect([0.1, 0.2, 0.7, -0.3].map((edge) => nextEdgeOf(edge, 0.1))).toEqual([0.2, 0.3, 0.8, -0.2]);
});

test('sums of decimals are exact and independent of order', () => {
  const values = Array.from({ length: 999 }, (_, index) => ((index * 7919) % 100_003) / 100 - 400);
  const cents = values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
  expect(exactSum(values)).toBe(cents);
  expect(exactSum(values.toReversed())).toBe(cents);
  expect(exactSum(values.toSorted((a, b) => a - b))).toBe(cents);
  expect(exactDifference(520_127.3, 520_000.1)).toBe(127.2);
  expect(exactSum([])).toBe(0);
  expect(exactSum([1e300, 1e300])).toBe(2e300);
});
