import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import {
  emptyQuerySpec,
  type Filter,
  type Measure,
  type BuiltQuerySpec,
  type RowsQuerySpec,
  type Span,
} from '#domain/query/query.ts';
import { valueLabel } from './filter.ts';
import { dimensionLabel, measureLabel, partLabel } from './measure.ts';
import { detailOf, sentenceOf, titleOf } from './sentence.ts';
import { spanLabel } from './span.ts';
import type { QuerySubject } from './subject.ts';

const column = (id: string, type: DatasetColumn['type'], en_US: string, zh_CN: string): DatasetColumn => ({
  id,
  name: id,
  type,
  role: 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: { en_US, zh_CN },
  description: { en_US: '', zh_CN: '' },
});

const shop: QuerySubject = {
  columns: [
    column('at', 'time', 'Ordered at', '下单时间'),
    column('product', 'text', 'Product', '商品'),
    column('province', 'text', 'Province', '省份'),
    column('amount', 'number', 'Amount', '金额'),
    column('sku', 'text', 'SKU', 'SKU'),
    column('paid', 'boolean', 'Paid', '已付款'),
  ],
  metrics: [
    {
      id: 'basket',
      name: 'basket',
      label: { en_US: 'Basket value', zh_CN: '客单价' },
      description: { en_US: '', zh_CN: '' },
      format: 'currency',
      unit: '¥',
      formula: { kind: 'divide', left: { kind: 'sum', column: 'amount' }, right: { kind: 'count' } },
    },
  ],
};

const sum: Measure = { id: 'm', formula: { kind: 'sum', column: 'amount' }, show: 'value' };
const month = { unit: 'month' } as const;

const specOf = (rest: Partial<BuiltQuerySpec>): BuiltQuerySpec => ({
  ...emptyQuerySpec('orders'),
  measures: [sum],
  ...rest,
});

const bothOf = (spec: Partial<BuiltQuerySpec>) => [
  sentenceOf(shop, specOf(spec), { language: 'en_US', zone: 'Asia/Shanghai' }),
  sentenceOf(shop, specOf(spec), { language: 'zh_CN', zone: 'Asia/Shanghai' }),
];

const byProduct = { id: 'd1', column: 'product', kind: 'value' } as const;
const byProvince = { id: 'd2', column: 'province', kind: 'value' } as const;
const byMonth = { id: 'd3', column: 'at', kind: 'time', grain: month } as const;

test('the average of a boolean is a share', () => {
  const share: Measure = { id: 'm', formula: { kind: 'average', column: 'paid' }, show: 'value' };
  expect(bothOf({ measures: [share], dimensions: [byProduct] }).join(' ')).toMatch(/% paid.*已付款占比/);
});

test('describes a query for the largest decline in one sentence', () => {
  const spec: Partial<BuiltQuerySpec> = {
    dimensions: [byProduct, byProvince],
    period: {
      kind: 'during',
      column: 'at',
      span: { kind: 'this', grain: month, until: 'now' },
      compare: { kind: 'previous' },
    },
    filters: [{ op: 'in', column: 'province', values: ['Guangdong', 'Jiangsu'] }],
    order: [{ kind: 'measure', id: 'm', part: 'difference', direction: 'ascending' }],
    limit: 10,
  };
  expect(bothOf(spec)).toEqual([
    'Sum of amount by product and province, this month so far, compared with the previous period, where province is Guangdong or Jiangsu; 10 largest decreases in sum of amount',
    '按商品和省份统计金额合计，时间为本月至今，与上期（环比）对比，其中省份是 Guangdong 或 Jiangsu；只看金额合计下降最多的 10 个组合',
  ]);
});

test('includes the exact compared period when the query time is given', () => {
  const spec = specOf({
    period: {
      kind: 'during',
      column: 'at',
      span: { kind: 'this', grain: month, until: 'now' },
      compare: { kind: 'previous' },
    },
  });
  const at = { zone: 'Asia/Shanghai', now: '2026-11-15T06:05:30Z' };
  expect(sentenceOf(shop, spec, { language: 'en_US', ...at })).toBe(
    'Sum of amount, this month so far, compared with the previous period (2026-10-01 to 2026-10-15 14:05)',
  );
  expect(sentenceOf(shop, spec, { language: 'zh_CN', ...at })).toBe(
    '金额合计，时间为本月至今，与上期（环比）对比，即 2026-10-01 至 2026-10-15 14:05',
  );
  const previous = { kind: 'previous', count: 1, grain: month } as const;
  const whole = { ...spec, period: { ...spec.period, span: previous } } as BuiltQuerySpec;
  expect(sentenceOf(shop, whole, { language: 'en_US', ...at })).toContain('(2026-09-01 to 2026-09-30)');
});

