import { expect, test } from 'vitest';

import type { ColumnProfile, DatasetColumn } from '#contract/datasets.ts';
import { amountsOf, type Known, knownOf } from './amounts.ts';

const none = { en_US: '', zh_CN: '' };

function numberOf(name: string, told: Partial<ColumnProfile> = {}): Known {
  const isWhole = Number.isInteger(told.max ?? 0.5);
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
  const profile = { nulls: 0, distinct: 60, min: 0.5, max: 90.5, histogram: [], top: [], ...told } as ColumnProfile;
  return knownOf(column, profile, { rows: 93, hasTime: false });
}

const weightsOf = (known: Known[]) =>
  Object.fromEntries(amountsOf(known, false).map(({ column, weight }) => [column!.name, weight]));
const namesOf = (known: Known[]) => amountsOf(known, false).map(({ column }) => column!.name);

test('the least and the most of a number stand behind the number, in both languages', () => {
  const cars = ['Min.Price', 'Price', 'Max.Price', 'Weight'].map((name) => numberOf(name));
  expect(namesOf(cars)).toEqual(['Price', 'Weight', 'Min.Price', 'Max.Price']);
  const weights = weightsOf(cars);
  expect(weights['Min.Price']).toBeLessThan(weights['Price']! / 2);
  expect(namesOf(['最高气温', '气温', '最低气温'].map((name) => numberOf(name)))[0]).toBe('气温');
  // Without the number itself its bounds are all there is.
  const days = ['temp_max', 'temp_min'].map((name) => numberOf(name));
  expect(namesOf(days)).toEqual(['temp_max', 'temp_min']);
});

test('a number with few values sorts things more than it measures them', () => {
  const { engines, seats } = weightsOf([
    numberOf('engines', { distinct: 4, min: 1, max: 4 }),
    numberOf('seats', { distinct: 48, min: 2, max: 450 }),
  ]);
  expect(engines).toBeLessThan(seats!);
});
