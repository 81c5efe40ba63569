import { expect, test } from 'vitest';

import { matchesZone } from './zones.ts';

test.each([
  ['Asia/Calcutta', 'kolkata'],
  ['Asia/Kolkata', 'Calcutta'],
  ['Asia/Saigon', 'Ho_Chi_Minh'],
  ['Asia/Saigon', 'ho chi'],
  ['Europe/Kiev', 'Kyiv'],
  ['Asia/Shanghai', '北京'],
  ['America/New_York', 'new york'],
])('%s is found by %s', (zone, query) => {
  expect(matchesZone(zone, query)).toBe(true);
});

test('other zones are not found', () => {
  expect(matchesZone('Asia/Tokyo', 'Kolkata')).toBe(false);
});
