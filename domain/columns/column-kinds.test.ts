import { expect, test } from 'vitest';

import { aggregateFor, kindOf, type NumberKind, roleFor } from './column-kinds.ts';

const names: Record<Exclude<NumberKind, 'flag'>, string[]> = {
  identifier: [
    'id',
    'orderId',
    'flight',
    'Flight Number',
    'zip',
    'Phone',
    'rank',
    '学号',
    '订单号',
    '物料编码',
    '邮编',
  ],
  code: ['sex', 'class', 'state', '性别'],
  coordinate: ['lat', 'Longitude', 'station_lat', '经度', '纬度'],
  year: ['year', 'model_year', 'fiscalYear', '年份', '财年'],
  calendar: ['month', 'Day', 'hour', 'weekday', 'quarter', '月份', '季度'],
  rating: ['rating', 'IMDB Rating', 'test_score', '满意度评分', '总分'],
  level: [
    'price',
    'unit_price',
    'Cost per unit',
    'conversion_rate',
    'gdp_percap',
    'temperature',
    'age',
    'avg_sales',
    'AVGEXP',
    'percollege',
    'pctpoverty',
    'Popularity percentile',
    '单价',
    '客单价',
    '转化率',
    '人均GDP(元)',
    '失业率(%)',
    '单价(元/㎡)',
    '年龄',
    '气温',
    '平均停留时长',
  ],
  cumulative: ['cumulative_cases', 'cum_sales', 'sales_ytd', '累计确诊'],
  stock: ['population', 'poptotal', 'inventory', 'account_balance', '库存金额', '常住人口(万人)', '现有确诊'],
  amount: [
    'amount',
    'Sales',
    'revenue',
    'total_bill',
    'Cost Total $',
    'order_count',
    'Number of orders',
    '金额',
    '销售额',
    '新增确诊',
    '地区生产总值(亿元)',
    '访问量',
  ],
  unknown: ['sleep_total', 'mileage', 'generated', 'attempt', 'x', 'period', 'mass', 'numerator', '语文'],
};

test.each(Object.entries(names))('columns are of the kind %s by their name', (kind, list) => {
  for (const name of list) expect(kindOf({ name, type: 'integer' }), name).toBe(kind);
});

const values = (min: number, max: number, distinct: number) => ({ nulls: 0, distinct, min, max });

test('values decide the kind if the name does not', () => {
  const of = (name: string, min: number, max: number, distinct: number, rows = 200) =>
    kindOf({ name, type: 'integer' }, values(min, max, distinct), { rows, hasTime: false });
  expect(of('low', 0, 1, 2)).toBe('flag');
  expect(of('Column 1', 1, 200, 200)).toBe('identifier');
  expect(of('distcod', 61_382, 75_440, 200)).toBe('identifier');
  expect(of('x', 3, 9_412, 200)).toBe('unknown');
  const series = { rows: 200, hasTime: true };
  expect(kindOf({ name: 'nonfarm', type: 'integer' }, values(129_412, 139_075, 200), series)).toBe('unknown');
  expect(of('dep_time', 1, 2400, 150)).toBe('calendar');
  expect(of('air_time', 20, 695, 150)).not.toBe('calendar');
  // Values outside the range of a calendar part are something else.
  expect(of('month', 1, 60, 60)).not.toBe('calendar');
  expect(of('year', 1, 30, 30)).not.toBe('year');
  expect(kindOf({ name: 'time', type: 'number' }, values(1949, 1960.9, 144), { rows: 144, hasTime: false })).toBe(
    'year',
  );
});

test('only amounts are summed, and stocks where there is no time', () => {
  for (const [kind, list] of Object.entries(names)) {
    for (const name of list) {
      const column = { name, type: 'integer', role: roleFor({ name, type: 'integer' }) } as const;
      expect(aggregateFor(column, true) === 'sum', name).toBe(kind === 'amount');
      expect(aggregateFor(column, false) === 'sum', name).toBe(kind === 'amount' || kind === 'stock');
    }
  }
});

test('identifiers are counted, never averaged', () => {
  for (const kind of ['identifier', 'code', 'year', 'calendar'] as const) {
    for (const name of names[kind]) {
      expect(roleFor({ name, type: 'integer' }), name).toBe('dimension');
      expect(aggregateFor({ name, type: 'integer' }, false), name).toBe('distinct');
    }
  }
});

test('a share is not summed, whatever its name; an explicit choice wins', () => {
  expect(aggregateFor({ name: 'sales', type: 'number', format: 'percent' }, false)).toBe('average');
  expect(aggregateFor({ name: 'is_new', type: 'boolean' }, false)).toBe('average');
  expect(aggregateFor({ name: 'price', type: 'number', aggregation: 'median' }, false)).toBe('median');
  expect(aggregateFor({ name: 'order_id', type: 'integer', role: 'dimension', aggregation: 'automatic' }, true)).toBe(
    'distinct',
  );
});
