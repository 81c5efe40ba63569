import { expect, test } from 'vitest';

import type { AlertCondition } from '#contract/alerts/schemas.ts';
import { type KeyedFiring, firingsAt, type AlertSeries, firingChangeOf } from './evaluate.ts';

const days = Array.from({ length: 10 }, (_, index) => `2026-11-0${index}`.replace('00', '01'));
const series = (values: (number | null)[]): AlertSeries => ({
  steps: days.slice(0, values.length),
  isRunning: false,
  trends: [{ key: '', label: null, values, has: values.map((value) => value !== null) }],
});
const meets = (condition: AlertCondition, values: (number | null)[]) =>
  firingsAt(series(values), values.length - 1, condition, 'day').length > 0;

test('above and below exclude the threshold, and null meets neither', () => {
  expect(meets({ kind: 'above', value: 5 }, [6])).toBe(true);
  expect(meets({ kind: 'above', value: 5 }, [5])).toBe(false);
  expect(meets({ kind: 'below', value: 5 }, [5])).toBe(false);
  expect(meets({ kind: 'below', value: 5 }, [0])).toBe(true);
  expect(meets({ kind: 'below', value: 5 }, [null])).toBe(false);
});

test('a change needs a base that is neither missing nor zero', () => {
  const falls: AlertCondition = { kind: 'falls', percent: 20, against: 'previous' };
  expect(meets(falls, [100, 80])).toBe(true);
  expect(meets(falls, [100, 81])).toBe(false);
  expect(meets(falls, [0, -5])).toBe(false);
  expect(meets(falls, [null, 5])).toBe(false);
  expect(meets(falls, [-100, -120])).toBe(true);
  const weekly: AlertCondition = { kind: 'rises', percent: 50, against: 'week' };
  expect(meets(weekly, [10, 1, 1, 1, 1, 1, 1, 15])).toBe(true);
  expect(meets(weekly, [1, 1, 15])).toBe(false);
});

test('no_data is met where there are no rows', () => {
  expect(meets({ kind: 'no_data' }, [1, null])).toBe(true);
  expect(meets({ kind: 'no_data' }, [null, 0])).toBe(false);
});

const firings = (...keys: string[]): KeyedFiring[] => keys.map((key) => ({ key, label: key, value: 1, base: null }));

test('each value is reported as new once, and the end is reported once', () => {
  let change = firingChangeOf({ firing: [], muted: [] }, firings('a', 'b'));
  expect(change.newFirings.map(({ key }) => key)).toEqual(['a', 'b']);
  change = firingChangeOf(change.memory, firings('a', 'b'));
  expect([change.newFirings, change.isResolved]).toEqual([[], false]);
  change = firingChangeOf(change.memory, firings('b', 'c'));
  expect([change.newFirings.map(({ key }) => key), change.isResolved]).toEqual([['c'], false]);
  change = firingChangeOf(change.memory, []);
  expect([change.newFirings, change.isResolved]).toEqual([[], true]);
  change = firingChangeOf(change.memory, []);
  expect([change.newFirings, change.isResolved]).toEqual([[], false]);
});

test('a closed value fires again only after it has been normal', () => {
  let change = firingChangeOf({ firing: [], muted: ['a'] }, firings('a'));
  expect(change.newFirings).toEqual([]);
  change = firingChangeOf(change.memory, []);
  expect(change.memory.muted).toEqual([]);
  expect(firingChangeOf(change.memory, firings('a')).newFirings).toHaveLength(1);
});
