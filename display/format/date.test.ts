import { expect, test } from 'vitest';

import { formatDay, formatInstant, formatMoment } from './date.ts';

test('S36 a moment is shown as yyyy-MM-dd HH:mm in the zone of the browser', () => {
  const moment = new Date(2026, 0, 5, 7, 8, 59);
  expect(formatMoment(moment.toISOString())).toBe('2026-01-05 07:08');
  expect(formatMoment(new Date(2026, 11, 31, 23, 59).toISOString())).toBe('2026-12-31 23:59');
});

test('a moment is shown in the chosen zone', () => {
  expect(formatMoment('2026-01-05T20:08:09Z', 'Asia/Shanghai')).toBe('2026-01-06 04:08');
  expect(formatInstant('2026-01-05T20:08:09Z', 'America/New_York')).toBe('2026-01-05 15:08:09');
});

test('S36 an empty value is shown as a dash', () => {
  expect([formatMoment(null), formatMoment(undefined), formatMoment('')]).toEqual(['-', '-', '-']);
});

test('S36 an invalid moment is shown as a dash', () => {
  expect(formatMoment('not a date')).toBe('-');
});

test('an instant shows its seconds unless they are zero', () => {
  expect(formatInstant(new Date(2026, 0, 5, 7, 8, 59).toISOString())).toBe('2026-01-05 07:08:59');
  expect(formatInstant(new Date(2026, 0, 5, 7, 8, 0, 400).toISOString())).toBe('2026-01-05 07:08');
  expect([formatInstant(null), formatInstant('soon')]).toEqual(['-', '-']);
});

test('a date has no time and is the same in every zone', () => {
  expect([formatDay('2026-01-05'), formatDay('2026-01-05T00:00:00Z'), formatDay(null)]).toEqual([
    '2026-01-05',
    '2026-01-05',
    '-',
  ]);
});
