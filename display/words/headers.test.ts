import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import { headerLabels } from './headers.ts';

const none = { en_US: '', zh_CN: '' };
const columnOf = (id: string, name: string, type: DatasetColumn['type'], label = none): DatasetColumn => ({
  id,
  name,
  type,
  label,
  role: 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'sum',
  description: none,
});
const subject = {
  columns: [
    columnOf('c1', 'city', 'text', { en_US: 'City', zh_CN: '城市' }),
    columnOf('c2', 'amount', 'number', { en_US: 'Amount', zh_CN: '金额' }),
    columnOf('c3', 'day', 'date'),
  ],
  metrics: [],
};
const spec: BuiltQuerySpec = {
  ...emptyQuerySpec('d'),
  dimensions: [{ id: 'd1', kind: 'value', column: 'c1' }],
  measures: [{ id: 'm1', formula: { kind: 'sum', column: 'c2' }, show: 'value' }],
  period: {
    kind: 'during',
    column: 'c3',
    span: { kind: 'range', from: '2026-01-01', to: '2026-01-31' },
    compare: { kind: 'previous' },
  },
};

test('headers in a file are the labels of the page, in both languages', () => {
  expect(headerLabels(spec, subject, 'en_US')).toEqual({
    d1: 'City',
    'd1.rest': 'City · other',
    m1: 'Sum of amount',
    'm1.base': 'Sum of amount · previous period',
    'm1.difference': 'Sum of amount · change',
    'm1.percent': 'Sum of amount · change %',
  });
  expect(headerLabels(spec, subject, 'zh_CN')).toMatchObject({
    d1: '城市',
    m1: '金额合计',
    'm1.percent': '金额合计 · 环比增减率',
  });
});

test('rows have the labels of the dataset, and SQL keeps its names', () => {
  const rows = { ...spec, kind: 'rows' as const, columns: [], order: [], limit: 10 };
  expect(headerLabels(rows, subject, 'zh_CN')).toEqual({ c1: '城市', c2: '金额', c3: 'day' });
  expect(headerLabels({ kind: 'sql', sql: 'select 1', params: [], limit: 1 }, subject, 'en_US')).toEqual({});
});
