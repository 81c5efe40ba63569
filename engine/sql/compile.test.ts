import { describe, expect, test } from 'vitest';

import { Problem } from '#contract/errors.ts';
import type { Column, Query } from '#domain/query/query.ts';
import { queryOf, sumOf, timeOf } from '#engine/testing/query.ts';
import { compile } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { clickhouse } from './dialects/clickhouse.ts';
import { duckdb } from './dialects/duckdb.ts';
import { mysql } from './dialects/mysql.ts';
import { postgres } from './dialects/postgres.ts';
import { trino } from './dialects/trino.ts';
import { readingOf } from './late-joins.ts';
import type { QueryTable, RelatedTable } from './scope.ts';

const columns: Column[] = [
  { id: 'c1', name: 'city', type: 'text' },
  { id: 'c2', name: 'units', type: 'integer' },
  { id: 'c3', name: 'amount', type: 'number' },
  { id: 'c4', name: 'at', type: 'time' },
  { id: 'c5', name: 'due "day"', type: 'date' },
];
const price = { kind: 'divide', left: { kind: 'sum', column: 'c3' }, right: { kind: 'sum', column: 'c2' } } as const;
const table = { name: 'orders', columns, metrics: [{ id: 'price', formula: price }] };
const dialects: Record<string, Dialect> = { duckdb, postgres, mysql, clickhouse, trino };
const city = { id: 'city', kind: 'value', column: 'c1' } as const;

const queries: Record<string, Query> = {
  'count everything': queryOf({}),
  'sum by day in a zone': queryOf({
    zone: 'America/New_York',
    dimensions: [timeOf('c4', { unit: 'day' })],
    measures: [sumOf('c3'), sumOf('c3', 'running')],
  }),
  'distinct by week from Sunday in a zone of half hours': queryOf({
    zone: 'Asia/Kolkata',
    dimensions: [timeOf('c4', { unit: 'week', start: 'sunday' })],
    measures: [{ id: 'cities', formula: { kind: 'distinct', column: 'c1' }, show: 'value' }],
  }),
  'the median and the largest amount by city': queryOf({
    dimensions: [city],
    measures: [
      { id: 'median', formula: { kind: 'median', column: 'c2' }, show: 'value' },
      { id: 'largest', formula: { kind: 'max', column: 'c3' }, show: 'value' },
    ],
  }),
  'hours, fiscal years and bins': queryOf({
    dimensions: [
      timeOf('c4', { unit: 'hour' }),
      timeOf('c5', { unit: 'fiscal_year', start: 4 }),
      { id: 'width', kind: 'width', column: 'c3', width: 10 },
      { id: 'bins', kind: 'bins', column: 'c2', count: 5 },
    ],
  }),
  'weekdays and hours on Tuesdays and Sundays': queryOf({
    zone: 'America/New_York',
    dimensions: [
      { id: 'weekday', kind: 'date_part', column: 'c4', part: 'weekday' },
      { id: 'hour', kind: 'date_part', column: 'c4', part: 'hour' },
      { id: 'month', kind: 'date_part', column: 'c5', part: 'month' },
    ],
    filters: [
      { op: 'date_part', column: 'c4', part: 'weekday', numbers: [2, 7] },
      { op: 'date_part', column: 'c5', part: 'month', numbers: [1] },
    ],
  }),
  'filters of every kind': queryOf({
    filters: [
      {
        op: 'any',
        filters: [
          { op: 'contains', column: 'c1', value: 'Shang' },
          { op: 'empty', column: 'c1' },
        ],
      },
      { op: 'not_in', column: 'c1', values: ['a', "b'; drop table orders; --", null] },
      { op: 'between', column: 'c4', from: '2026-01-01', to: '2026-01-31' },
      { op: 'not', filter: { op: 'ends', column: 'c1', value: 'x' } },
      { op: 'during', column: 'c5', span: { kind: 'previous', count: 1, grain: { unit: 'quarter' } } },
      { op: 'at_least', column: 'c2', value: 3 },
    ],
  }),
  'top cities and the rest with a metric and a share': queryOf({
    dimensions: [city],
    measures: [
      sumOf('c3'),
      sumOf('c3', 'share'),
      { id: 'price', formula: { kind: 'metric', metric: 'price' }, show: 'value' },
    ],
    order: [{ kind: 'measure', id: 'sum', part: 'value', direction: 'descending' }],
    top: {
      kind: 'most',
      dimension: 'city',
      measure: 'sum',
      part: 'value',
      direction: 'descending',
      count: 10,
      others: 'rest',
    },
  }),
  'days of this month against the month before': queryOf({
    zone: 'Asia/Shanghai',
    dimensions: [timeOf('c4', { unit: 'day' })],
    measures: [sumOf('c3')],
    period: {
      kind: 'during',
      column: 'c4',
      span: { kind: 'this', grain: { unit: 'month' }, until: 'now' },
      compare: { kind: 'previous' },
    },
  }),
  'the cities that fell most against the month before': queryOf({
    dimensions: [city],
    measures: [sumOf('c3')],
    period: {
      kind: 'during',
      column: 'c4',
      span: { kind: 'previous', count: 1, grain: { unit: 'month' } },
      compare: { kind: 'previous' },
    },
    top: {
      kind: 'most',
      dimension: 'city',
      measure: 'sum',
      part: 'difference',
      direction: 'ascending',
      count: 10,
      others: 'left_out',
    },
    order: [{ kind: 'measure', id: 'sum', part: 'difference', direction: 'ascending' }],
  }),
};

