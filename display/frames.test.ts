import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { type QuerySpec, emptyQuerySpec, type Result } from '#domain/query/query.ts';
import type { Look } from './frame.ts';
import { frameOf } from './frames.ts';
import type { QuerySubject } from './words/subject.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'Asia/Shanghai',
};

const column = (id: string, type: DatasetColumn['type'], rest: Partial<DatasetColumn> = {}): DatasetColumn => ({
  id,
  name: id,
  type,
  role: 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: { en_US: '', zh_CN: '' },
  description: { en_US: '', zh_CN: '' },
  ...rest,
});

const subject: QuerySubject = {
  columns: [
    column('at', 'time'),
    column('city', 'text'),
    column('amount', 'number', { format: 'currency', unit: '¥' }),
  ],
  metrics: [],
};

const resultOf = (columns: Result['columns'], values: unknown[][], answeredAt = '2026-11-15T02:00:00Z'): Result => ({
  columns,
  values,
  totals: [],
  proof: {
    sql: '',
    params: [],
    datasets: [],
    applied: [],
    ignored: [],
    rowsRead: 0,
    rowsReturned: 0,
    isCutOff: false,
    milliseconds: 1,
    waited: 0,
    answeredAt,
    fromCache: false,
    newest: {},
  },
});

const specOf = (rest: object): QuerySpec => ({
  kind: 'query',
  dataset: 'd',
  dimensions: [],
  measures: [{ id: 'm', formula: { kind: 'sum', column: 'amount' }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 100,
  totals: [],
  ...rest,
});

test('columns get labels, parts and the style of their dataset column', () => {
  const spec = specOf({
    dimensions: [{ id: 'g', column: 'city', kind: 'value' }],
    period: {
      kind: 'during',
      column: 'at',
      span: { kind: 'last', count: 7, grain: { unit: 'day' } },
      compare: { kind: 'previous' },
    },
    top: {
      kind: 'most',
      dimension: 'g',
      measure: 'm',
      part: 'value',
      direction: 'descending',
      count: 1,
      others: 'rest',
    },
  });
  const names = ['g', 'g.rest', 'm', 'm.base', 'm.difference', 'm.percent'];
  const columns = names.map((name) => ({ name, type: name === 'g' ? 'text' : 'number' }) as const);
  const frame = frameOf({
    spec,
    subject,
    look,
    result: resultOf(columns, [
      ['A', null],
      [false, true],
      [1, 2],
      [1, 1],
      [0, 1],
      [0, 1],
    ]),
  });
  expect(frame.rest).toEqual([false, true]);
  expect(
    frame.fields.map((field) => [field.name, field.label, field.role === 'measure' && field.style.format]),
  ).toEqual(
    [
      ['g', 'City', false],
      ['m', 'Sum of amount', 'currency'],
      ['m.base', 'Sum of amount · previous period', 'currency'],
      ['m.difference', 'Sum of amount · change', 'currency'],
      ['m.percent', 'Sum of amount · change %', 'percent'],
    ].map(([name, label, format]) => [name, name === 'g' ? 'city' : label, format]),
  );
});

test('the step that contains the current time is unfinished, in the calendar of the zone', () => {
  const unfinished = (grain: object, values: string[], now: string) =>
    frameOf({
      spec: specOf({ dimensions: [{ id: 't', column: 'at', kind: 'time', grain }] }),
      subject,
      look,
      result: resultOf(
        [
          { name: 't', type: values[0]!.length > 10 ? 'time' : 'date' },
          { name: 'm', type: 'number' },
        ],
        [values, values.map(() => 1)],
        now,
      ),
    }).unfinished;
  expect(unfinished({ unit: 'month' }, ['2026-10-01', '2026-11-01'], '2026-11-15T02:00:00Z')).toBe('2026-11-01');
  // In Shanghai it is already December.
  expect(unfinished({ unit: 'month' }, ['2026-11-01'], '2026-11-30T18:00:00Z')).toBeNull();
  expect(unfinished({ unit: 'week', start: 'sunday' }, ['2026-11-15'], '2026-11-16T02:00:00Z')).toBe('2026-11-15');
  expect(unfinished({ unit: 'iso_week' }, ['2026-11-09', '2026-11-16'], '2026-11-15T02:00:00Z')).toBe('2026-11-09');
  expect(unfinished({ unit: 'fiscal_year', start: 4 }, ['2026-04-01'], '2026-11-15T02:00:00Z')).toBe('2026-04-01');
  expect(
    unfinished({ unit: 'hour' }, ['2026-11-15T01:00:00.000Z', '2026-11-15T02:00:00.000Z'], '2026-11-15T02:10:00Z'),
  ).toBe('2026-11-15T02:00:00.000Z');
});

test('in SQL results, numbers are measures and all else is a dimension', () => {
  const frame = frameOf({
    spec: { kind: 'sql', sql: 'select 1', params: [], limit: 10 },
    subject: { columns: [], metrics: [] },
    look,
    result: resultOf(
      [
        { name: 'Month', type: 'date' },
        { name: 'n', type: 'integer' },
      ],
      [['2026-01-01'], [3]],
    ),
  });
  expect(frame.fields.map(({ role, label }) => [role, label])).toEqual([
    ['dimension', 'Month'],
    ['measure', 'n'],
  ]);
});

test('in SQL results, integers that are ids, codes and years are dimensions', () => {
  const names = ['id', 'order_id', 'orderId', 'year', 'amount', 'paid', 'orders'];
  const { fields } = frameOf({
    spec: { kind: 'sql', sql: 'select 1', params: [], limit: 10 },
    subject: { columns: [], metrics: [] },
    look,
    result: resultOf(
      names.map((name) => ({ name, type: 'integer' })),
      names.map(() => [1]),
    ),
  });
  expect(fields.filter(({ role }) => role === 'measure').map(({ name }) => name)).toEqual(['amount', 'paid', 'orders']);
});

test('money divided by a count is money, money divided by money is a plain number', () => {
  const styleOf = (formula: object) => {
    const frame = frameOf({
      spec: specOf({ measures: [{ id: 'm', formula, show: 'value' }] }),
      subject,
      look,
      result: resultOf([{ name: 'm', type: 'number' }], [[1]]),
    });
    const field = frame.fields[0]!;
    return field.role === 'measure' && field.style.format;
  };
  const sum = { kind: 'sum', column: 'amount' };
  expect(styleOf({ kind: 'divide', left: sum, right: { kind: 'count' } })).toBe('currency');
  expect(styleOf({ kind: 'divide', left: sum, right: sum })).toBe('plain');
  expect(styleOf({ kind: 'subtract', left: sum, right: sum })).toBe('currency');
});

test('plain rows take their roles from the dataset: amounts are measures, ids are not', () => {
  const rows: QuerySubject = {
    columns: [
      column('at', 'time'),
      column('number', 'integer'),
      column('amount', 'number', { role: 'measure', format: 'currency', unit: '¥' }),
    ],
    metrics: [],
  };
  const spec: QuerySpec = {
    kind: 'rows',
    dataset: 'd',
    columns: [],
    filters: [],
    period: { kind: 'all' },
    order: [],
    limit: 10,
  };
  const columns: Result['columns'] = [
    { name: 'at', type: 'time' },
    { name: 'number', type: 'integer' },
    { name: 'amount', type: 'number' },
  ];
  const frame = frameOf({
    spec,
    result: resultOf(columns, [['2026-01-01T00:00:00Z'], [7], [1.5]]),
    subject: rows,
    look,
  });
  expect(frame.fields).toMatchObject([
    { role: 'dimension', grain: null },
    { role: 'dimension', label: 'number' },
    { role: 'measure', measure: 'amount', style: { format: 'currency', unit: '¥' } },
  ]);
});

test('a frame has the measure that its rows are sorted by', () => {
  const sorted = (order: object[]) =>
    frameOf({ spec: specOf({ order }), subject, look, result: resultOf([], []) }).sorted;
  expect(sorted([{ kind: 'measure', id: 'm', part: 'difference', direction: 'ascending' }])).toEqual({
    name: 'm.difference',
    direction: 'ascending',
  });
  expect(sorted([{ kind: 'dimension', id: 'g', direction: 'ascending' }])).toBeUndefined();
  expect(sorted([])).toBeUndefined();
});

test('the bin width is the smallest distance between bins, ignoring empty ones', () => {
  const spec = specOf({ dimensions: [{ id: 'd', column: 'amount', kind: 'bins', count: 3 }] });
  const result = resultOf(
    [
      { name: 'd', type: 'number' },
      { name: 'm', type: 'integer' },
    ],
    [
      [1.5, 401.5, 801.5, null],
      [4, 3, 2, 9],
    ],
  );
  expect(frameOf({ spec, result, subject, look }).fields[0]).toMatchObject({ width: 400 });
});

test('fields have the descriptions of their column or metric, in the other language if need be', () => {
  const described: QuerySubject = {
    columns: [
      column('city', 'text', { description: { en_US: '', zh_CN: '收货城市' } }),
      column('amount', 'number', { description: { en_US: 'Without refunds', zh_CN: '不含退款' } }),
    ],
    metrics: [],
  };
  const spec: QuerySpec = {
    ...emptyQuerySpec('d'),
    dimensions: [{ id: 'd', kind: 'value', column: 'city' }],
    measures: [
      { id: 'm', formula: { kind: 'sum', column: 'amount' }, show: 'value' },
      { id: 'n', formula: { kind: 'count' }, show: 'value' },
    ],
  };
  const columns: Result['columns'] = [
    { name: 'd', type: 'text' },
    { name: 'm', type: 'number' },
    { name: 'n', type: 'integer' },
  ];
  const { fields } = frameOf({ spec, result: resultOf(columns, [['Oslo'], [5], [1]]), subject: described, look });
  expect(fields.map(({ description }) => description)).toEqual(['收货城市', 'Without refunds', undefined]);
});
