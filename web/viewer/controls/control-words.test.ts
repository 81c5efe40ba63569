import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import type { Dimension } from '#domain/query/query.ts';
import type { Look } from '#display/frame.ts';
import { valueOptionsOf } from './values.ts';
import { controlWords, pointsWords, stepsWords } from './control-words.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'UTC',
};
const column = { id: 'city', name: 'City', type: 'text' } as DatasetColumn;
const dimensions: Dimension[] = [
  { id: 'd1', column: 'at', kind: 'time', grain: { unit: 'month' } },
  { id: 'd2', column: 'city', kind: 'value' },
];
const context = { dimensions, subject: { columns: [column], metrics: [] }, look };

test('describes a control by a few values, its bounds or its text', () => {
  expect(controlWords({ kind: 'select', values: [] }, { type: 'text' }, look)).toBe('');
  expect(controlWords({ kind: 'select', values: ['a', null] }, { type: 'text' }, look)).toBe('a, empty');
  expect(
    controlWords({ kind: 'select', values: ['a', true, 5, 6] }, { type: 'text' }, { ...look, language: 'zh_CN' }),
  ).toBe('a、是 +2');
  expect(controlWords({ kind: 'range', from: 1000, to: null }, { type: 'number' }, look)).toBe('≥ 1,000');
  expect(controlWords({ kind: 'range', from: null, to: 0 }, { type: 'number' }, look)).toBe('≤ 0');
  expect(controlWords({ kind: 'range', from: -1, to: 2.5 }, { type: 'number' }, look)).toBe('-1 – 2.5');
  expect(controlWords({ kind: 'range', from: null, to: null }, { type: 'number' }, look)).toBe('');
  expect(controlWords({ kind: 'text', value: 'lamp' }, { type: 'text' }, look)).toBe('lamp');
});

test('formats points by their dimensions', () => {
  expect(pointsWords([{ d1: '2026-01-01', d2: 'Paris' }], context)).toBe('Jan 2026 · Paris');
  expect(pointsWords([{ d1: { from: '2026-01-01', to: '2026-03-01' } }], context)).toBe('Jan 2026 – Mar 2026');
  expect(pointsWords([{ d2: null }, { d2: 'a' }, { d2: 'b' }], context)).toBe('empty, a +1');
  expect(stepsWords(['2026-01-01', 'Paris'], context)).toBe('Jan 2026 › Paris');
});

test('keeps chosen values on top, even without rows', () => {
  const matches = [
    { value: 'a', rows: 3 },
    { value: null, rows: 2 },
    { value: 'c', rows: 1 },
  ];
  expect(valueOptionsOf(matches, ['c', 'gone'], '').map(({ value }) => value)).toEqual(['c', 'gone', 'a', null]);
  expect(valueOptionsOf(matches, ['c', 'gone'], '')[1]).toEqual({ value: 'gone', rows: undefined });
  expect(valueOptionsOf(matches, ['c', 'gone'], 'x').map(({ value }) => value)).toEqual(['c', 'a', null]);
});

test('chosen values are shown by their labels', () => {
  const kind = { type: 'integer' as const, labels: { 1: { en_US: 'Paid', zh_CN: '已付款' } } };
  expect(controlWords({ kind: 'select', values: [1, 2] }, kind, { language: 'zh_CN', zone: 'UTC' })).toBe('已付款、2');
});
