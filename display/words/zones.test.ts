import { expect, test } from 'vitest';

import { isZoneMeant } from './zones.ts';

test.each([
  ['Asia/Calcutta', 'kolkata'],
  ['Asia/Kolkata', 'Calcutta'],
  ['Asia/Saigon', 'Ho_Chi_Minh'],
  ['Asia/Saigon', 'ho chi'],
  ['Europe/Kiev', 'Kyiv'],
  ['Asia/Shanghai', '北京'],
  ['America/New_York', 'new york'],
])('%s is found by %s', (zone, typed) => {
  expect(isZoneMeant(zone, typed)).toBe(true);
});

test('other zones are not found', () => {
  expect(isZoneMeant('Asia/Tokyo', 'Kolkata')).toBe(false);
});
