import { afterAll, beforeAll, expect, test } from 'vitest';

import { querySchema } from '#contract/queries/schemas.ts';
import type { Scalar } from '#domain/query/query.ts';
import { type QueryRunner, openQueryRunner } from '#engine/testing/query-runner.ts';
import { columns, metrics, randomQuery, randomRows } from '#engine/testing/random-query.ts';
import { createRandom } from '#engine/testing/random.ts';
import { answerByReference } from '#engine/testing/reference.ts';

const table = { name: 'orders', columns, metrics };
const rows = randomRows(createRandom(1), 300);
// SEED selects other queries, COUNT runs more of them; a failure prints its seed.
const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.COUNT ?? 150);
const seeds = Array.from({ length: count }, (_, index) => seed * 1000 + index);

let runner: QueryRunner;
let ask: Awaited<ReturnType<QueryRunner['keep']>>;
beforeAll(async () => {
  runner = await openQueryRunner();
  ask = await runner.keep(table, rows);
});
afterAll(() => runner.close());

// Times as numbers, and numbers without rounding noise; a small offset keeps values away from rounding boundaries.
function comparable(value: Scalar): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  return typeof value === 'number' ? Number((value * (1 + 3e-13)).toPrecision(10)) + 0 : value;
}

test.each(seeds)('query %d compiles, runs and equals the reference implementation', async (seed) => {
  const query = randomQuery(createRandom(seed));
  expect(querySchema.parse(query)).toEqual(query);
  const expected = answerByReference(query, table, rows);
  const answer = await ask(query);
  if (expected.rows.length > 0) expect(answer.names.toSorted()).toEqual(expected.names.toSorted());
  const indexes = expected.names.map((name) => answer.names.indexOf(name));
  expect(answer.rows.map((row) => indexes.map((index) => comparable(row[index]!)))).toEqual(
    expected.rows.map((row) => row.map(comparable)),
  );
});
