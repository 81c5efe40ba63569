import { expect, test } from 'vitest';

import { endOfQuietHours } from './quiet-hours.ts';

const zone = 'Asia/Shanghai';
const after = (now: string, from: string, to: string) =>
  new Date(endOfQuietHours(Date.parse(now), { quiet: { from, to }, zone })).toISOString();

test('nothing is delayed without quiet hours', () => {
  expect(endOfQuietHours(5, { quiet: null, zone })).toBe(5);
});

test("notices during quiet hours wait until they end, in the member's time zone", () => {
  expect(after('2026-11-15T04:30:00.000Z', '12:00', '14:00')).toBe('2026-11-15T06:00:00.000Z');
  expect(after('2026-11-15T06:00:00.000Z', '12:00', '14:00')).toBe('2026-11-15T06:00:00.000Z');
});

test('quiet hours may span midnight', () => {
  expect(after('2026-11-15T15:00:00.000Z', '22:00', '08:00')).toBe('2026-11-16T00:00:00.000Z');
  expect(after('2026-11-15T20:00:00.000Z', '22:00', '08:00')).toBe('2026-11-16T00:00:00.000Z');
  expect(after('2026-11-16T00:00:00.000Z', '22:00', '08:00')).toBe('2026-11-16T00:00:00.000Z');
});
