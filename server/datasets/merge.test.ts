import { expect, test } from 'vitest';

import { mergeableOf } from './merge.ts';

type MergeSegment = Parameters<typeof mergeableOf>[0][number];
const listOf = (...rows: number[]) => rows.map((count, id) => ({ id, rows: count }) as MergeSegment);
const mergedRows = (...rows: number[]) => mergeableOf(listOf(...rows)).map((each) => each.rows);

test('few segments are not merged', () => {
  expect(mergedRows()).toEqual([]);
  expect(mergedRows(...Array.from({ length: 7 }, () => 10))).toEqual([]);
});

test('many small neighbours are merged, the large one before them stays', () => {
  const small = Array.from({ length: 9 }, () => 100);
  expect(mergedRows(1_000_000, ...small)).toEqual(small);
});

test('a large segment is not rewritten for a handful of rows', () => {
  expect(mergedRows(4_000_000, 1, 1, 1, 1, 1, 1, 1)).toEqual([]);
});

test('no segment grows beyond the maximum size', () => {
  expect(mergedRows(...Array.from({ length: 8 }, () => 4_000_000))).toEqual([]);
});

test('too many segments in all are merged where it costs least', () => {
  const uneven = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 1_000_000 : 1));
  expect(mergedRows(...uneven)).toHaveLength(8);
});
