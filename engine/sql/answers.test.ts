import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { filtersOfPoint } from '#domain/dashboard/point-filters.ts';
import { type Column, type Query, type Scalar, totalOf, withoutSource } from '#domain/query/query.ts';
import { type QueryRunner, openQueryRunner } from '#engine/testing/query-runner.ts';
import { queryOf, sumOf, timeOf } from '#engine/testing/query.ts';
import { createRandom } from '#engine/testing/random.ts';

const columns: Column[] = [
  { id: 'at', name: 'at', type: 'time' },
  { id: 'day', name: 'day', type: 'date' },
  { id: 'city', name: 'city', type: 'text' },
  { id: 'amount', name: 'amount', type: 'number' },
];
const table = { name: 'orders', columns, metrics: [] };
let runner: QueryRunner;
beforeAll(async () => {
  runner = await openQueryRunner();
});
afterAll(() => runner.close());

async function answer(rows: Record<string, Scalar>[], query: Query): Promise<Scalar[][]> {
  const runQuery = await runner.keep(table, rows);
  return (await runQuery(query)).rows;
}

/** A row for every hour of UTC from an instant. */
const hoursFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.parse(from) + index * 3_600_000).toISOString(),
    amount: 1,
  }));
const dates = (...days: string[]) => days.map((day) => ({ day, at: `${day}T12:00:00Z`, amount: 1 }));

describe('days of a zone', () => {
  test.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
  ])('have the right number of hours: %s has %d', async (day, hours) => {
    const rows = hoursFrom(`${day}T00:00:00Z`, 48);
    const query = queryOf({ zone: 'America/New_York', dimensions: [timeOf('at', { unit: 'day' })] });
    expect(await answer(rows, query)).toContainEqual([day, hours]);
  });

  test('count a repeated hour as two hours', async () => {
    const query = queryOf({
      zone: 'America/New_York',
      dimensions: [timeOf('at', { unit: 'hour' })],
      filters: [{ op: 'equals', column: 'at', value: '2026-11-01' }],
      limit: 4,
    });
    const result = await answer(hoursFrom('2026-10-31T00:00:00Z', 72), query);
    expect(result.map(([hour]) => hour)).toEqual([
      '2026-11-01T04:00:00Z',
      '2026-11-01T05:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-11-01T07:00:00Z',
    ]);
  });

  test.each(['UTC', 'Asia/Kolkata', 'America/New_York'])('of times since 1970 are the same in %s', async (zone) => {
    const random = createRandom(5);
    const rows = Array.from({ length: 500 }, () => ({
      at: new Date(random.between(0, 2_000_000_000) * 1_000).toISOString(),
    }));
    rows.push({ at: '1970-01-01T00:00:00Z' }, { at: '9999-12-31T23:59:59Z' });
    const runQuery = await runner.keep(table, rows);
    const since1970 = { ...table, columns: columns.map((each) => ({ ...each, isNonNegative: each.id === 'at' })) };
    for (const unit of ['minute', 'hour', 'day', 'month', 'year'] as const) {
      const query = queryOf({ zone, dimensions: [timeOf('at', { unit })] });
      expect((await runQuery(query, since1970)).rows).toEqual((await runQuery(query)).rows);
    }
    const weekdays = queryOf({ zone, dimensions: [{ id: 'd', kind: 'date_part', column: 'at', part: 'weekday' }] });
    expect((await runQuery(weekdays, since1970)).rows).toEqual((await runQuery(weekdays)).rows);
  });

  test('begin at half past in Kolkata, and so do its hours', async () => {
    const rows = ['2026-01-31T18:29:59Z', '2026-01-31T18:30:00Z', '2026-01-31T19:15:00Z'].map((at) => ({ at }));
    const runQuery = (grain: 'day' | 'hour' | 'month') =>
      answer(rows, queryOf({ zone: 'Asia/Kolkata', dimensions: [timeOf('at', { unit: grain })] }));
    const halves = [
      ['2026-01-31T17:30:00Z', 1],
      ['2026-01-31T18:30:00Z', 2],
    ];
    expect(await runQuery('day')).toEqual([
      ['2026-01-31', 1],
      ['2026-02-01', 2],
    ]);
    expect(await runQuery('hour')).toEqual(halves);
    expect(await runQuery('month')).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 2],
    ]);
  });

  test('begin at 16:00 UTC in Shanghai, also for aggregates that cannot be merged', async () => {
    const rows = ['2026-01-31T15:59:59Z', '2026-01-31T16:00:00Z', '2026-02-01T15:59:59.999Z'].map((at, index) => ({
      at,
      city: 'a',
      amount: index,
    }));
    const query = queryOf({
      zone: 'Asia/Shanghai',
      dimensions: [timeOf('at', { unit: 'day' })],
      measures: [
        { id: 'cities', formula: { kind: 'distinct', column: 'city' }, show: 'value' },
        { id: 'median', formula: { kind: 'median', column: 'amount' }, show: 'value' },
      ],
    });
    expect(await answer(rows, query)).toEqual([
      ['2026-01-31', 1, 0],
      ['2026-02-01', 1, 1.5],
    ]);
  });

  test('before 1970 are correct, too', async () => {
    const rows = [{ at: '1969-12-31T23:59:59.5Z' }, { at: '1901-02-03T04:05:06Z' }];
    const query = queryOf({ dimensions: [timeOf('at', { unit: 'day' })] });
    expect(await answer(rows, query)).toEqual([
      ['1901-02-03', 1],
      ['1969-12-31', 1],
    ]);
  });
});

