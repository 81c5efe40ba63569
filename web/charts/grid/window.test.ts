import { expect, test } from 'vitest';

import { columnsBetween, offsetsOf, rowHeight, rowsAt, scrollHeight, topFor } from './window.ts';

const short = { count: 1000, height: 320, highest: 1_000_000 };

test('draws the rows in sight and a few more', () => {
  expect(rowsAt(0, short)).toEqual({ first: 0, last: 16, offset: 0 });
  const { first, last, offset } = rowsAt(3200, short);
  expect([first, last, offset]).toEqual([94, 116, 94 * rowHeight]);
});

test('the end of the scroll shows the last row', () => {
  const top = scrollHeight(short) - short.height;
  expect(rowsAt(top, short).last).toBe(1000);
});

test('where rows are higher than an element can be, the ends are still reached', () => {
  const long = { count: 1_000_000, height: 320, highest: 1_000_000 };
  expect(scrollHeight(long)).toBe(1_000_000);
  const bottom = scrollHeight(long) - long.height;
  const { first, last, offset } = rowsAt(bottom, long);
  expect(last).toBe(1_000_000);
  // The last row ends where the box ends.
  expect(offset + (last - first) * rowHeight).toBeCloseTo(1_000_000, 0);
});

test('a row is brought into sight by scrolling as little as possible', () => {
  expect(topFor(5, 0, short)).toBe(0);
  expect(topFor(10, 0, short)).toBe(32);
  expect(topFor(2, 320, short)).toBe(64);
});

test('finds the columns between two places', () => {
  const offsets = offsetsOf([100, 50, 200, 80]);
  expect(columnsBetween(offsets, 0, 120)).toEqual({ first: 0, last: 2 });
  expect(columnsBetween(offsets, 160, 340)).toEqual({ first: 2, last: 3 });
  expect(columnsBetween(offsetsOf([]), 0, 100)).toEqual({ first: 0, last: 0 });
});
