import { expect, test } from 'vitest';

import { nextRunOf } from './schedule.ts';

const now = Date.parse('2026-11-15T01:30:00Z');

test('an interval counts from now', () => {
  expect(nextRunOf({ kind: 'every', minutes: 15 }, 'UTC', now)?.toISOString()).toBe('2026-11-15T01:45:00.000Z');
});

test('a daily run follows the clock of its zone', () => {
  const next = nextRunOf({ kind: 'daily', at: '09:31' }, 'Asia/Shanghai', now);
  expect(next?.toISOString()).toBe('2026-11-15T01:31:00.000Z');
});

test('without a schedule there is no next run', () => {
  expect(nextRunOf(null, 'UTC', now)).toBeNull();
});