describe('weeks and years', () => {
  const rows = dates('2026-12-27', '2026-12-31', '2027-01-01', '2027-01-03', '2027-01-04');
  test.each([
    ['monday', ['2026-12-21', '2026-12-28', '2027-01-04']],
    ['sunday', ['2026-12-27', '2027-01-03']],
  ] as const)('span the end of a year when they start on %s', async (start, weeks) => {
    for (const column of ['at', 'day']) {
      const query = queryOf({ dimensions: [timeOf(column, { unit: 'week', start })] });
      expect((await answer(rows, query)).map(([week]) => week)).toEqual(weeks);
    }
  });

  test('of a fiscal year begin with its month', async () => {
    const query = queryOf({ dimensions: [timeOf('at', { unit: 'fiscal_year', start: 4 })] });
    expect(await answer(dates('2026-03-31', '2026-04-01', '2027-03-31'), query)).toEqual([
      ['2025-04-01', 1],
      ['2026-04-01', 2],
    ]);
  });
});

describe('no rows', () => {
  test('give a count of zero, a null sum and no groups', async () => {
    const measures = [...queryOf({}).measures, sumOf('amount')];
    expect(await answer([], queryOf({ measures }))).toEqual([[0, null]]);
    expect(await answer([], queryOf({ measures, dimensions: [timeOf('at', { unit: 'day' })] }))).toEqual([]);
  });
});

describe('empty cells', () => {
  const rows = [
    { city: 'a', amount: 1 },
    { city: null, amount: null },
    { city: null, amount: 4 },
  ];
  const city = { id: 'city', kind: 'value', column: 'city' } as const;

  test('are a separate group, which comes last', async () => {
    expect(await answer(rows, queryOf({ dimensions: [city], measures: [sumOf('amount')] }))).toEqual([
      ['a', 1],
      [null, 4],
    ]);
  });

  test.each<[string, Query['filters'], number]>([
    ['do not match an equality', [{ op: 'equals', column: 'city', value: 'a' }], 1],
    ['match an inequality', [{ op: 'not_equals', column: 'city', value: 'a' }], 2],
    ['match a set that contains null', [{ op: 'in', column: 'city', values: ['a', null] }], 3],
    ['do not match an empty set', [{ op: 'in', column: 'city', values: [] }], 0],
    ['match outside of every range', [{ op: 'not', filter: { op: 'between', column: 'amount', from: 0, to: 2 } }], 2],
  ])('%s', async (_title, filters, count) => {
    expect(await answer(rows, queryOf({ filters }))).toEqual([[count]]);
  });
});

describe('the top', () => {
  const rows = [
    ...Array.from({ length: 3 }, () => ({ city: 'a', amount: 5, at: '2026-11-02T00:00:00Z' })),
    { city: null, amount: 9, at: '2026-11-02T00:00:00Z' },
    { city: 'b', amount: 2, at: '2026-11-03T00:00:00Z' },
    { city: 'c', amount: 1, at: '2026-11-03T00:00:00Z' },
  ];
  const city = { id: 'city', kind: 'value', column: 'city' } as const;
  const query = queryOf({
    dimensions: [city],
    measures: [sumOf('amount'), sumOf('amount', 'share')],
    order: [{ kind: 'measure', id: 'sum', part: 'value', direction: 'ascending' }],
    top: {
      kind: 'most',
      dimension: 'city',
      measure: 'sum',
      part: 'value',
      direction: 'descending',
      count: 2,
      others: 'rest',
    },
  });

  test('comes before the others, which are one group even if a value is empty', async () => {
    expect(await answer(rows, query)).toEqual([
      [null, false, 9, 9 / 27],
      ['a', false, 15, 15 / 27],
      [null, true, 3, 3 / 27],
    ]);
  });

  test('comes alone if the others are left out', async () => {
    const top = { ...query.top, others: 'left_out' } as Query['top'];
    expect(await answer(rows, { ...query, top })).toEqual([
      [null, 9, 9 / 24],
      ['a', 15, 15 / 24],
    ]);
  });

  test('does not change the total', async () => {
    expect(await answer(rows, totalOf(query, []))).toEqual([[27, 1]]);
  });
});

