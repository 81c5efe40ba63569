import { expect, test } from 'vitest';

import { editDistanceOf, prefixDistanceOf } from './edit-distance.ts';

test('counts letters to insert, delete and replace', () => {
  const cases: [string, string, number][] = [
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['同一', '同二', 1],
  ];
  for (const [a, b, distance] of cases)
    for (const swaps of [true, false]) expect([a, b, editDistanceOf(a, b, { swaps })]).toEqual([a, b, distance]);
});

test('swapped letters are one edit with swaps and two without', () => {
  expect(editDistanceOf('form', 'from', { swaps: true })).toBe(1);
  expect(editDistanceOf('form', 'from', { swaps: false })).toBe(2);
});

test('texts longer than any before are compared too', () => {
  const long = 'abcdefghij'.repeat(30);
  expect(editDistanceOf(long, `${long}xyz`, { swaps: true })).toBe(3);
  expect(editDistanceOf(`x${long}`, long, { swaps: false })).toBe(1);
});

test('finds the nearest prefix within the maximum', () => {
  expect(prefixDistanceOf('revenu', 'revenue 2024', 1)).toEqual({ edits: 0, length: 6 });
  expect(prefixDistanceOf('reveune', 'revenue', 1)).toEqual({ edits: 1, length: 7 });
  expect(prefixDistanceOf('orders', 'revenue', 2)).toEqual({ edits: Infinity, length: 0 });
});
