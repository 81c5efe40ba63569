import { expect, test } from 'vitest';

import { languageCodes } from '#domain/language.ts';
import { emptyQuerySpec, type BuiltQuerySpec, type Result } from '#domain/query/query.ts';
import { distinctLabelsOf } from '#domain/query/value-labels.ts';
import { partsOf } from './charts/chart-parts.ts';
import { layOut } from './charts/series-layout.ts';
import { defaultOptions } from '#domain/query/chart.ts';
import { formatCell, formatGroup } from './format/cell.ts';
import type { Look } from './frame.ts';
import { frameOf } from './frames.ts';
import { isNumeric } from './tables/column-text.ts';
import { pivotOf } from './tables/pivot.ts';
import { sentenceOf } from './words/sentence.ts';
import type { QuerySubject } from './words/subject.ts';

const texts = { en_US: '', zh_CN: '' };
const column = (id: string, type: 'text' | 'integer') => ({
  id,
  name: id,
  type,
  role: 'dimension' as const,
  format: 'plain' as const,
  unit: '',
  aggregation: 'automatic' as const,
  label: texts,
  description: texts,
});
const subject: QuerySubject = { columns: [column('kind', 'text'), column('code', 'integer')], metrics: [] };
const lookIn = (language: Look['language']): Look => ({
  language,
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'UTC',
});

const kinds = { tea: { en_US: 'Tea', zh_CN: '茶' }, oil: { en_US: 'Oil', zh_CN: 'oil' } };
const codes = { 1: { en_US: 'Paid', zh_CN: '已付款' } };
const spec: BuiltQuerySpec = {
  ...emptyQuerySpec('d'),
  dimensions: [
    { id: 'a', column: 'kind', kind: 'value' },
    { id: 'b', column: 'code', kind: 'value' },
  ],
  filters: [
    { op: 'in', column: 'kind', values: ['tea', 'rice'] },
    { op: 'equals', column: 'code', value: 1 },
    { op: 'contains', column: 'kind', value: 'tea' },
  ],
};
const proof = { isCutOff: false, answeredAt: '2026-01-01T00:00:00Z', newest: {} } as unknown as Result['proof'];
const result: Result = {
  columns: [
    { name: 'a', type: 'text' },
    { name: 'b', type: 'integer' },
    { name: 'm1', type: 'integer' },
  ],
  values: [
    ['tea', 'oil', 'rice', null],
    [1, 1, 2, 1],
    [4, 3, 2, 1],
  ],
  totals: [],
  proof,
  labels: [
    { name: 'a', column: 'kind', values: kinds },
    { name: 'b', column: 'code', values: codes },
  ],
};

test('charts, legends and pivot tables show labels in the language of the reader; other values stay', () => {
  const views = languageCodes.map((language) => {
    const look = lookIn(language);
    const frame = frameOf({ spec, result, subject, look });
    const { rows, columns, rowFields, columnFields } = pivotOf(frame, 1);
    const { series, items, axis } = layOut({ frame, options: defaultOptions, look });
    return {
      rows: rows.map(({ value }) => formatGroup(value, rowFields[0]!, look)),
      columns: columns.map(({ value }) => formatGroup(value, columnFields[0]!, look)),
      axis: items.map(({ value }) => formatGroup(value, axis!.field, look)),
      legend: series.map(({ name }) => name),
      parts: partsOf({ frame, options: defaultOptions, look }).parts.map(({ name }) => name),
      colours: series.map(({ colour }) => colour),
      isRight: isNumeric(frame.fields[1]!),
    };
  });
  const [chinese, english] = views as [(typeof views)[0], (typeof views)[0]];
  expect(english).toMatchObject({
    rows: ['Tea', 'Oil', 'rice', 'Empty'],
    columns: ['Paid', '2'],
    legend: ['Paid', '2'],
    parts: ['Tea · Paid', 'Oil · Paid', 'rice · 2', 'Empty · Paid'],
    isRight: false,
  });
  expect(chinese).toMatchObject({ rows: ['茶', 'oil', 'rice', '空值'], columns: ['已付款', '2'] });
  expect(chinese.axis).toEqual(['茶', 'oil', 'rice', '空值']);
  expect(chinese.colours).toEqual(english.colours);
});

test('cells of rows have labels, and values without labels are as they are', () => {
  const look = lookIn('en_US');
  const rowsSpec = {
    kind: 'rows' as const,
    dataset: 'd',
    columns: [],
    filters: [],
    period: { kind: 'all' as const },
    order: [],
    limit: 9,
  };
  const rows = {
    ...result,
    columns: [{ name: 'code', type: 'integer' as const }],
    values: [[1, 3]],
    labels: [{ name: 'code', column: 'code', values: codes }],
  };
  const { fields, values } = frameOf({ spec: rowsSpec, result: rows, subject, look });
  expect(values[0]!.map((value) => formatCell(value, fields[0]!, look))).toEqual(['Paid', '3']);
});

test('sentences name values by their labels, but not the text that a value contains', () => {
  const labelled = { ...subject, labels: { kind: kinds, code: codes } };
  const english = sentenceOf(labelled, spec, lookIn('en_US'));
  expect(english).toContain('where kind is Tea or rice and code is Paid and kind contains “tea”');
  expect(sentenceOf(labelled, spec, lookIn('zh_CN'))).toContain('kind 是茶或 rice');
});

test('labels that collide are followed by their values, and right-to-left ones do not reorder them', () => {
  const label = (en_US: string) => ({ en_US, zh_CN: '' });
  expect(distinctLabelsOf({ a: label('Same'), b: label('Same'), c: label(''), d: label('c') }, ['e'])).toEqual({
    a: { en_US: 'Same (a)', zh_CN: 'a' },
    b: { en_US: 'Same (b)', zh_CN: 'b' },
    c: { en_US: 'c', zh_CN: 'c' },
    d: { en_US: 'c (d)', zh_CN: 'd' },
  });
  expect(distinctLabelsOf({ a: label('e') }, ['e'])['a']!.en_US).toBe('e (a)');
  const rightToLeft = distinctLabelsOf({ a: label('شاي'), b: label('شاي') });
  expect(rightToLeft['a']!.en_US).toBe('\u2068شاي\u2069 (a)');
  const filters: BuiltQuerySpec['filters'] = [{ op: 'equals', column: 'kind', value: 'a' }];
  const single = { ...subject, labels: { kind: { a: label('شاي') } } };
  expect(sentenceOf(single, { ...spec, filters }, lookIn('en_US'))).toContain('kind is \u2068شاي\u2069');
});
