import { expect, test } from 'vitest';

import type { Field, Look } from '#display/frame.ts';
import { arrangeColumns, grandTotalsOf, sameUnitColumnsOf, toneOf } from '#display/tables/column-text.ts';
import { groupsOf, headOf, writerOf } from './cell-writers.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};
const plain = { format: 'plain', decimals: null, unit: '' } as const;
const city: Field = { name: 'city', label: 'City', type: 'text', role: 'dimension', grain: null, width: null };
const part = (name: string, of: 'value' | 'base' | 'difference' | 'percent' = 'value'): Field => ({
  name: of === 'value' ? name : `${name}.${of}`,
  label: name,
  type: 'number',
  role: 'measure',
  measure: name,
  part: of,
  style: plain,
});
const write = (field: Field, values: unknown[], isExact = false) =>
  writerOf(field, values, { look, isExact, formats: [] });

test('a column has one unit, and the title has the exact number', () => {
  const values = [1_234_567, 45_600, 120];
  const writer = write(part('sales'), values);
  expect(values.map((value) => writer(value).text)).toEqual(['1.23M', '0.05M', '120']);
  expect(writer(45_600).title?.()).toBe('45,600');
  expect(write(part('sales'), values, true)(45_600).text).toBe('45,600');
});

test('an empty value is a dash, not a zero', () => {
  expect(write(part('sales'), [null])(null)).toEqual({ text: '-', tone: 'nothing' });
  expect(write(part('sales'), [0])(0).text).toBe('0');
});

test('changes have a sign and the preferred colour', () => {
  const writer = write(part('sales', 'percent'), [0.5, -0.25]);
  expect(writer(0.5)).toMatchObject({ text: '+50%', tone: 'good' });
  expect(writer(-0.25)).toMatchObject({ text: '-25%', tone: 'bad' });
  expect(toneOf(1, { ...look, rising: 'red' })).toBe('bad');
});

test('script in a cell is shown as text', () => {
  expect(write(city, [])('<script>alert(1)</script>').text).toBe('<script>alert(1)</script>');
});

test('very long texts are clipped', () => {
  const { text, title } = write(city, [])('x'.repeat(100_000));
  expect([text.length, title!().length]).toEqual([300, 2000]);
});

test('pinned columns come first', () => {
  const fields = [city, part('a'), part('b')];
  expect(arrangeColumns(fields, ['b'])).toEqual({ order: [2, 0, 1], pinned: 1 });
});

test('parts of a measure are adjacent, whatever their order in the result', () => {
  const fields = [city, part('a'), part('b'), part('a', 'base'), part('b', 'base'), part('a', 'difference')];
  expect(arrangeColumns(fields, []).order).toEqual([0, 1, 3, 5, 2, 4]);
  // On a phone changes come before the compared value.
  expect(arrangeColumns(fields, [], true).order).toEqual([0, 1, 5, 3, 2, 4]);
});

test('compared values share a unit, a percentage has its own', () => {
  const fields = [part('a'), part('a', 'base'), part('a', 'percent')];
  const values = [[1_200_000], [900_000], [0.3]];
  expect(sameUnitColumnsOf(fields[1]!, fields, values)).toEqual([[1_200_000], [900_000]]);
  expect(sameUnitColumnsOf(fields[2]!, fields, values)).toEqual([[0.3]]);
  const sameUnitColumns = sameUnitColumnsOf(fields[1]!, fields, values);
  expect(writerOf(fields[1]!, values[1]!, { look, isExact: false, formats: [], sameUnitColumns })(900_000).text).toBe(
    '0.9M',
  );
});

test('parts of a measure share a head, but not across the pinned edge', () => {
  const fields = [city, part('a'), part('a', 'base'), part('b')];
  expect(groupsOf(fields, 0).map(({ count }) => count)).toEqual([1, 2, 1]);
  expect(groupsOf(fields, 2).map(({ count }) => count)).toEqual([1, 1, 1, 1]);
});

test('the grand totals are those of the result', () => {
  const frame = {
    fields: [city, part('a')],
    values: [
      ['x', 'y'],
      [1, 2],
    ],
    rest: null,
    totals: [{ dimensions: [], fields: [part('a')], values: [[7]] }],
    unfinished: null,
    isCutOff: false,
  };
  expect(grandTotalsOf(frame)).toEqual([undefined, 7]);
  expect(grandTotalsOf({ ...frame, totals: [] })).toBeNull();
});

test('the head of a value has the name of its measure, heads of other parts only the name of the part', () => {
  const label = { value: 'Sum of amount', base: 'previous period', difference: 'change', percent: 'change %' };
  const fields = (['value', 'base', 'difference', 'percent'] as const).map((each) => ({
    ...part('m', each),
    label: each === 'value' ? label.value : `${label.value} · ${label[each]}`,
  }));
  expect([city, ...fields].map((field) => headOf(field, fields))).toEqual([
    'City',
    'Sum of amount',
    'Previous period',
    'Change',
    'Change %',
  ]);
});
