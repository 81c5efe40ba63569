import { expect, test } from 'vitest';

import { numberedName, shortened, uniqueNames } from './unique-names.ts';

test('duplicates get numbers that are free', () => {
  expect(uniqueNames(['a', 'a', 'a (2)', 'b', 'a'])).toEqual(['a', 'a (2)', 'a (2) (2)', 'b', 'a (3)']);
});

test('a numbered name keeps to its maximum length', () => {
  expect(numberedName('orders', 2)).toBe('orders (2)');
  expect(numberedName('x'.repeat(100), 12, 100)).toBe(`${'x'.repeat(95)} (12)`);
});

test('a surrogate pair is not split', () => {
  expect(shortened('ab😀', 3)).toBe('ab');
  expect(shortened('ab😀', 4)).toBe('ab😀');
});
