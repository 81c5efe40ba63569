import { expect, test } from 'vitest';

import { requestUrlOf } from './request-url.ts';

const origin = 'https://shuju.example';
const urlOf = (url: string) => requestUrlOf(url, origin).url;

test('S30 everything but static assets gets the prefix /api', () => {
  expect(urlOf('/me')).toBe(`${origin}/api/me`);
  expect(urlOf('me')).toBe(`${origin}/api/me`);
  expect(urlOf('/members/1/assets/x')).toBe(`${origin}/api/members/1/assets/x`);
  expect(urlOf('assets/i18n/zh_CN.json')).toBe(`${origin}/assets/i18n/zh_CN.json`);
  expect(urlOf('/assets/i18n/zh_CN.json')).toBe(`${origin}/assets/i18n/zh_CN.json`);
});

test('S31 every request but the authentication calls carries the token', () => {
  expect(requestUrlOf('/me', origin).takesToken).toBe(true);
  expect(requestUrlOf('assets/i18n/zh_CN.json', origin).takesToken).toBe(true);
  expect(requestUrlOf('/auth/signin', origin).takesToken).toBe(false);
  expect(requestUrlOf('/x/../auth/signin', origin).takesToken).toBe(false);
  expect(requestUrlOf('/authors', origin).takesToken).toBe(true);
});

test('S31 no form of a URL leaves our own origin', () => {
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
