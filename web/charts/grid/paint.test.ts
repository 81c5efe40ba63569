import { expect, test } from 'vitest';

import { boundsOf } from '#display/tables/bounds.ts';
import { paintOf } from './paint.ts';

test('the bounds of a column leave out what is no number', () => {
  expect(boundsOf([3, null, '12', 'x', -4])).toEqual({ least: -4, most: 12 });
  expect(boundsOf([null, 'x'])).toBeNull();
});

test('a scale is weakest for the least and strongest for the most', () => {
  const at = (amount: number) => paintOf({ kind: 'scale', column: 'a' }, amount, { least: 0, most: 10 });
  expect(at(0)).toEqual({ background: 'color-mix(in srgb, var(--brand) 4%, transparent)' });
  expect(at(10)).toEqual({ background: 'color-mix(in srgb, var(--brand) 42%, transparent)' });
});

test('bars begin at zero and go left for less', () => {
  const at = (amount: number) => paintOf({ kind: 'bar', column: 'a' }, amount, { least: -50, most: 150 });
  expect(at(150)).toMatchObject({ insetInlineStart: '25%', insetInlineEnd: '0%' });
  expect(at(-50)).toMatchObject({ insetInlineStart: '0%', insetInlineEnd: '75%' });
});

test('a rule colours only where it holds', () => {
  const rule = { kind: 'rule', column: 'a', op: 'at_least', value: 10, tone: 'good' } as const;
  expect(paintOf(rule, 9.99, { least: 0, most: 20 })).toBeNull();
  expect(paintOf(rule, 10, { least: 0, most: 20 })).toEqual({
    background: 'color-mix(in srgb, var(--good) 24%, transparent)',
  });
});
