import { expect, test } from 'vitest';

import { querySchema } from '#contract/queries/schemas.ts';
import type { Query, Scalar } from '#domain/query/query.ts';
import { columns, metrics, randomQuery, randomRows } from './random-query.ts';
import { createRandom } from './random.ts';
import { answerByReference } from './reference.ts';

export const randomTable = { name: 'orders', columns, metrics };
export const rowsOfRandomTable = randomRows(createRandom(1), 300);

/** The rows of an answer, and the names of its columns. */
export type NamedRows = { names: string[]; rows: Scalar[][] };

// Times as numbers, and numbers without rounding noise; a small offset keeps values away from rounding boundaries.
export function comparable(value: Scalar): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  return typeof value === 'number' ? Number((value * (1 + 3e-13)).toPrecision(10)) + 0 : value;
}

/**
 * Tests that random queries on the random table have the same answers as the reference implementation. SEED selects
 * other queries, COUNT runs more of them; a failure prints its seed.
 */
export function testRandomQueries(
  count: number,
  runQuery: (query: Query) => Promise<NamedRows>,
  { rows = rowsOfRandomTable, queryOf = (seed: number) => randomQuery(createRandom(seed)) } = {},
): void {
  const first = Number(process.env.SEED ?? 1) * 1000;
  const seeds = Array.from({ length: Number(process.env.COUNT ?? count) }, (_, index) => first + index);
  test.each(seeds)('query %d compiles, runs and equals the reference implementation', async (seed) => {
    const query = queryOf(seed);
    expect(querySchema.parse(query)).toEqual(query);
    const expected = answerByReference(query, randomTable, rows);
    const answer = await runQuery(query);
    if (expected.rows.length > 0) expect(answer.names.toSorted()).toEqual(expected.names.toSorted());
    const indexes = expected.names.map((name) => answer.names.indexOf(name));
    expect(answer.rows.map((row) => indexes.map((index) => comparable(row[index]!)))).toEqual(
      expected.rows.map((row) => row.map(comparable)),
    );
  });
}
