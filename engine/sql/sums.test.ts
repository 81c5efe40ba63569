import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Column, Query, Scalar } from '#domain/query/query.ts';
import { type QueryRunner, openQueryRunner } from '#engine/testing/query-runner.ts';
import { queryOf, sumOf, timeOf } from '#engine/testing/query.ts';
import { createRandom } from '#engine/testing/random.ts';
import { compile } from './compile.ts';
import { duckdb } from './dialects/duckdb.ts';

const columns: Column[] = [
  { id: 'at', name: 'at', type: 'time' },
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

describe('sums of decimals', () => {
  const random = createRandom(7);
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    city: String(index % 7),
    amount: random.between(-50_000, 2_000_000) / 100,
    at: new Date(Date.UTC(2026, 0, 1) + random.between(0, 20_000_000) * 1000).toISOString(),
  }));
  const cents = (of: typeof rows) => of.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const measures = [sumOf('amount'), sumOf('amount', 'running')];
  const city = { id: 'city', kind: 'value', column: 'city' } as const;

  test('are exact, whatever the order and grouping of rows', async () => {
    for (const shuffled of [rows, rows.toReversed(), rows.toSorted((a, b) => a.amount - b.amount)]) {
      const runQuery = await runner.keep(table, shuffled);
      expect((await runQuery(queryOf({ measures: [sumOf('amount')] }))).rows).toEqual([[cents(rows)]]);
      const cities = (await runQuery(queryOf({ dimensions: [city], measures }))).rows;
      for (const [name, sum] of cities) expect(sum).toBe(cents(rows.filter((row) => row.city === name)));
      const months = (await runQuery(queryOf({ dimensions: [timeOf('at', { unit: 'month' })], measures }))).rows;
      expect(months.at(-1)![2]).toBe(cents(rows));
      const rest = { kind: 'most', dimension: 'city', measure: 'sum', part: 'value', direction: 'descending' } as const;
      const topped = queryOf({ dimensions: [city], measures, top: { ...rest, count: 2, others: 'rest' } });
      const [, , others] = (await runQuery(topped)).rows;
      expect(others![2]).toBe(cents(rows.filter(({ city: name }) => !topOf(cities).includes(name))));
    }
  });

  const topOf = (cities: Scalar[][]) =>
    cities
      .toSorted((a, b) => Number(b[1]) - Number(a[1]))
      .slice(0, 2)
      .map(([name]) => String(name));

  test.each([0, 1, 2, 4, 6])('with %d decimals are exact even if they nearly cancel out', async (decimals) => {
    const scale = 10 ** decimals;
    for (let round = 0; round < 12; round += 1) {
      // The same few numbers repeat, as prices do: their noise adds up instead of averaging out.
      const digits = random.between(1, 11 - decimals) + decimals;
      const prices = Array.from({ length: 5 }, () => random.between(1, 10 ** Math.min(digits, 9)));
      const wholes = Array.from({ length: 300 }, () => random.pick(prices) * random.pick([1, -1, 3, -2]));
      wholes.push(random.between(0, 3) - wholes.reduce((sum, each) => sum + each, 0));
      const runQuery = await runner.keep(
        table,
        wholes.map((whole, index) => ({ city: String(index % 3), amount: whole / scale })),
      );
      const totalOf = (of: number[]) => of.reduce((sum, each) => sum + each, 0) / scale;
      const mean = { id: 'mean', formula: { kind: 'average', column: 'amount' }, show: 'value' } as const;
      const [whole] = (await runQuery(queryOf({ measures: [sumOf('amount'), mean] }))).rows;
      expect(whole).toEqual([totalOf(wholes), totalOf(wholes) === 0 ? 0 : expect.closeTo(totalOf(wholes) / 301, 12)]);
      for (const [name, sum] of (await runQuery(queryOf({ dimensions: [city], measures: [sumOf('amount')] }))).rows)
        expect(sum).toBe(totalOf(wholes.filter((_, index) => String(index % 3) === name)));
      const running = (await runQuery(queryOf({ dimensions: [city], measures: [sumOf('amount', 'running')] }))).rows;
      expect(running.at(-1)![1]).toBe(totalOf(wholes));
    }
  });

  test('are the same without their absolute values, if no number is negative', async () => {
    const amounts = Array.from(
      { length: 3000 },
      () => random.between(0, 10_000_000) / random.pick([1, 10, 100, 10_000]),
    );
    const runQuery = await runner.keep(
      table,
      amounts.map((amount, index) => ({ city: String(index % 5), amount })),
    );
    const positive = { ...table, columns: columns.map((each) => ({ ...each, isNonNegative: each.id === 'amount' })) };
    const mean = { id: 'mean', formula: { kind: 'average', column: 'amount' }, show: 'value' } as const;
    const query = queryOf({ dimensions: [city], measures: [...measures, mean] });
    expect((await runQuery(query, positive)).rows).toEqual((await runQuery(query)).rows);
    expect(compile(query, positive, duckdb).sql).not.toContain('sum(abs(t.');
  });

  test('keep their hundredths above ten trillion', async () => {
    const amounts = [9_876_543_210_987.65, 12_345_678_901_234.5, -9_876_543_210_987.65, -12_345_678_901_234.5, 0.37];
    const rows = await answer(
      amounts.map((amount) => ({ amount })),
      queryOf({ measures: [sumOf('amount')] }),
    );
    expect(rows).toEqual([[0.37]]);
  });

  test('have 15 digits at any size, and numbers too small for that stay as they are', async () => {
    const amounts = [0, 0.1 + 0.2, 1.2345678901234567, -1.2345678901234567e-12, 123_456_789_012_345_680];
    for (const exponent of [-307, -300, -16, 16, 22, 300, 307])
      amounts.push(random.between(1, 2 ** 31) * 10 ** (exponent - 9));
    const tiny = [1e-310, 5e-324];
    const rowsOf = [...amounts, ...tiny].map((amount, index) => ({ city: String(index), amount }));
    const sums = new Map((await answer(rowsOf, queryOf({ dimensions: [city], measures }))) as [string, number][]);
    for (const [index, amount] of amounts.entries())
      if (amount !== 0) expect(sums.get(String(index))! / amount, String(amount)).toBeCloseTo(1, 14);
    for (const [index, amount] of amounts.slice(0, 5).entries())
      expect(sums.get(String(index))).toBe(Number(amount.toPrecision(15)));
    for (const [index, amount] of tiny.entries()) expect(sums.get(String(amounts.length + index))).toBe(amount);
  });

  test('can be used in calculations', async () => {
    const rows = Array.from({ length: 10 }, () => [{ amount: 0.1 }, { amount: -0.3 }]).flat();
    const sum = { kind: 'sum', column: 'amount' } as const;
    const two = { kind: 'number', value: 2 } as const;
    const formula = {
      kind: 'add',
      left: { kind: 'multiply', left: sum, right: { kind: 'number', value: 1.1 } },
      right: { kind: 'number', value: 2.2 },
    } as const;
    const less = { kind: 'add', left: sum, right: two } as const;
    const measures = [
      { id: 'm1', formula, show: 'value' } as const,
      { id: 'm2', formula: less, show: 'value' } as const,
    ];
    expect(await answer(rows, queryOf({ measures }))).toEqual([[0, 0]]);
  });

  test('have differences that are exact', async () => {
    const twice = [
      { amount: 520_127.3, at: '2026-11-02T00:00:00Z' },
      { amount: 520_000.1, at: '2026-10-02T00:00:00Z' },
    ];
    const span = { kind: 'this', grain: { unit: 'month' }, until: 'now' } as const;
    const period = { kind: 'during', column: 'at', span, compare: { kind: 'previous' } } as const;
    const [row] = await answer(twice, queryOf({ measures: [sumOf('amount')], period }));
    expect(row!.slice(0, 3)).toEqual([520_127.3, 520_000.1, 127.2]);
  });
});
