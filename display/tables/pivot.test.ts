import { expect, test } from 'vitest';

import type { Field, Frame } from '#display/frame.ts';
import { leavesOf, linesOf, pivotOf, totalsFor, totalKey } from './pivot.ts';

const dimension = (name: string): Field => ({
  name,
  label: name,
  type: 'text',
  role: 'dimension',
  grain: null,
  width: null,
});
const measure: Field = {
  name: 'm',
  label: 'm',
  type: 'number',
  role: 'measure',
  measure: 'm',
  part: 'value',
  style: { format: 'plain', decimals: null, unit: '' },
};

const frame: Frame = {
  fields: [dimension('region'), dimension('city'), dimension('year'), measure],
  values: [
    ['north', 'north', 'south', 'north'],
    ['a', 'b', 'c', 'a'],
    ['2025', '2025', '2025', '2026'],
    [1, 2, 3, 4],
  ],
  rest: null,
  totals: [
    {
      dimensions: ['region', 'year'],
      fields: [dimension('region'), dimension('year'), measure],
      values: [
        ['north', 'north'],
        ['2025', '2026'],
        [30, 40],
      ],
    },
    { dimensions: [], fields: [measure], values: [[100]] },
  ],
  unfinished: null,
  isCutOff: false,
};

const pivot = pivotOf(frame, 2);
const keyOf = (...values: string[]) => values.map((value) => JSON.stringify(value)).join('\u0001');

test('rows and columns keep the order of the result, with groups together', () => {
  expect(linesOf(pivot.rows, new Set()).map(({ value }) => value)).toEqual(['north', 'a', 'b', 'south', 'c']);
  expect(leavesOf(pivot.columns).map(({ value }) => value)).toEqual(['2025', '2026']);
});

test('times are sorted ascending, unless the result sorts them descending', () => {
  const year: Field = { ...dimension('year'), type: 'date' };
  const by = (years: string[]): Frame => ({
    ...frame,
    fields: [year, measure],
    values: [years, years.map(() => 1)],
    totals: [],
  });
  const yearsOf = (years: string[]) => pivotOf(by(years), 0).columns.map(({ value }) => value);
  expect(yearsOf(['2026-01-01', '2024-01-01', '2025-01-01'])).toEqual(['2024-01-01', '2025-01-01', '2026-01-01']);
  expect(yearsOf(['2026-01-01', '2025-01-01', '2024-01-01'])).toEqual(['2026-01-01', '2025-01-01', '2024-01-01']);
});

test('a collapsed group hides its children', () => {
  const closed = new Set([pivot.rows[0]!.key]);
  expect(linesOf(pivot.rows, closed).map(({ value }) => value)).toEqual(['north', 'south', 'c']);
});

test('cells have the value of their row and column, or nothing', () => {
  expect(pivot.valueAt(keyOf('north', 'a'), keyOf('2026'), 'm')).toBe(4);
  expect(pivot.valueAt(keyOf('north', 'b'), keyOf('2026'), 'm')).toBeUndefined();
});

test('totals come from the engine and are never summed here', () => {
  expect(pivot.valueAt(keyOf('north'), keyOf('2025'), 'm')).toBe(30);
  expect(pivot.valueAt(totalKey, totalKey, 'm')).toBe(100);
  expect(pivot.valueAt(keyOf('south'), totalKey, 'm')).toBeUndefined();
  expect(pivot.isQueried(1, false)).toBe(true);
  expect(pivot.isQueried(1, true)).toBe(false);
});

test('the rest is distinct from an empty value', () => {
  const topped: Frame = {
    ...frame,
    fields: [dimension('city'), measure],
    values: [
      ['a', null, null],
      [1, 2, 3],
    ],
    rest: [false, false, true],
    totals: [],
  };
  const { rows, valueAt } = pivotOf(topped, 1);
  expect(rows.map(({ isRest }) => isRest)).toEqual([false, false, true]);
  expect(rows.map(({ key }) => valueAt(key, totalKey, 'm'))).toEqual([1, 2, 3]);
});

test('a cell with two totals shows none', () => {
  const doubled: Frame = {
    ...frame,
    totals: [
      {
        dimensions: ['region'],
        fields: [dimension('region'), measure],
        values: [
          [null, null],
          [1, 2],
        ],
      },
    ],
  };
  expect(pivotOf(doubled, 2).valueAt('null', totalKey, 'm')).toBeUndefined();
});

test('lists the totals that a query must request', () => {
  expect(totalsFor(['region', 'city', 'year'], 2)).toEqual([
    ['year'],
    [],
    ['region', 'year'],
    ['region'],
    ['region', 'city'],
  ]);
  expect(totalsFor(['region', 'city'], 2)).toEqual([[], ['region']]);
  expect(totalsFor(['year'], 0)).toEqual([[]]);
  expect(totalsFor([], 1)).toEqual([]);
});
