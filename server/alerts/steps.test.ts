import { expect, test } from 'vitest';

import type { Grain } from '#domain/query/query.ts';
import { createStepIndex, stepOf } from './steps.ts';

const stepIn = (cell: unknown, unit: 'hour' | 'day' | 'month') => stepOf(cell, { unit }, 'Asia/Shanghai');

test('a timestamp belongs to the day in the zone, a date to itself', () => {
  expect(stepIn('2026-10-31T16:00:00Z', 'day')).toBe('2026-11-01');
  expect(stepIn('2026-10-31T15:59:59Z', 'day')).toBe('2026-10-31');
  expect(stepIn('2026-11-01', 'day')).toBe('2026-11-01');
  expect(stepIn('2026-10-31T16:00:00Z', 'month')).toBe('2026-11-01');
  const sunday: Grain = { unit: 'week', start: 'sunday' };
  expect(stepOf('2026-11-04', sunday, 'UTC')).toBe('2026-11-01');
});

test('an hour is identified by its start; a date belongs to its first hour', () => {
  expect(stepIn('2026-11-01T05:59:59Z', 'hour')).toBe('2026-11-01T05:00:00.000Z');
  expect(stepIn('2026-11-01', 'hour')).toBe('2026-10-31T16:00:00.000Z');
});

test('a value that is not a time has no step', () => {
  expect([null, '', '10:30:00', 'yesterday', {}].map((cell) => stepIn(cell, 'day'))).toEqual(Array(5).fill(undefined));
});

test('a step is found with or without fractions of a second', () => {
  const indexOf = createStepIndex(['2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z']);
  expect([indexOf('2026-11-01T06:00:00.000Z'), indexOf('2026-11-01T07:00:00Z')]).toEqual([1, undefined]);
});
