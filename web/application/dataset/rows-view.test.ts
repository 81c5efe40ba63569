import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { nextOrder, queryOf, type RowsView, defaultOrderOf, viewOf } from './rows-view.ts';

const read = (text: string) => viewOf(new URLSearchParams(text));

test('a URL without parameters shows the first page', () => {
  expect(read('')).toEqual({ page: 1, size: 20, order: undefined, filters: [], version: undefined });
  expect(queryOf(read('')).toString()).toBe('');
});

test('a view survives the round trip through the URL', () => {
  const view: RowsView = {
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

test('invalid URL parameters are ignored', () => {
  expect(read('page=-1&size=1000&sort=a;b&filter=drop:x:y&filter=contains:c1&version=x')).toEqual(read(''));
});

const timeColumn = { id: 't', type: 'time' } as DatasetColumn;
const newestFirst = { column: 't', direction: 'descending' } as const;

test('events are sorted newest first, rows of files keep their order', () => {
  const columns = [{ id: 'a', type: 'text' } as DatasetColumn, timeColumn];
  expect(defaultOrderOf('events', columns)).toEqual(newestFirst);
  expect([defaultOrderOf('files', columns), defaultOrderOf('events', columns.slice(0, 1))]).toEqual([
    undefined,
    undefined,
  ]);
});

test('the default order is reversed by a click and left out of the URL', () => {
  const oldestFirst = { ...newestFirst, direction: 'ascending' } as const;
  expect(nextOrder(undefined, undefined, newestFirst)).toEqual(oldestFirst);
  expect(nextOrder(newestFirst, oldestFirst, newestFirst)).toBeUndefined();
  expect(nextOrder(undefined, { ...newestFirst, column: 'a' }, newestFirst)).toBeUndefined();
  expect(nextOrder(newestFirst, undefined, undefined)).toEqual(newestFirst);
});
