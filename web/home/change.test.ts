import { expect, test } from 'vitest';

import type { Result } from '#domain/query/query.ts';
import { changeOf } from './change.ts';

const resultOf = (names: string[], row: unknown[]) =>
  ({
    columns: names.map((name) => ({ name, type: 'number' })),
    values: row.map((each) => [each]),
  }) as unknown as Result;

test('the change is the percent column of the result', () => {
  expect(changeOf(resultOf(['m', 'm.base', 'm.difference', 'm.percent'], [90, 100, -10, -0.1]))).toBe(-0.1);
});

test('without a comparison the change is 0', () => {
  expect(changeOf(resultOf(['m'], [90]))).toBe(0);
  expect(changeOf(resultOf(['m', 'm.base', 'm.percent'], [90, 0, null]))).toBe(0);
  expect(changeOf(resultOf([], []))).toBe(0);
});