test('names a time dimension by its grain when there is only one time column', () => {
  expect(bothOf({ dimensions: [byMonth], measures: [{ id: 'm', formula: { kind: 'count' }, show: 'value' }] })).toEqual(
    ['Number of rows by month', '按月统计行数'],
  );
});

const topTen = {
  kind: 'most',
  dimension: 'd1',
  measure: 'm',
  part: 'value',
  direction: 'descending',
  count: 10,
} as const;

test('describes a top N with the rest', () => {
  expect(bothOf({ dimensions: [byProduct], top: { ...topTen, others: 'rest' } })).toEqual([
    'Sum of amount by product; product: top 10 by sum of amount, others combined',
    '按商品统计金额合计；只看金额合计最多的 10 个商品，其余合并',
  ]);
});

test('puts a top N without the rest in the title', () => {
  expect(bothOf({ dimensions: [byProduct], top: { ...topTen, others: 'left_out' } })).toEqual([
    'Sum of amount by product, top 10',
    '按商品统计金额合计（前 10 名）',
  ]);
});

test('describes a comparison with the same period last year', () => {
  const period = {
    kind: 'during',
    column: 'at',
    span: { kind: 'range', from: '2026-01-01', to: '2026-01-31' },
    compare: { kind: 'last_year' },
  } as const;
  expect(bothOf({ period })).toEqual([
    'Sum of amount, 2026-01-01 to 2026-01-31, compared with the same period last year',
    '金额合计，时间为 2026-01-01 至 2026-01-31，与去年同期（同比）对比',
  ]);
});

test('describes filters in natural language', () => {
  const filters: Filter[] = [
    { op: 'greater', column: 'at', value: '2026-01-31' },
    { op: 'at_least', column: 'amount', value: 1000 },
    {
      op: 'any',
      filters: [
        { op: 'contains', column: 'sku', value: 'T-' },
        { op: 'empty', column: 'product' },
      ],
    },
    { op: 'equals', column: 'paid', value: true },
  ];
  expect(bothOf({ filters })).toEqual([
    'Sum of amount, where ordered at is after 2026-01-31 and amount is at least 1,000 and (SKU contains “T-” or product is empty) and paid: yes',
    '金额合计，其中下单时间晚于 2026-01-31 且金额不少于 1,000 且（SKU 包含“T-”或商品为空）且已付款：是',
  ]);
});

test('describes spans in natural language', () => {
  const day = { unit: 'day' } as const;
  const spans = [
    { kind: 'last', count: 7, grain: day },
    { kind: 'last', count: 1, grain: day },
    { kind: 'previous', count: 1, grain: day },
    { kind: 'previous', count: 1, grain: month },
    { kind: 'previous', count: 3, grain: month },
    { kind: 'this', grain: { unit: 'quarter' }, until: 'now' },
    { kind: 'this', grain: { unit: 'year' }, until: 'end' },
    { kind: 'range', from: '2026-01-05', to: '2026-01-05' },
  ] as const;
  expect(spans.map((span) => spanLabel(span, 'en_US'))).toEqual([
    'last 7 days',
    'today',
    'yesterday',
    'last month',
    'the 3 months before this one',
    'this quarter so far',
    'this year',
    '2026-01-05',
  ]);
  expect(spans.map((span) => spanLabel(span, 'zh_CN'))).toEqual([
    '最近 7 天',
    '今天',
    '昨天',
    '上月',
    '本月之前的 3 个月',
    '本季度至今',
    '今年',
    '2026-01-05',
  ]);
});

