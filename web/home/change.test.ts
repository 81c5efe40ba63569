import { expect, test } from 'vitest';

import type { Result } from '#contract/query.ts';
import { changeOf } from './change.ts';

const resultOf = (names: string[], row: unknown[]) =>
  ({
    columns: names.map((name) => ({ name, type: 'number' })),
    values: row.map((each) => [each]),
  }) as unknown as Result;

test('a figure moved by the share that its answer says', () => {
  expect(changeOf(resultOf(['m', 'm.base', 'm.difference', 'm.percent'], [90, 100, -10, -0.1]))).toBe(-0.1);
});

test('what is compared with nothing has not moved', () => {
  expect(changeOf(resultOf(['m'], [90]))).toBe(0);
  expect(changeOf(resultOf(['m', 'm.base', 'm.percent'], [90, 0, null]))).toBe(0);
  expect(changeOf(resultOf([], []))).toBe(0);
});
