import { expect, test } from 'vitest';

import { nextCheck } from './schedule.ts';

const now = Date.parse('2026-11-15T01:30:00Z');
const zone = 'Asia/Shanghai';

test('an interval schedule is due after its minutes', () => {
  expect(nextCheck({ kind: 'every', minutes: 15 }, zone, now).toISOString()).toBe('2026-11-15T01:45:00.000Z');
});

test('a daily schedule is due at its local time', () => {
  expect(nextCheck({ kind: 'daily', at: '09:31' }, zone, now).toISOString()).toBe('2026-11-15T01:31:00.000Z');
  expect(nextCheck({ kind: 'daily', at: '09:30' }, zone, now).toISOString()).toBe('2026-11-16T01:30:00.000Z');
});

test('a daily schedule keeps its local time when daylight saving time ends', () => {
  const before = Date.parse('2026-10-31T14:00:00Z');
  const next = nextCheck({ kind: 'daily', at: '09:00' }, 'America/New_York', before);
  expect(next.toISOString()).toBe('2026-11-01T14:00:00.000Z');
});