test('says that a span ends at the newest row, with its date if known', () => {
  const day = { unit: 'day' } as const;
  const anchor = 'newest';
  const spans: Span[] = [
    { kind: 'last', count: 90, grain: day, anchor },
    { kind: 'last', count: 1, grain: month, anchor },
    { kind: 'previous', count: 1, grain: month, anchor },
    { kind: 'previous', count: 3, grain: month, anchor },
    { kind: 'last', count: 90, grain: day, anchor: { end: '2019-12-31T16:00:00.000Z' } },
  ];
  expect(spans.map((span) => spanLabel(span, 'en_US', 'Asia/Shanghai'))).toEqual([
    'last 90 days of data',
    'the latest month of data',
    'the month before the latest in the data',
    'the 3 months before the latest in the data',
    'last 90 days of data (up to 2019-12-31)',
  ]);
  expect(spans.map((span) => spanLabel(span, 'zh_CN', 'Asia/Shanghai'))).toEqual([
    '数据中最近 90 天',
    '数据中最近 1 个月',
    '数据中最新一个月之前的 1 个月',
    '数据中最新一个月之前的 3 个月',
    '数据中最近 90 天（截至 2019-12-31）',
  ]);
});

test('labels measures', () => {
  const formulas: Measure[] = [
    sum,
    { ...sum, formula: { kind: 'average', column: 'amount' } },
    { ...sum, formula: { kind: 'distinct', column: 'sku' } },
    { ...sum, formula: { kind: 'percentile', column: 'amount', fraction: 0.95 } },
    { ...sum, show: 'running' },
    { ...sum, show: 'share' },
    { ...sum, formula: { kind: 'metric', metric: 'basket' } },
    { ...sum, formula: shop.metrics[0]!.formula },
  ];
  expect(formulas.map((measure) => measureLabel(shop, measure, 'en_US'))).toEqual([
    'Sum of amount',
    'Average amount',
    'Distinct SKU',
    '95th percentile of amount',
    'Running total of sum of amount',
    'Share of sum of amount',
    'Basket value',
    'Sum of amount ÷ number of rows',
  ]);
  expect(formulas.map((measure) => measureLabel(shop, measure, 'zh_CN'))).toEqual([
    '金额合计',
    '金额平均值',
    'SKU 去重数',
    '金额 95 分位数',
    '累计金额合计',
    '金额合计占比',
    '客单价',
    '金额合计 ÷ 行数',
  ]);
  expect([partLabel('percent', 'previous', 'zh_CN'), partLabel('percent', 'last_year', 'zh_CN')]).toEqual([
    '环比增减率',
    '同比增减率',
  ]);
});

test('labels dimensions', () => {
  const labels = [byMonth, byProduct, { id: 'd', column: 'amount', kind: 'width', width: 100 } as const].map((each) => [
    dimensionLabel(shop, each, 'en_US'),
    dimensionLabel(shop, each, 'zh_CN'),
  ]);
  expect(labels).toEqual([
    ['Month of ordered at', '下单时间（月）'],
    ['Product', '商品'],
    ['Amount in steps of 100', '金额（每 100 一档）'],
  ]);
});

test('names a deleted column as deleted, never by id', () => {
  const spec = specOf({ dimensions: [{ id: 'd', column: 'gone', kind: 'value' }] });
  expect(titleOf({ columns: [], metrics: [] }, spec, 'en_US')).toBe('Sum of deleted column by deleted column');
});

const rowsOf = (rest: Partial<RowsQuerySpec>): RowsQuerySpec => ({
  kind: 'rows',
  dataset: 'orders',
  columns: [],
  filters: [],
  period: { kind: 'all' },
  order: [],
  limit: 1000,
  ...rest,
});

test.each<[Partial<RowsQuerySpec>, string, string]>([
  [{}, 'Rows', '明细'],
  [{ order: [{ column: 'at', direction: 'descending' }], limit: 20 }, 'Newest 20 rows', '最新 20 条明细'],
  [{ order: [{ column: 'at', direction: 'ascending' }] }, 'Oldest rows', '最早明细'],
  [
    {
      order: [{ column: 'amount', direction: 'descending' }],
      filters: [{ op: 'equals', column: 'province', value: 'Hubei' }],
      period: {
        kind: 'during',
        column: 'at',
        span: { kind: 'previous', count: 1, grain: month },
        compare: { kind: 'previous' },
      },
    },
    'Rows with the largest amount, last month, where province is Hubei',
    '金额最大的明细，时间为上月，其中省份是 Hubei',
  ],
])('describes plain rows %j', (rest, english, chinese) => {
  expect(sentenceOf(shop, rowsOf(rest), { language: 'en_US', zone: 'UTC' })).toBe(english);
  expect(sentenceOf(shop, rowsOf(rest), { language: 'zh_CN', zone: 'UTC' })).toBe(chinese);
});

