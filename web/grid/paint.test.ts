import { expect, test } from 'vitest';

import { boundsOf } from '#display/tables/column-bounds.ts';
import { paintOf } from './paint.ts';

test('the bounds of a column ignore values that are not numbers', () => {
  expect(boundsOf([3, null, '12', 'x', -4])).toEqual({ min: -4, max: 12 });
  expect(boundsOf([null, 'x'])).toBeNull();
});

test('a scale is weakest at the minimum and strongest at the maximum', () => {
  const at = (amount: number) => paintOf({ kind: 'scale', column: 'a' }, amount, { min: 0, max: 10 });
  expect(at(0)).toEqual({ background: 'color-mix(in srgb, var(--brand) 4%, transparent)' });
  expect(at(10)).toEqual({ background: 'color-mix(in srgb, var(--brand) 42%, transparent)' });
});

test('bars begin at zero and extend left for negative values', () => {
  const at = (amount: number) => paintOf({ kind: 'bar', column: 'a' }, amount, { min: -50, max: 150 });
  expect(at(150)).toMatchObject({ insetInlineStart: '25%', insetInlineEnd: '0%' });
  expect(at(-50)).toMatchObject({ insetInlineStart: '0%', insetInlineEnd: '75%' });
});

test('a rule colours only matching cells', () => {
  const rule = { kind: 'rule', column: 'a', op: 'at_least', value: 10, tone: 'good' } as const;
  expect(paintOf(rule, 9.99, { min: 0, max: 20 })).toBeNull();
  expect(paintOf(rule, 10, { min: 0, max: 20 })).toEqual({
    background: 'color-mix(in srgb, var(--good) 24%, transparent)',
  });
});
