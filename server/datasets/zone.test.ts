import { expect, test } from 'vitest';

import { zoneOf } from './zone.ts';

test.each([
  ['Asia/Shanghai', 'Asia/Shanghai'],
  ['UTC', 'UTC'],
  ['Nowhere/City', 'UTC'],
  ['', 'UTC'],
])('the zone of %j is %s', (name, zone) => expect(zoneOf(name)).toBe(zone));

test('Kolkata is accepted under either of its names', () => {
  expect(zoneOf('Asia/Kolkata')).toMatch(/^Asia\/(Kolkata|Calcutta)$/);
});
