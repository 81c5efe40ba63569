import { expect, test } from 'vitest';

import { neverYield, sortNumbers } from './merge-sort.ts';
import { nextSortings, type SortKey, sortRows } from './sort-rows.ts';

const sort = async (keys: SortKey[], rest: boolean[] | null = null) => [
  ...(await sortRows(keys, rest, { language: 'en_US', yieldToPage: neverYield })),
];

test('sorts numbers both ways and keeps empty cells last', async () => {
  const values = [3, null, 1, 2, Number.NaN];
  expect(await sort([{ values, type: 'number', direction: 'ascending' }])).toEqual([2, 3, 0, 1, 4]);
  expect(await sort([{ values, type: 'number', direction: 'descending' }])).toEqual([0, 3, 2, 1, 4]);
});

test('sorts integers given as text by value', async () => {
  const values = ['9007199254740993000', 5, '18446744073709551615'];
  expect(await sort([{ values, type: 'integer', direction: 'ascending' }])).toEqual([1, 0, 2]);
});

test('sorts texts by the collation of the language', async () => {
  expect(await sort([{ values: ['b', 'Ä', 'a', 'B', null], type: 'text', direction: 'ascending' }])).toEqual([
    2, 1, 0, 3, 4,
  ]);
});

test('sorts by several columns, and is stable', async () => {
  const keys: SortKey[] = [
    { values: ['x', 'y', 'x', 'y', 'x'], type: 'text', direction: 'descending' },
    { values: [2, 1, 1, 1, 2], type: 'integer', direction: 'ascending' },
  ];
  expect(await sort(keys)).toEqual([1, 3, 2, 0, 4]);
});

test('the row of the rest comes last in any sort order', async () => {
  const rest = [true, false, false];
  expect(await sort([{ values: [9, 1, 2], type: 'number', direction: 'descending' }], rest)).toEqual([2, 1, 0]);
});

test('sorts many rows like Array.prototype.sort', async () => {
  const values = Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 10_007);
  const expected = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]! || a - b);
  const sorted = await sortNumbers(values.length, (a, b) => values[a]! - values[b]! || a - b, neverYield);
  expect([...sorted]).toEqual(expected);
});

test('a head cycles ascending, descending and unsorted; numbers begin descending', () => {
  const up = nextSortings([], 'a', false, false);
  expect(up).toEqual([{ column: 'a', direction: 'ascending' }]);
  const down = nextSortings(up, 'a', false, false);
  expect(down).toEqual([{ column: 'a', direction: 'descending' }]);
  expect(nextSortings(down, 'a', false, false)).toEqual([]);
  expect(nextSortings([], 'n', false, true)).toEqual([{ column: 'n', direction: 'descending' }]);
});

test('sorting by another column replaces the first sorting, or is added to it', () => {
  const first = nextSortings([], 'a', false, false);
  expect(nextSortings(first, 'b', false, false).map(({ column }) => column)).toEqual(['b']);
  expect(nextSortings(first, 'b', true, false).map(({ column }) => column)).toEqual(['a', 'b']);
});
