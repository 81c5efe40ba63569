import { expect, test } from 'vitest';

import type { Field, Look } from '#display/frame.ts';
import { arrange, grandTotalsOf, kinOf, toneOf } from '#display/tables/columns.ts';
import { groupsOf, headOf, writerOf } from './columns.ts';

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

test('a column has one unit, and pointing at a number tells it exactly', () => {
  const values = [1_234_567, 45_600, 120];
  const writer = write(part('sales'), values);
  expect(values.map((value) => writer(value).text)).toEqual(['1.23M', '0.05M', '120']);
  expect(writer(45_600).title?.()).toBe('45,600');
  expect(write(part('sales'), values, true)(45_600).text).toBe('45,600');
});

test('nothing is a dash, not a zero', () => {
  expect(write(part('sales'), [null])(null)).toEqual({ text: '-', tone: 'nothing' });
  expect(write(part('sales'), [0])(0).text).toBe('0');
});

test('changes have a sign and the colour that the person chose', () => {
  const writer = write(part('sales', 'percent'), [0.5, -0.25]);
  expect(writer(0.5)).toMatchObject({ text: '+50%', tone: 'good' });
  expect(writer(-0.25)).toMatchObject({ text: '-25%', tone: 'bad' });
  expect(toneOf(1, { ...look, rising: 'red' })).toBe('bad');
});

test('script in a cell is text like any other', () => {
  expect(write(city, [])('<script>alert(1)</script>').text).toBe('<script>alert(1)</script>');
});

test('very long texts are cut where nobody could read them', () => {
  const { text, title } = write(city, [])('x'.repeat(100_000));
  expect([text.length, title!().length]).toEqual([300, 2000]);
});

test('pinned columns come first', () => {
  const fields = [city, part('a'), part('b')];
  expect(arrange(fields, ['b'])).toEqual({ order: [2, 0, 1], pinned: 1 });
});

test('parts of a measure lie together, however they came', () => {
  const fields = [city, part('a'), part('b'), part('a', 'base'), part('b', 'base'), part('a', 'difference')];
  expect(arrange(fields, []).order).toEqual([0, 1, 3, 5, 2, 4]);
  // On a phone the change comes before what it is a change from.
  expect(arrange(fields, [], true).order).toEqual([0, 1, 5, 3, 2, 4]);
});

test('what is compared has one unit, a percentage its own', () => {
  const fields = [part('a'), part('a', 'base'), part('a', 'percent')];
  const values = [[1_200_000], [900_000], [0.3]];
  expect(kinOf(fields[1]!, fields, values)).toEqual([[1_200_000], [900_000]]);
  expect(kinOf(fields[2]!, fields, values)).toEqual([[0.3]]);
  const kin = kinOf(fields[1]!, fields, values);
  expect(writerOf(fields[1]!, values[1]!, { look, isExact: false, formats: [], kin })(900_000).text).toBe('0.9M');
});

test('parts of a measure lie under one head, but not across the edge of what is pinned', () => {
  const fields = [city, part('a'), part('a', 'base'), part('b')];
  expect(groupsOf(fields, 0).map(({ count }) => count)).toEqual([1, 2, 1]);
  expect(groupsOf(fields, 2).map(({ count }) => count)).toEqual([1, 1, 1, 1]);
});

test('the total is the one of the answer', () => {
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

test('a measure goes by its own name, and what is told of it by that alone', () => {
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
