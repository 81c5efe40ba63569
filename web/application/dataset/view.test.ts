import { expect, test } from 'vitest';

import type { DatasetColumn } from '#contract/datasets.ts';
import { nextOrder, queryOf, type View, usualOrder, viewOf } from './view.ts';

const read = (text: string) => viewOf(new URLSearchParams(text));

test('a plain address shows the first page', () => {
  expect(read('')).toEqual({ page: 1, size: 20, order: undefined, filters: [], version: undefined });
  expect(queryOf(read('')).toString()).toBe('');
});

test('every view is an address, and every address of a view gives it back', () => {
  const view: View = {
    page: 7,
    size: 40,
    order: { column: 'c1', direction: 'descending' },
    filters: [
      { op: 'contains', column: 'c2', value: 'a:b & 杭州' },
      { op: 'empty', column: 'c3' },
    ],
    version: 0,
  };
  expect(viewOf(queryOf(view))).toEqual(view);
});

test('what makes no sense in an address is as if it were not there', () => {
  expect(read('page=-1&size=1000&sort=a;b&filter=drop:x:y&filter=contains:c1&version=x')).toEqual(read(''));
});

const timeColumn = { id: 't', type: 'time' } as DatasetColumn;
const newestFirst = { column: 't', direction: 'descending' } as const;

test('events stand with the newest on top, rows of files as they came', () => {
  const columns = [{ id: 'a', type: 'text' } as DatasetColumn, timeColumn];
  expect(usualOrder('events', columns)).toEqual(newestFirst);
  expect([usualOrder('files', columns), usualOrder('events', columns.slice(0, 1))]).toEqual([undefined, undefined]);
});

test('the usual order is turned round by a click and needs no word in the address', () => {
  const oldestFirst = { ...newestFirst, direction: 'ascending' } as const;
  expect(nextOrder(undefined, undefined, newestFirst)).toEqual(oldestFirst);
  expect(nextOrder(newestFirst, oldestFirst, newestFirst)).toBeUndefined();
  expect(nextOrder(undefined, { ...newestFirst, column: 'a' }, newestFirst)).toBeUndefined();
  expect(nextOrder(newestFirst, undefined, undefined)).toEqual(newestFirst);
});
