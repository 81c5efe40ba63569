import { expect, test } from 'vitest';

import { nextExtractOf, scheduleOf } from './schedule-kinds.ts';

test('a schedule of another kind keeps the time of day', () => {
  expect(scheduleOf('weekly', { kind: 'daily', at: '07:15' })).toEqual({ kind: 'weekly', day: 1, at: '07:15' });
  expect(scheduleOf('daily', { kind: 'every', minutes: 5 })).toEqual({ kind: 'daily', at: '06:00' });
  expect(scheduleOf('once', { kind: 'daily', at: '07:15' })).toBeNull();
});

test('the next run follows the interval or the time of day', () => {
  const now = Date.parse('2026-11-17T10:00:00Z');
  expect(nextExtractOf({ kind: 'every', minutes: 90 }, 'UTC', now).toISOString()).toBe('2026-11-17T11:30:00.000Z');
  expect(nextExtractOf({ kind: 'daily', at: '09:00' }, 'UTC', now).toISOString()).toBe('2026-11-18T09:00:00.000Z');
});
