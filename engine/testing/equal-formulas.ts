import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';

import { checkFormula } from '#domain/formula/check.ts';
import type { FormulaType } from '#domain/formula/type-rules.ts';
import type { RowsQuery, Scalar } from '#domain/query/query.ts';
import type { CalculatedColumn, QueryTable } from '#engine/sql/scope.ts';
import { comparable, type NamedRows, randomTable } from './equal-queries.ts';
import { randomFormula } from './random-formula.ts';
import { columns, zones } from './random-query.ts';
import { createRandom } from './random.ts';
import { valueByReference } from './reference-formula.ts';

type ExecuteRowsQuery = (query: RowsQuery, table: QueryTable) => Promise<NamedRows>;

const types: FormulaType[] = ['text', 'integer', 'number', 'boolean', 'date', 'time'];

function calculatedOf(text: string, id: string): CalculatedColumn {
  const checked = checkFormula(text, columns);
  if ('problem' in checked) throw new Error(`${text}: ${checked.problem.code}`);
  return { id, name: id, ...checked };
}

/** The cells of formulas in every row of the random table, with those of its own columns. */
async function queryFormulas(
  runQuery: ExecuteRowsQuery,
  calculated: CalculatedColumn[],
  zone: string,
): Promise<Record<string, Scalar>[]> {
  const table = { ...randomTable, model: { calculated, related: [], rowRule: null } };
  const ids = [...columns, ...calculated].map(({ id }) => id);
  const query: RowsQuery = {
    dataset: 'orders',
    columns: ids,
    filters: [],
    period: { kind: 'all' },
    order: [],
    limit: 1000,
    zone,
    now: '2026-06-15T12:00:00Z',
  };
  const { names, rows } = await runQuery(query, table);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]!])));
}

/** Formulas with values that do not depend on the row; none may fail a query. */
const edges: [formula: string, value: Scalar][] = [
  ['1 / 0', null],
  ['7 / 2', 3.5],
  ['-7 % 3', 2],
  ['5 % 0', null],
  ['1e70 * 1e70 * 1e70 * 1e70 * 1e70', null],
  ['1 / (1e70 * 1e70 * 1e70 * 1e70 * 1e70)', null],
  ['1e-70 * 1e-70 * 1e-70 * 1e-70 * 1e-70', 0],
  ['9007199254740991 * 9007199254740991', 9007199254740991 ** 2],
  ['round(1e20)', null],
  ['round(2.675, 2)', 2.68],
  ['round(-2.5)', -3],
  ['round(123456789012345678.9, 2)', 123456789012345680],
  ['sqrt(-1)', null],
  ['ln(0)', null],
  ['log(-5)', null],
  ['power(0, -1)', null],
  ['power(-8, 0.5)', null],
  ['power(-2, 3)', -8],
  ['power(10, 500)', null],
  ["tonumber('abc')", null],
  ["tonumber(' 1.5e3 ')", 1500],
  ["tonumber('1e99') * tonumber('1e99') * tonumber('1e99') * tonumber('1e99')", null],
  ["todate('2026-02-30')", null],
  ["todate('x2026-02-03')", null],
  ["todate('2026-02-03 10:00')", '2026-02-03'],
  ['date(2026, 13, 1)', null],
  ['date(1e70, 1, 1)', null],
  ["dateadd('day', 1e12, date(2026, 1, 1))", null],
  ["dateadd('month', 1, date(2026, 1, 31))", '2026-02-28'],
  ["dateadd('year', -200, date(2026, 1, 1))", null],
  ["'a' = 'A'", false],
  ["'a' < 'b'", true],
  ["'a ' = 'a'", false],
  ["contains('New York', 'YORK')", true],
  ["upper('zürich')", 'ZÜRICH'],
  ["length('🚀上海')", 3],
  ["split('a--b', '--', 2)", 'b'],
  ["split('a', '-', 2)", null],
  ["if(1 / 0 > 1, 'yes', 'no')", 'no'],
  ['isempty(1 / 0)', true],
  ['totext(true) & 5 & date(2026, 1, 2)', 'true52026-01-02'],
];

/** Tests that formulas have the same values as in the reference implementation, and that none fails. */
export function testRandomFormulas(count: number, runQuery: ExecuteRowsQuery): void {
  test('formulas at the limits of their domains return a value or null, but never fail', async () => {
    const calculated = edges.map(([formula], index) => calculatedOf(formula, `f${index}`));
    const [row] = await queryFormulas(runQuery, calculated, 'UTC');
    const actual = edges.map(([formula], index) => [formula, comparable(row![`f${index}`]!)]);
    expect(actual).toEqual(edges.map(([formula, value]) => [formula, comparable(value)]));
  });

  const first = Number(process.env.SEED ?? 1) * 1000;
  const seeds = Array.from({ length: Number(process.env.COUNT ?? count) }, (_, index) => first + index);
  test.each(seeds)('formulas of seed %d equal the reference implementation', async (seed) => {
    const random = createRandom(seed);
    const texts = types.map((type) => randomFormula(random, type, 3));
    const calculated = texts.map((text, index) => calculatedOf(text, `f${index}`));
    const zone = random.pick(zones);
    const rows = await queryFormulas(runQuery, calculated, zone);
    const wrong = rows.flatMap((row) =>
      calculated.flatMap(({ id, expression }, index) => {
        const [actual, expected] = [row[id]!, valueByReference(expression, row, zone)];
        const isSame = isDeepStrictEqual(comparable(actual), comparable(expected));
        return isSame ? [] : [{ formula: texts[index], zone, row, actual, expected }];
      }),
    );
    expect(wrong.slice(0, 1)).toEqual([]);
  });
}
