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

test('S23 clearing takes everything along', () => {
  localStorage.setItem('other', 'x');
  store('language', 'zh_CN');
  clearStored();
  expect(localStorage.length).toBe(0);
});

test('another tab’s change is told by its name, its clearing by nothing', () => {
  const heard: (string | null)[] = [];
  const stop = watchStored((name) => heard.push(name));
  const say = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  say('web.language');
  say(null);
  stop();
  say('web.theme');
  expect(heard).toEqual(['language', null]);
});
