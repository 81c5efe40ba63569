import { expect, test } from 'vitest';

import { returnPathOf } from './return-url.ts';

const origin = 'https://shuju.example';
const pathOf = (returnUrl: string | null) => returnPathOf(returnUrl, origin);

test('a path of this site is followed, with its query and hash', () => {
  expect(pathOf('/application')).toBe('/application');
  expect(pathOf('/dashboard/x?tab=1&r=%2F#part')).toBe('/dashboard/x?tab=1&r=%2F#part');
  expect(pathOf('/authors')).toBe('/authors');
});

test('a URL that would leave the site leads to the dashboard', () => {
  const leaving = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' //evil.example',
    'evil',
    '//[',
  ];
  expect(leaving.map(pathOf)).toEqual(leaving.map(() => '/dashboard'));
});

test('an empty URL, the start and the auth pages lead to the dashboard', () => {
  const none = [null, '', '/', '/?x=1', '/#x', '/auth', '/auth/signin?returnUrl=%2Fauth', '/auth?x', '/./auth'];
  expect(none.map(pathOf)).toEqual(none.map(() => '/dashboard'));
});