describe('a comparison', () => {
  const compared = (from: string, to: string, compare: 'previous' | 'last_year'): Query['period'] => ({
    kind: 'during',
    column: 'at',
    span: { kind: 'range', from, to },
    compare: { kind: compare },
  });
  const day = timeOf('at', { unit: 'day' });

  test('of months pairs the first with the first, and days without a counterpart count in the total', async () => {
    const rows = dates('2026-01-01', '2026-01-28', '2026-01-29', '2026-01-31', '2026-02-28');
    const query = queryOf({ dimensions: [day], period: compared('2026-02-01', '2026-02-28', 'previous') });
    expect(await answer(rows, query)).toEqual([
      ['2026-02-01', 0, 1, -1, -1],
      ['2026-02-28', 1, 1, 0, 0],
    ]);
    expect(await answer(rows, totalOf(query, []))).toEqual([[1, 4, -3, -0.75]]);
  });

  test('with last year has no counterpart for the leap day', async () => {
    const rows = dates('2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29', '2028-03-01', '2029-02-28');
    const runQuery = (from: string, to: string) =>
      answer(rows, queryOf({ dimensions: [day], period: compared(from, to, 'last_year') }));
    expect(await runQuery('2028-02-01', '2028-03-31')).toEqual([
      ['2028-02-28', 1, 1, 0, 0],
      ['2028-02-29', 1, null, null, null],
      ['2028-03-01', 1, 1, 0, 0],
    ]);
    expect(await runQuery('2029-02-01', '2029-02-28')).toEqual([['2029-02-28', 1, 1, 0, 0]]);
  });

  test('shows drops to zero, largest first', async () => {
    const rows = [
      { city: 'gone', amount: 7, at: '2026-10-05T00:00:00Z' },
      { city: 'less', amount: 4, at: '2026-10-05T00:00:00Z' },
      { city: 'less', amount: 1, at: '2026-11-05T00:00:00Z' },
      { city: 'new', amount: 2, at: '2026-11-05T00:00:00Z' },
    ];
    const query = queryOf({
      dimensions: [{ id: 'city', kind: 'value', column: 'city' }],
      measures: [sumOf('amount')],
      period: {
        kind: 'during',
        column: 'at',
        span: { kind: 'this', grain: { unit: 'month' }, until: 'now' },
        compare: { kind: 'previous' },
      },
      order: [{ kind: 'measure', id: 'sum', part: 'difference', direction: 'ascending' }],
    });
    expect(await answer(rows, query)).toEqual([
      ['gone', 0, 7, -7, -1],
      ['less', 1, 4, -3, -0.75],
      ['new', 2, 0, 2, null],
    ]);
    const fell = {
      kind: 'most',
      dimension: 'city',
      measure: 'sum',
      part: 'difference',
      direction: 'ascending',
    } as const;
    expect(await answer(rows, { ...query, top: { ...fell, count: 1, others: 'rest' } })).toEqual([
      ['gone', false, 0, 7, -7, -1],
      [null, true, 3, 4, -1, -0.25],
    ]);
    const grew = { ...fell, direction: 'descending' } as const;
    expect(await answer(rows, { ...query, top: { ...grew, count: 2, others: 'left_out' } })).toEqual([
      ['less', 1, 4, -3, -0.75],
      ['new', 2, 0, 2, null],
    ]);
  });
});

test('a card does not filter itself', async () => {
  const filters: Query['filters'] = [{ op: 'equals', column: 'city', value: 'a', source: 'card-1' }];
  const rows = [{ city: 'a' }, { city: 'b' }];
  expect(await answer(rows, queryOf({ filters }))).toEqual([[1]]);
  expect(await answer(rows, withoutSource(queryOf({ filters }), 'card-1'))).toEqual([[2]]);
});

