// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';

import { clearStored, readStored, store, watchStored } from './storage.ts';
import { readToken, storeToken } from './token.ts';

beforeEach(() => localStorage.clear());

test('S20 keys are prefixed with web and a dot, in localStorage', () => {
  store('language', 'zh_CN');
  storeToken('secret');
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
    'web.auth.user.token': 'secret',
    'web.language': 'zh_CN',
  });
  expect(readStored('language')).toBe('zh_CN');
});

test('S21 an empty token is no token', () => {
  expect(readToken()).toBeUndefined();
  storeToken('');
  expect(readToken()).toBeUndefined();
});

test('S23 clearing removes everything', () => {
  localStorage.setItem('other', 'x');
  store('language', 'zh_CN');
  clearStored();
  expect(localStorage.length).toBe(0);
});

test('a change in another tab is reported by its name, clearing by null', () => {
  const names: (string | null)[] = [];
  const stop = watchStored((name) => names.push(name));
  const dispatch = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  dispatch('web.language');
  dispatch(null);
  stop();
  dispatch('web.theme');
  expect(names).toEqual(['language', null]);
});
