import { expect, test } from 'vitest';

import { openCache } from './cache.ts';

const open = () => openCache<string>(8, (text) => text.length);

test('what was used longest ago makes room', () => {
  const cache = open();
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key + key);
  cache.get('a');
  cache.set('e', 'ee');
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['aa', undefined, 'cc']);
});

test('the same thing found out again replaces what was known', () => {
  const cache = open();
  for (let time = 0; time < 100; time++) cache.set('a', 'aa');
  cache.set('b', 'bb');
  cache.set('a', 'a');
  expect(['a', 'b'].map(cache.get)).toEqual(['a', 'bb']);
});

test('what is too large is not kept, and what was known under its name is forgotten', () => {
  const cache = open();
  cache.set('a', 'a');
  cache.set('a', 'aaa');
  expect(cache.get('a')).toBeUndefined();
});