describe('bins', () => {
  const bounds = async (amounts: number[], count: number) => {
    const rows = amounts.map((amount) => ({ amount }));
    const result = await answer(rows, queryOf({ dimensions: [{ id: 'd', kind: 'bins', column: 'amount', count }] }));
    return result.map(([bound]) => bound);
  };

  test('have round bounds that are multiples of their width', async () => {
    expect(await bounds([12.37, 24.74, 99, 250.5], 20)).toEqual([10, 20, 90, 250]);
    expect(await bounds([0.1, 0.2, 0.3, 0.4], 3)).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(await bounds([-7, 0, 41], 2)).toEqual([-25, 0, 25]);
    expect(await bounds([1_234_567, 9_876_543], 10)).toEqual([1_000_000, 9_000_000]);
  });

  test('are one bin if all values are equal', async () => {
    expect(await bounds([7.3, 7.3], 20)).toEqual([7.3]);
  });
});

describe('groups of a width', () => {
  // A number in whole ten-billionths: exact in any order of calculation.
  const scale = 10n ** 10n;
  const exactOf = (value: number) => BigInt(Math.round(value * 1e4)) * 10n ** 6n;
  const edgeOf = (value: bigint, width: bigint) => {
    const quotient = value / width;
    return (value < 0n && quotient * width !== value ? quotient - 1n : quotient) * width;
  };

  test.each([0.1, 0.3, 0.7, 2.5, 1e-9, 10, 1e12])('%d begin at exact multiples of it', async (width) => {
    const steps = width === 1e-9 ? 20 : 400;
    const values = Array.from({ length: steps }, (_, index) => (index - steps / 2) * (width === 1e12 ? 7e9 : 0.05)).map(
      (value) => Number(value.toFixed(4)),
    );
    const exactWidth = BigInt(Math.round(width * 1e10));
    const expected = [...new Set(values.map((value) => edgeOf(exactOf(value), exactWidth)))]
      .map((edge) => Number(edge) / Number(scale))
      .sort((a, b) => a - b);
    const dimension = { id: 'd', kind: 'width', column: 'amount', width } as const;
    const runQuery = await runner.keep(
      table,
      values.map((amount) => ({ amount })),
    );
    const { rows } = await runQuery(queryOf({ dimensions: [dimension] }));
    const edges = rows.map(([edge]) => Number(edge));
    expect(edges.map((edge) => edge + 0)).toEqual(expected.map((edge) => edge + 0));
    expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(values.length);
    // A filter on a group matches what the group counts.
    for (const [edge, count] of rows.slice(0, 12)) {
      const filters = filtersOfPoint({ ask: { kind: 'query', ...queryOf({ dimensions: [dimension] }) } }, { d: edge! });
      expect((await runQuery(queryOf({ filters }))).rows).toEqual([[count]]);
    }
  });

  /** The nearest doubles below and above a number other than zero. */
  function neighboursOf(value: number): [number, number] {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    const bits = view.getBigUint64(0);
    const at = (other: bigint) => {
      view.setBigUint64(0, other);
      return view.getFloat64(0);
    };
    return value > 0 ? [at(bits - 1n), at(bits + 1n)] : [at(bits + 1n), at(bits - 1n)];
  }

  test.each([1, 3, 7, 49, 50, 86_400, 1e9])('%d hold the numbers next to their edges', async (width) => {
    const random = createRandom(width);
    const largest = Math.floor(8.9e15 / width);
    const bins = [1, 2, 3, -1, -3, 1024, largest, -largest].concat(
      Array.from(
        { length: 60 },
        () => Math.round(largest ** (random.between(0, 1000) / 1000)) * (random.chance(0.5) ? 1 : -1),
      ),
    );
    const expected = new Map<number, number>();
    const count = (edge: number) => expected.set(edge, (expected.get(edge) ?? 0) + 1);
    const values = [...new Set(bins)].flatMap((bin) => {
      const edge = bin * width;
      const [below, above] = neighboursOf(edge);
      count(edge - width);
      count(edge);
      // The largest numbers are one apart, which is a width.
      count(above - edge < width ? edge : edge + width);
      return [below, edge, above];
    });
    const runQuery = await runner.keep(
      table,
      values.map((amount) => ({ amount })),
    );
    const dimension = { id: 'd', kind: 'width', column: 'amount', width } as const;
    const { rows } = await runQuery(queryOf({ dimensions: [dimension] }));
    expect(rows.map(([edge, n]) => [Number(edge), Number(n)])).toEqual([...expected].sort(([a], [b]) => a - b));
  });
});