test('treats hours of a date as days', () => {
  const days: QuerySubject = {
    ...shop,
    columns: [column('day', 'date', 'Day', '日期'), column('amount', 'number', 'Amount', '金额')],
  };
  const spec = specOf({ dimensions: [{ id: 'd', column: 'day', kind: 'time', grain: { unit: 'hour' } }] });
  expect(titleOf(days, spec, 'en_US')).toBe('Sum of amount by day');
});

test('shows times of filters in the time zone of the reader', () => {
  const filters: Filter[] = [{ op: 'at_least', column: 'at', value: '2026-01-31T20:30:00Z' }];
  const detailIn = (zone: string) => detailOf(shop, specOf({ filters }), { language: 'en_US', zone });
  expect(detailIn('Asia/Shanghai')).toBe('Where ordered at is not before 2026-02-01 04:30');
  expect(detailIn('America/New_York')).toBe('Where ordered at is not before 2026-01-31 15:30');
  expect(valueLabel('2026-01-31', { type: 'time' }, { language: 'zh_CN', zone: 'America/New_York' })).toBe(
    '2026-01-31',
  );
});

test('never shows the id of a deleted column or metric', () => {
  const gone = 'c_17b4f2a9';
  const formulas: BuiltQuerySpec['measures'][number]['formula'][] = [
    { kind: 'sum', column: gone },
    { kind: 'percentile', column: gone, fraction: 0.9 },
    { kind: 'divide', left: { kind: 'average', column: gone }, right: { kind: 'metric', metric: gone } },
  ];
  const dimensions: BuiltQuerySpec['dimensions'] = [
    { id: 'd', column: gone, kind: 'value' },
    { id: 'd', column: gone, kind: 'time', grain: { unit: 'day' } },
    { id: 'd', column: gone, kind: 'width', width: 10 },
    { id: 'd', column: gone, kind: 'bins', count: 10 },
  ];
  const filters: BuiltQuerySpec['filters'] = [
    { op: 'equals', column: gone, value: 1 },
    { op: 'in', column: gone, values: ['a', null] },
    { op: 'not', filter: { op: 'between', column: gone, from: 1, to: 2 } },
    { op: 'during', column: gone, span: { kind: 'last', count: 7, grain: { unit: 'day' } } },
  ];
  const top = { kind: 'most', dimension: 'd', measure: 'm', part: 'value', count: 3, others: 'rest' } as const;
  const subjects = [{ columns: [], metrics: [] }, shop];
  for (const formula of formulas) {
    for (const dimension of dimensions) {
      const spec = specOf({
        dimensions: [dimension],
        measures: [{ id: 'm', formula, show: 'value' }],
        filters,
        top: { ...top, direction: 'descending' },
        order: [{ kind: 'measure', id: 'm', part: 'value', direction: 'ascending' }],
      });
      for (const language of ['en_US', 'zh_CN'] as const) {
        for (const subject of subjects) {
          const words = [
            sentenceOf(subject, spec, { language, zone: 'UTC' }),
            titleOf(subject, spec, language),
            dimensionLabel(subject, dimension, language),
            measureLabel(subject, spec.measures[0]!, language),
          ];
          expect(words.join(' ')).not.toMatch(/c_[0-9a-f]{4,}/);
        }
      }
    }
  }
});

test('columns of related datasets are named with their path, and those of the dataset itself stay short', () => {
  const related: QuerySubject = {
    ...shop,
    columns: [
      ...shop.columns,
      column('r1.group', 'text', 'Product › Group', '商品 › 大类'),
      column('r2.joined', 'date', 'Customer › Joined on', '顾客 › 入会日期'),
    ],
  };
  const byGroup = { id: 'd4', column: 'r1.group', kind: 'value' } as const;
  const byJoined = { id: 'd5', column: 'r2.joined', kind: 'time', grain: month } as const;
  const titles = (['en_US', 'zh_CN'] as const).map((language) =>
    titleOf(related, specOf({ dimensions: [byMonth, byGroup, byJoined] }), language),
  );
  expect(titles).toEqual([
    'Sum of amount by month, product › group and month of customer › joined on',
    '按月、商品 › 大类和顾客 › 入会日期（月）统计金额合计',
  ]);
});
