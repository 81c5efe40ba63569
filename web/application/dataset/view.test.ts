import { expect, test } from 'vitest';

import { queryOf, type View, viewOf } from './view.ts';

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
