import { expect, test } from 'vitest';

import type { Frame, Look } from '#display/frame.ts';
import { optionsFor } from './draw-input.ts';
import { sampleFrameOf, sampleBuilderOf } from './sample-builder.ts';
import { itemName, layOut } from './series-layout.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};
const { names, amounts } = sampleBuilderOf('en_US');
const plain = { format: 'plain' as const, decimals: null, unit: '' };
const named = (label: string, values: string[]) =>
  names(
    [label, label],
    values.map((value) => [value, value]),
  );
const sum = (values: number[]) => amounts(['Sum', 'Sum'], plain, values);
const layoutSortedBySum = (bare: Frame, direction: 'ascending' | 'descending' = 'descending') => {
  const frame = { ...bare, sorted: { name: bare.fields.at(-1)!.name, direction } };
  return layoutOf(frame);
};
const layoutOf = (frame: Frame) => {
  const { items, series, axis } = layOut({ frame, options: optionsFor({ kind: 'bar', options: {} }), look });
  return {
    items: items.map((item) => itemName(item, axis, look)),
    series: series.map(({ name, values }) => [name, ...values]),
  };
};

test('sorts names by the sum of their rows, not by their largest row', () => {
  const cities = ['Oslo', 'Bern', 'Bern', 'Bern', 'Oslo'];
  const channels = ['Web', 'Shop', 'Web', 'Phone', 'Shop'];
  expect(
    layoutSortedBySum(sampleFrameOf([named('City', cities), named('Channel', channels), sum([9, 8, 7, 6, 1])])),
  ).toEqual({
    items: ['Bern', 'Oslo'],
    series: [
      ['Web', 7, 9],
      ['Shop', 8, 1],
      ['Phone', 6, null],
    ],
  });
});

test('sorts ascending when the rows do, and keeps the rest last', () => {
  const cities = ['Oslo', 'Bern', 'Bern', 'Oslo', ''];
  const frame = sampleFrameOf([
    named('City', cities),
    named('Channel', ['Web', 'Web', 'Shop', 'Shop', 'Web']),
    sum([1, 2, 3, 9, 1]),
  ]);
  frame.values[0]![4] = null;
  expect(layoutSortedBySum({ ...frame, rest: [false, false, false, false, true] }, 'ascending').items).toEqual([
    'Bern',
    'Oslo',
    'Other',
  ]);
});

test('keeps the row order when rows are not sorted by a measure', () => {
  const frame = sampleFrameOf([
    named('City', ['Bern', 'Oslo', 'Rome']),
    named('Channel', ['Web', 'Web', 'Web']),
    sum([1, 3, 2]),
  ]);
  expect(layoutOf(frame).items).toEqual(['Bern', 'Oslo', 'Rome']);
});