const products: QueryTable = {
  name: 'products',
  columns: [
    { id: 'c1', name: 'product', type: 'text' },
    { id: 'c2', name: 'group', type: 'text' },
  ],
  metrics: [],
};
/** Orders with products, of which each has many. */
const relatedOrders: QueryTable = {
  ...table,
  rowCount: 5_000_000,
  model: {
    calculated: [],
    related: [
      {
        relation: 'products',
        table: products,
        keys: [{ column: 'c1', relatedColumn: 'c1' }],
        isOneToOne: false,
        keyCount: 1000,
      },
    ],
    rowRule: null,
  },
};
const group = { id: 'group', kind: 'value', column: 'products.c2' } as const;
const relatedQueries: Record<string, Query> = {
  'sum by a related column': queryOf({ dimensions: [group], measures: [sumOf('c3')] }),
  'distinct by a related column': queryOf({
    dimensions: [group],
    measures: [{ id: 'days', formula: { kind: 'distinct', column: 'c5' }, show: 'value' }],
  }),
};

const fileOf = (dialect: string, title: string) => `snapshots/${dialect}/${title.replaceAll(' ', '-')}.sql`;

describe.each(Object.keys(dialects))('in %s', (dialect) => {
  test.each(Object.keys(queries))('%s', async (title) => {
    const { sql, params } = compile(queries[title]!, table, dialects[dialect]!);
    const values = params.map((value, index) => `-- ${index + 1}: ${JSON.stringify(value)}`);
    await expect(`${[sql, ...values].join('\n')}\n`).toMatchFileSnapshot(fileOf(dialect, title));
  });

  test.each(Object.keys(relatedQueries))('%s', async (title) => {
    const { sql } = compile(relatedQueries[title]!, relatedOrders, dialects[dialect]!);
    await expect(`${sql}\n`).toMatchFileSnapshot(fileOf(dialect, title));
  });

  test.each(Object.keys(queries))('values never enter the SQL text: %s', (title) => {
    const { sql, params } = compile(queries[title]!, table, dialects[dialect]!);
    for (const value of params) if (typeof value === 'string' && value.length > 1) expect(sql).not.toContain(value);
  });
});

describe('relations are joined to groups of rows only', () => {
  const areLate = (overrides: Partial<Query>, of: QueryTable = relatedOrders) =>
    readingOf(queryOf({ dimensions: [group], measures: [sumOf('c3')], ...overrides }), of).lateJoins.length > 0;
  const related = relatedOrders.model!.related[0]!;
  const withRelation = (overrides: Partial<RelatedTable>): QueryTable => ({
    ...relatedOrders,
    model: { ...relatedOrders.model!, related: [{ ...related, ...overrides }] },
  });
  const filter = { op: 'equals', column: 'products.c2', value: 'tea' } as const;

  test('if many rows share a key', () => {
    expect(areLate({})).toBe(true);
    expect(areLate({}, withRelation({ keyCount: 1_000_000 }))).toBe(false);
    expect(areLate({}, withRelation({ keyCount: undefined }))).toBe(false);
    expect(areLate({}, { ...relatedOrders, rowCount: undefined })).toBe(false);
  });

  test('if other dimensions have few values', () => {
    expect(areLate({ dimensions: [group, city] })).toBe(false);
    const countedAs = (count: number): QueryTable => ({ ...relatedOrders, valueCounts: { [city.column]: count } });
    expect(areLate({ dimensions: [group, city] }, countedAs(250))).toBe(true);
    expect(areLate({ dimensions: [group, city] }, countedAs(251))).toBe(false);
  });

  test('if nothing else needs them', () => {
    expect(areLate({ filters: [filter] })).toBe(false);
    expect(areLate({ measures: [{ id: 'm', formula: { kind: 'max', column: 'products.c2' }, show: 'value' }] })).toBe(
      false,
    );
    const rowRule = { filter, zone: 'UTC' };
    expect(areLate({}, { ...relatedOrders, model: { ...relatedOrders.model!, rowRule } })).toBe(false);
  });

  test('if numbers of groups can be merged', () => {
    expect(areLate({ measures: [{ id: 'p', formula: { kind: 'metric', metric: 'price' }, show: 'value' }] })).toBe(
      true,
    );
    expect(areLate({ measures: [{ id: 'm', formula: { kind: 'median', column: 'c3' }, show: 'value' }] })).toBe(false);
  });
});

