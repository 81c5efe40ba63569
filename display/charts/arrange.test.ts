import { expect, test } from 'vitest';

import type { Frame, Look } from '#display/frame.ts';
import { optionsFor } from './picture.ts';
import { frameOf, makerOf } from './sample-kit.ts';
import { itemName, layOut } from './series.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};
const { names, amounts } = makerOf('en_US');
const plain = { format: 'plain' as const, decimals: null, unit: '' };
const named = (label: string, values: string[]) =>
  names(
    [label, label],
    values.map((value) => [value, value]),
  );
const sum = (values: number[]) => amounts(['Sum', 'Sum'], plain, values);
const laid = (bare: Frame, direction: 'ascending' | 'descending' = 'descending') => {
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

test('names come by the sum of their rows, not by the largest of them', () => {
  const cities = ['Oslo', 'Bern', 'Bern', 'Bern', 'Oslo'];
  const channels = ['Web', 'Shop', 'Web', 'Phone', 'Shop'];
  expect(laid(frameOf([named('City', cities), named('Channel', channels), sum([9, 8, 7, 6, 1])]))).toEqual({
    items: ['Bern', 'Oslo'],
    series: [
      ['Web', 7, 9],
      ['Shop', 8, 1],
      ['Phone', 6, null],
    ],
  });
});

test('the least come first where the rows say so, and the rest stays last', () => {
  const cities = ['Oslo', 'Bern', 'Bern', 'Oslo', ''];
  const frame = frameOf([
    named('City', cities),
    named('Channel', ['Web', 'Web', 'Shop', 'Shop', 'Web']),
    sum([1, 2, 3, 9, 1]),
  ]);
  frame.values[0]![4] = null;
  expect(laid({ ...frame, rest: [false, false, false, false, true] }, 'ascending').items).toEqual([
    'Bern',
    'Oslo',
    'Other',
  ]);
});

test('rows in another order keep it', () => {
  const frame = frameOf([
    named('City', ['Bern', 'Oslo', 'Rome']),
    named('Channel', ['Web', 'Web', 'Web']),
    sum([1, 3, 2]),
  ]);
  expect(layoutOf(frame).items).toEqual(['Bern', 'Oslo', 'Rome']);
});
