import { expect, test } from 'vitest';

import { nearestOf } from './nearest-name.ts';

test.each([
  ['provinc', ['product', 'province', 'price'], 'province'],
  ['naem', ['name', 'amount'], 'name'],
  ['AMUONT', ['name', 'amount'], 'amount'],
  ['金客', ['金额', '省份'], '金额'],
  ['summ', ['sum', 'min'], 'sum'],
  ['zzzzzz', ['a', 'name'], undefined],
  ['x', ['a', 'b'], undefined],
  ['x'.repeat(100_000), ['a'.repeat(100_000)], undefined],
  ['nothing', [], undefined],
])('the nearest to %.20s among %j is %s', (name, names, nearest) => {
  expect(nearestOf(name, names)).toBe(nearest);
});
