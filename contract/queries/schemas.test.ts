import { describe, expect, test } from 'vitest';

import { querySchema } from './schemas.ts';

const count = { id: 'n', formula: { kind: 'count' }, show: 'value' };
const smallest = { dataset: 'd1', measures: [count], zone: 'Asia/Kolkata', now: '2026-11-15T07:30:00Z' };
const refuses = (overrides: object) => expect(querySchema.safeParse({ ...smallest, ...overrides }).success).toBe(false);
const city = { id: 'city', kind: 'value', column: 'c1' };
const equals = (value: unknown) => ({ op: 'equals', column: 'c1', value });

test('parts that are left out of a query have defaults', () => {
  expect(querySchema.parse(smallest)).toEqual({
    ...smallest,
    dimensions: [],
    filters: [],
    period: { kind: 'all' },
    top: { kind: 'every' },
    order: [],
    limit: 10_000,
    totals: [],
  });
});

test('filters can be nested and name their source', () => {
  const filters = [{ op: 'any', filters: [{ op: 'not', filter: equals('a') }, equals(1)], source: 'card-1' }];
  expect(querySchema.parse({ ...smallest, filters }).filters).toEqual(filters);
});

describe('a query is refused', () => {
  test.each(["Asia/Shanghai'; drop table orders; --", 'Asia/Nowhere', '+08:00', '', { zone: 'UTC' }])(
    'with the zone %j',
    (zone) => refuses({ zone }),
  );

  test.each([[{ $ne: 1 }], [['a']], [null], [1e300], ['a\0b']])('with a filter by %j', (value) =>
    refuses({ filters: [equals(value)] }),
  );

  test.each<[string, object]>([
    ['without a measure', { measures: [] }],
    ['with an operator that does not exist', { filters: [{ ...equals('a'), op: '= 1 or 1' }] }],
    ['with an unknown key', { sql: 'select 1' }],
    ['with two parts of the same id', { dimensions: [city, city] }],
    ['with 500 dimensions', { dimensions: Array.from({ length: 500 }, (_, id) => ({ ...city, id: `d${id}` })) }],
    ['with more than 10,000 values', { filters: [{ op: 'in', column: 'c1', values: Array(10_001).fill('a') }] }],
    [
      'with a reversed range',
      { filters: [{ op: 'during', column: 'c1', span: { kind: 'range', from: '2026-02-01', to: '2026-01-31' } }] },
    ],
    [
      'with a year of five digits',
      { filters: [{ op: 'during', column: 'c1', span: { kind: 'range', from: '2026-02-01', to: '12026-01-31' } }] },
    ],
    ['with a limit of 0', { limit: 0 }],
    ['with a thirteenth month', { dimensions: [{ ...city, kind: 'time', grain: { unit: 'fiscal_year', start: 13 } }] }],
  ])('%s', (_title, overrides) => refuses(overrides));
});
