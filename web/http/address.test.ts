import { expect, test } from 'vitest';

import { addressOf } from './address.ts';

const origin = 'https://shuju.example';
const urlOf = (url: string) => addressOf(url, origin).url;

test('S30 everything but static assets gets the prefix /api', () => {
  expect(urlOf('/me')).toBe(`${origin}/api/me`);
  expect(urlOf('me')).toBe(`${origin}/api/me`);
  expect(urlOf('/members/1/assets/x')).toBe(`${origin}/api/members/1/assets/x`);
  expect(urlOf('assets/i18n/zh_CN.json')).toBe(`${origin}/assets/i18n/zh_CN.json`);
  expect(urlOf('/assets/i18n/zh_CN.json')).toBe(`${origin}/assets/i18n/zh_CN.json`);
});

test('S31 every request but the authentication calls takes the token', () => {
  expect(addressOf('/me', origin).takesToken).toBe(true);
  expect(addressOf('assets/i18n/zh_CN.json', origin).takesToken).toBe(true);
  expect(addressOf('/auth/signin', origin).takesToken).toBe(false);
  expect(addressOf('/x/../auth/signin', origin).takesToken).toBe(false);
  expect(addressOf('/authors', origin).takesToken).toBe(true);
});

test('S31 no spelling of an address leaves our own origin', () => {
  for (const url of [
    '//evil.example/x',
    'https://evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '@evil.example',
  ]) {
    expect(new URL(urlOf(url)).origin).toBe(origin);
  }
});
