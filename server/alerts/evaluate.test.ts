import { expect, test } from 'vitest';

import type { AlertCondition } from '#contract/alert.ts';
import { type Met, metAt, type Series, turnOf } from './evaluate.ts';

const days = Array.from({ length: 10 }, (_, index) => `2026-11-0${index}`.replace('00', '01'));
const series = (values: (number | null)[]): Series => ({
  steps: days.slice(0, values.length),
  isRunning: false,
  courses: [{ key: '', label: null, values, has: values.map((value) => value !== null) }],
});
const meets = (condition: AlertCondition, values: (number | null)[]) =>
  metAt(series(values), values.length - 1, condition, 'day').length > 0;

test('above and below leave out the value itself, and nothing is neither', () => {
  expect(meets({ kind: 'above', value: 5 }, [6])).toBe(true);
  expect(meets({ kind: 'above', value: 5 }, [5])).toBe(false);
  expect(meets({ kind: 'below', value: 5 }, [5])).toBe(false);
  expect(meets({ kind: 'below', value: 5 }, [0])).toBe(true);
  expect(meets({ kind: 'below', value: 5 }, [null])).toBe(false);
});

test('a change is told from a base that is there and is not zero', () => {
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

test('no data is where there are no rows', () => {
  expect(meets({ kind: 'no_data' }, [1, null])).toBe(true);
  expect(meets({ kind: 'no_data' }, [null, 0])).toBe(false);
});

const met = (...keys: string[]): Met[] => keys.map((key) => ({ key, label: key, value: 1, base: null }));

test('what fires is told once, what joins it is told by itself, and the end once', () => {
  let turn = turnOf({ firing: [], muted: [] }, met('a', 'b'));
  expect(turn.fresh.map(({ key }) => key)).toEqual(['a', 'b']);
  turn = turnOf(turn.memory, met('a', 'b'));
  expect([turn.fresh, turn.isResolved]).toEqual([[], false]);
  turn = turnOf(turn.memory, met('b', 'c'));
  expect([turn.fresh.map(({ key }) => key), turn.isResolved]).toEqual([['c'], false]);
  turn = turnOf(turn.memory, []);
  expect([turn.fresh, turn.isResolved]).toEqual([[], true]);
  turn = turnOf(turn.memory, []);
  expect([turn.fresh, turn.isResolved]).toEqual([[], false]);
});

test('what someone closed fires again only after it has been normal', () => {
  let turn = turnOf({ firing: [], muted: ['a'] }, met('a'));
  expect(turn.fresh).toEqual([]);
  turn = turnOf(turn.memory, []);
  expect(turn.memory.muted).toEqual([]);
  expect(turnOf(turn.memory, met('a')).fresh).toHaveLength(1);
});
