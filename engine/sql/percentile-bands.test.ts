import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Column, Dimension, Measure, Query, Scalar } from '#domain/query/query.ts';
import { type QueryRunner, openQueryRunner } from '#engine/testing/query-runner.ts';
import { queryOf, sumOf } from '#engine/testing/query.ts';
import { createRandom, type Random } from '#engine/testing/random.ts';
import { compile } from './compile.ts';
import { duckdb } from './dialects/duckdb.ts';
import { postgres } from './dialects/postgres.ts';
import type { QueryTable } from './scope.ts';

const columns: Column[] = [
  { id: 'city', name: 'city', type: 'text' },
  { id: 'paid', name: 'paid', type: 'boolean' },
  { id: 'amount', name: 'amount', type: 'number' },
  { id: 'units', name: 'units', type: 'integer' },
];
const plain: QueryTable = { name: 'orders', columns, metrics: [] };
/** The fewer rows the table claims to have, the larger the share of the sample; bands are used only for many rows. */
const claiming = (rowCount: number): QueryTable => ({ ...plain, rowCount, valueCounts: { city: 4 } });

const percentile = (column: string, fraction: number): Measure => ({
  id: `${column}${fraction}`,
  formula: { kind: 'percentile', column, fraction },
  show: 'value',
});
const city: Dimension = { id: 'city', kind: 'value', column: 'city' };
const paid: Dimension = { id: 'paid', kind: 'value', column: 'paid' };
const usesBands = (query: Query, table: QueryTable) => compile(query, table, duckdb).sql.includes('using sample');

let runner: QueryRunner;
beforeAll(async () => {
  runner = await openQueryRunner();
});
afterAll(() => runner.close());

/** Numbers of very different distributions: uniform, many equal, far apart, rising with the rows. */
const shapes: Record<string, (random: Random, row: number) => number | null> = {
  'uniform numbers': (random) => random.between(0, 1_000_000) / 100,
  'few different numbers': (random) => random.pick([1, 1, 1, 2.5, 100]),
  'equal numbers': () => 7.25,
  'numbers far apart': (random) => random.pick([1, -1]) * 10 ** random.between(-9, 15),
  'rising numbers': (_, row) => row / 3,
  'mostly empty cells': (random) => (random.between(0, 9) === 0 ? random.between(-500, 500) : null),
};

function rowsOf(random: Random, number: (random: Random, row: number) => number | null, count: number) {
  return Array.from({ length: count }, (_, row): Record<string, Scalar> => {
    const group = random.between(0, 99);
    return {
      // The last city has few rows and other numbers than the others.
      city: group === 99 ? null : ['Berlin', 'Paris', '北京'][group % 3]!,
      paid: random.pick([true, false, null]),
      amount: number(random, row),
      units: random.between(-5, 5_000_000),
    };
  });
}

const measures = [percentile('amount', 0.5), sumOf('units'), percentile('units', 0.95), percentile('amount', 0)];

describe('percentiles in bands equal those of all rows', () => {
  test.each(Object.entries(shapes))('of %s', async (_, number) => {
    const random = createRandom(11);
    const runQuery = await runner.keep(plain, rowsOf(random, number, 60_000));
    const queries = [
      queryOf({ measures }),
      queryOf({ measures, dimensions: [city], totals: [[]] }),
      queryOf({ measures, dimensions: [city, paid], filters: [{ op: 'equals', column: 'paid', value: true }] }),
      queryOf({
        measures,
        dimensions: [city],
        top: {
          kind: 'most',
          dimension: 'city',
          measure: 'amount0.5',
          part: 'value',
          direction: 'descending',
          count: 2,
          others: 'rest',
        },
      }),
    ];
    for (const query of queries) {
      const { rows } = await runQuery(query);
      for (const rowCount of [2_000_000, 4_000_000, 100_000_000]) {
        expect(usesBands(query, claiming(rowCount))).toBe(true);
        expect((await runQuery(query, claiming(rowCount))).rows).toEqual(rows);
      }
    }
  });

  test('without any rows', async () => {
    const runQuery = await runner.keep(plain, []);
    for (const dimensions of [[], [city]]) {
      const query = queryOf({ measures, dimensions });
      expect((await runQuery(query, claiming(2_000_000))).rows).toEqual((await runQuery(query)).rows);
    }
  });
});

describe('bands are used', () => {
  const query = queryOf({ measures: [percentile('amount', 0.5)], dimensions: [city] });

  test('for many rows in few groups', () => {
    expect(usesBands(query, claiming(2_000_000))).toBe(true);
    expect(usesBands(query, claiming(1_999_999))).toBe(false);
    expect(usesBands(query, { ...claiming(2_000_000), valueCounts: { city: 33 } })).toBe(false);
    expect(usesBands(query, { ...claiming(2_000_000), valueCounts: undefined })).toBe(false);
  });

  test('only where the engine keeps all numbers in memory', () => {
    expect(compile(query, claiming(2_000_000), postgres).sql).not.toContain('using sample');
  });
});
