import { describe, expect, test } from 'vitest';

import type { PointValue } from './dashboard.ts';
import { filtersOfPoint, pointValueOf } from './point-filters.ts';
import type { Dimension, Grain, BuiltQuerySpec } from '#domain/query/query.ts';

const dimensionOf = (grain: Grain): Dimension => ({ id: 'd', column: 'at', kind: 'time', grain });
const conditionOf = (dimension: Dimension, value: PointValue) =>
  filtersOfPoint({ ask: { kind: 'query', dimensions: [dimension] } as BuiltQuerySpec }, { d: value })[0];
const between = (from: string, to: string) => ({ op: 'between', column: 'at', from, to });

describe('a time step selects its whole range', () => {
  test.each<[Grain, string, string]>([
    [{ unit: 'month' }, '2024-02-01', '2024-02-29'],
    [{ unit: 'quarter' }, '2026-10-01', '2026-12-31'],
    [{ unit: 'year' }, '2026-01-01', '2026-12-31'],
    [{ unit: 'fiscal_year', start: 4 }, '2026-04-01', '2027-03-31'],
    [{ unit: 'week', start: 'sunday' }, '2026-11-15', '2026-11-21'],
    [{ unit: 'iso_week' }, '2026-11-09', '2026-11-15'],
  ])('%j from %s to %s', (grain, first, last) => {
    expect(conditionOf(dimensionOf(grain), first)).toEqual(between(first, last));
  });

  test('a day selects itself', () => {
    expect(conditionOf(dimensionOf({ unit: 'day' }), '2026-11-15')).toEqual({
      op: 'equals',
      column: 'at',
      value: '2026-11-15',
    });
  });

  test('an hour ends where the next begins', () => {
    expect(conditionOf(dimensionOf({ unit: 'hour' }), '2026-11-15T07:00:00Z')).toMatchObject({
      op: 'all',
      filters: [{ op: 'at_least' }, { op: 'less', value: '2026-11-15T08:00:00.000Z' }],
    });
  });
});

test('null selects empty cells', () => {
  expect(conditionOf(dimensionOf({ unit: 'day' }), null)).toEqual({ op: 'empty', column: 'at' });
});

test('an invalid time is passed on, to be refused where the type of the column is known', () => {
  expect(conditionOf(dimensionOf({ unit: 'day' }), 'yesterday')).toEqual(between('yesterday', 'yesterday'));
  expect(conditionOf(dimensionOf({ unit: 'day' }), 7)).toEqual({ op: 'equals', column: 'at', value: 7 });
});

describe('bins', () => {
  const bins: Dimension = { id: 'd', column: 'price', kind: 'bins', count: 4 };

  test('of a fixed width exclude the lower bound of the next bin', () => {
    expect(conditionOf({ id: 'd', column: 'price', kind: 'width', width: 10 }, 20)).toMatchObject({
      filters: [
        { op: 'at_least', value: 20 },
        { op: 'less', value: 30 },
      ],
    });
  });

  test('by count exclude the lower bound of the next bin, and the last one has no upper bound', () => {
    expect([0, 5, 15].map((value) => pointValueOf(bins, value, [5, 0, 15, null]))).toEqual([
      { from: 0, to: 5 },
      { from: 5, to: 10 },
      15,
    ]);
    expect(conditionOf(bins, 15)).toEqual({ op: 'at_least', column: 'price', value: 15 });
  });
});

test('an hour, a weekday or a month selects itself, and a range selects each of its values', () => {
  const weekday: Dimension = { id: 'd', column: 'at', kind: 'date_part', part: 'weekday' };
  const on = (...numbers: number[]) => ({ op: 'date_part', column: 'at', part: 'weekday', numbers });
  expect(conditionOf(weekday, 2)).toEqual(on(2));
  expect(conditionOf(weekday, { from: 5, to: 7 })).toEqual(on(5, 6, 7));
  expect(conditionOf(weekday, null)).toEqual({ op: 'empty', column: 'at' });
});
