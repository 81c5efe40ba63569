import { expect, test } from 'vitest';

import { columnsBetween, offsetsOf, rowHeight, rowsAt, scrollHeight, topFor } from './virtual-rows.ts';

const short = { count: 1000, height: 320, maxElementHeight: 1_000_000 };

test('renders the visible rows and some overscan', () => {
  expect(rowsAt(0, short)).toEqual({ first: 0, last: 16, offset: 0 });
  const { first, last, offset } = rowsAt(3200, short);
  expect([first, last, offset]).toEqual([94, 116, 94 * rowHeight]);
});

test('shows the last row at the end of the scroll range', () => {
  const top = scrollHeight(short) - short.height;
  expect(rowsAt(top, short).last).toBe(1000);
});

test('reaches both ends when rows exceed the maximum element height', () => {
  const long = { count: 1_000_000, height: 320, maxElementHeight: 1_000_000 };
  expect(scrollHeight(long)).toBe(1_000_000);
  const bottom = scrollHeight(long) - long.height;
  const { first, last, offset } = rowsAt(bottom, long);
  expect(last).toBe(1_000_000);
  // The last row ends where the box ends.
  expect(offset + (last - first) * rowHeight).toBeCloseTo(1_000_000, 0);
});

test('scrolls a row into view by the smallest distance', () => {
  expect(topFor(5, 0, short)).toBe(0);
  expect(topFor(10, 0, short)).toBe(32);
  expect(topFor(2, 320, short)).toBe(64);
});

test('finds the columns between two offsets', () => {
  const offsets = offsetsOf([100, 50, 200, 80]);
  expect(columnsBetween(offsets, 0, 120)).toEqual({ first: 0, last: 2 });
  expect(columnsBetween(offsets, 160, 340)).toEqual({ first: 2, last: 3 });
  expect(columnsBetween(offsetsOf([]), 0, 100)).toEqual({ first: 0, last: 0 });
});