test.each(['duckdb', 'postgres'])('%s has a placeholder for each value', (dialect) => {
  for (const query of Object.values(queries)) {
    const { sql, params } = compile(query, table, dialects[dialect]!);
    expect(sql.match(/\$\d+/g) ?? []).toEqual(params.map((_, index) => `$${index + 1}`));
  }
});

test.each(['mysql', 'trino'])('%s has as many placeholders as values', (dialect) => {
  for (const query of Object.values(queries)) {
    const { sql, params } = compile(query, table, dialects[dialect]!);
    expect(sql.match(/\?/g)?.length ?? 0).toBe(params.length);
  }
});

test('a dataset may have any name, also one that the query uses itself', () => {
  const query = queries['top cities and the rest with a metric and a share']!;
  const { sql } = compile(query, { ...table, name: 'Top_Values' }, dialects['duckdb']!);
  expect(sql).toContain('with best_values as');
  expect(sql).toContain('from "Top_Values" as t');
});

test('dates have no hours, so hours become days', () => {
  const [hours, days] = (['hour', 'day'] as const).map((unit) =>
    compile(queryOf({ dimensions: [timeOf('c5', { unit }, 'step')] }), table, duckdb),
  );
  expect(hours).toEqual(days);
});

describe('an invalid query is rejected with a reason', () => {
  const measureOf = (column: string) => ({ measures: [sumOf(column)] });
  const topDays: Partial<Query> = {
    dimensions: [timeOf('c4', { unit: 'day' })],
    period: queries['days of this month against the month before']!.period,
    top: {
      kind: 'most',
      dimension: 'day',
      measure: 'n',
      part: 'value',
      direction: 'descending',
      count: 3,
      others: 'rest',
    },
  };
  const rising = { ...topDays.top, part: 'difference' } as Query['top'];
  const manyDays: Query['filters'] = [{ op: 'in', column: 'c4', values: Array(1001).fill('2026-01-01') }];
  test.each<[string, Partial<Query>, string]>([
    ['the top days of a comparison', topDays, 'top_compared'],
    [
      'the largest rise without a comparison',
      { ...topDays, period: { kind: 'all' }, top: rising },
      'query_part_unknown',
    ],
    ['1,001 instants', { filters: manyDays }, 'too_many_days'],
    ['an unknown column', measureOf('c99'), 'column_unknown'],
    ['the sum of a text', measureOf('c1'), 'column_not_number'],
    [
      'the hours of a date',
      { dimensions: [{ id: 'hour', kind: 'date_part', column: 'c5', part: 'hour' }] },
      'column_not_time',
    ],
    ['the days of a text', { dimensions: [timeOf('c1', { unit: 'day' })] }, 'column_not_time'],
    ['a number that is a text', { filters: [{ op: 'equals', column: 'c2', value: 'many' }] }, 'value_misfit'],
    ['a day that does not exist', { filters: [{ op: 'equals', column: 'c5', value: '2026-13-01' }] }, 'value_misfit'],
    [
      'an unknown metric',
      { measures: [{ id: 'm', formula: { kind: 'metric', metric: 'x' }, show: 'value' }] },
      'query_part_unknown',
    ],
    [
      'an order by an unknown dimension',
      { order: [{ kind: 'dimension', id: 'x', direction: 'ascending' }] },
      'query_part_unknown',
    ],
    [
      'an order by a difference without a comparison',
      { order: [{ kind: 'measure', id: 'n', part: 'difference', direction: 'ascending' }] },
      'query_part_unknown',
    ],
    [
      'a share of a date',
      { measures: [{ id: 'm', formula: { kind: 'max', column: 'c5' }, show: 'share' }] },
      'formula_not_number',
    ],
  ])('%s', (_title, overrides, code) => {
    const compileInvalid = () => compile(queryOf(overrides), table, duckdb);
    expect(compileInvalid).toThrow(Problem);
    expect(compileInvalid).toThrow(code);
  });
});
