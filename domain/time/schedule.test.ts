import { expect, test } from 'vitest';

import { nextSlot, type SlotSchedule } from './schedule.ts';

/** A Sunday, half past nine in Shanghai. */
const now = Date.parse('2026-11-15T01:30:00Z');
const next = (slots: SlotSchedule, zone = 'Asia/Shanghai', after = now) =>
  new Date(nextSlot(slots, zone, after)).toISOString();

test('a daily schedule runs today if its time is still to come', () => {
  expect(next({ kind: 'daily', at: '09:31' })).toBe('2026-11-15T01:31:00.000Z');
  expect(next({ kind: 'daily', at: '09:30' })).toBe('2026-11-16T01:30:00.000Z');
});

test('a schedule on weekdays skips Sunday', () => {
  expect(next({ kind: 'weekdays', at: '10:00' })).toBe('2026-11-16T02:00:00.000Z');
});

test('a weekly schedule runs on its day of the week', () => {
  expect(next({ kind: 'weekly', day: 7, at: '10:00' })).toBe('2026-11-15T02:00:00.000Z');
  expect(next({ kind: 'weekly', day: 6, at: '10:00' })).toBe('2026-11-21T02:00:00.000Z');
});

test('a monthly schedule runs on its day, or on the last day of a shorter month', () => {
  expect(next({ kind: 'monthly', day: 1, at: '08:00' })).toBe('2026-12-01T00:00:00.000Z');
  expect(next({ kind: 'monthly', day: 31, at: '08:00' })).toBe('2026-11-30T00:00:00.000Z');
  const january = Date.parse('2027-01-31T00:00:00Z');
  expect(next({ kind: 'monthly', day: 31, at: '08:00' }, 'Asia/Shanghai', january)).toBe('2027-02-28T00:00:00.000Z');
});

test('a time that DST skips still has a slot', () => {
  const before = Date.parse('2026-03-08T05:00:00Z');
  expect(next({ kind: 'daily', at: '02:30' }, 'America/New_York', before)).toBe('2026-03-08T07:30:00.000Z');
});
