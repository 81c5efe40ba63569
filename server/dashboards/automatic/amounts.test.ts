import { expect, test } from 'vitest';

import type { ColumnProfile } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { amountsOf, type ProfiledColumn, profiledColumnOf } from './amounts.ts';

const none = { en_US: '', zh_CN: '' };

function numberOf(name: string, profileParts: Partial<ColumnProfile> = {}): ProfiledColumn {
  const isWhole = Number.isInteger(profileParts.max ?? 0.5);
  const column: DatasetColumn = {
    id: name,
    name,
    type: isWhole ? 'integer' : 'number',
    role: 'measure',
    format: 'plain',
    unit: '',
    aggregation: 'automatic',
    label: none,
    description: none,
  };
  const profile = {
    nulls: 0,
    distinct: 60,
    min: 0.5,
    max: 90.5,
    histogram: [],
    top: [],
    ...profileParts,
  } as ColumnProfile;
  return profiledColumnOf(column, profile, { rows: 93, hasTime: false });
}

const weightsOf = (columns: ProfiledColumn[]) =>
  Object.fromEntries(amountsOf(columns, false).map(({ column, weight }) => [column!.name, weight]));
const namesOf = (columns: ProfiledColumn[]) => amountsOf(columns, false).map(({ column }) => column!.name);

test('the minimum and maximum of a number rank behind the number, in both languages', () => {
  const cars = ['Min.Price', 'Price', 'Max.Price', 'Weight'].map((name) => numberOf(name));
  expect(namesOf(cars)).toEqual(['Price', 'Weight', 'Min.Price', 'Max.Price']);
  const weights = weightsOf(cars);
  expect(weights['Min.Price']).toBeLessThan(weights['Price']! / 2);
  expect(namesOf(['最高气温', '气温', '最低气温'].map((name) => numberOf(name)))[0]).toBe('气温');
  // Without the number itself its bounds are ranked normally.
  const days = ['temp_max', 'temp_min'].map((name) => numberOf(name));
  expect(namesOf(days)).toEqual(['temp_max', 'temp_min']);
});

test('a number with few values is a category rather than a measure', () => {
  const { engines, seats } = weightsOf([
    numberOf('engines', { distinct: 4, min: 1, max: 4 }),
    numberOf('seats', { distinct: 48, min: 2, max: 450 }),
  ]);
  expect(engines).toBeLessThan(seats!);
});
