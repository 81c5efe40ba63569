import { expect, test } from 'vitest';

import { openCache } from './cache.ts';

const open = () => openCache<string>(8, (text) => text.length);

test('the least recently used entry is evicted', () => {
  const cache = open();
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key + key);
  cache.get('a');
  cache.set('e', 'ee');
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['aa', undefined, 'cc']);
});

test('setting a key again replaces its value', () => {
  const cache = open();
  for (let time = 0; time < 100; time++) cache.set('a', 'aa');
  cache.set('b', 'bb');
  cache.set('a', 'a');
  expect(['a', 'b'].map(cache.get)).toEqual(['a', 'bb']);
});

test('a value that is too large is not cached and removes the earlier one', () => {
  const cache = open();
  cache.set('a', 'a');
  cache.set('a', 'aaa');
  expect(cache.get('a')).toBeUndefined();
});
