import { afterAll, beforeAll, expect, test } from 'vitest';

import { querySchema } from '#contract/queries.ts';
import type { Scalar } from '#contract/query.ts';
import { type Asked, openAsked } from '#engine/testing/asked.ts';
import { columns, metrics, randomQuery, randomRows } from '#engine/testing/random-query.ts';
import { createRandom } from '#engine/testing/random.ts';
import { answerSlowly } from '#engine/testing/reference.ts';

const table = { name: 'orders', columns, metrics };
const rows = randomRows(createRandom(1), 300);
// With SEED other questions are asked, with COUNT more of them; a failure names its own.
const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.COUNT ?? 150);
const seeds = Array.from({ length: count }, (_, index) => seed * 1000 + index);

let asked: Asked;
let ask: Awaited<ReturnType<Asked['keep']>>;
beforeAll(async () => {
  asked = await openAsked();
  ask = await asked.keep(table, rows);
});
afterAll(() => asked.close());

// Moments as numbers, and numbers without the last bits of their rounding: a little more, so that none lies between two.
function comparable(value: Scalar): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  return typeof value === 'number' ? Number((value * (1 + 3e-13)).toPrecision(10)) + 0 : value;
}

test.each(seeds)('question %d compiles, runs and equals what plain TypeScript finds', async (seed) => {
  const query = randomQuery(createRandom(seed));
  expect(querySchema.parse(query)).toEqual(query);
  const expected = answerSlowly(query, table, rows);
  const answer = await ask(query);
  if (expected.rows.length > 0) expect(answer.names.toSorted()).toEqual(expected.names.toSorted());
  const places = expected.names.map((name) => answer.names.indexOf(name));
  expect(answer.rows.map((row) => places.map((place) => comparable(row[place]!)))).toEqual(
    expected.rows.map((row) => row.map(comparable)),
  );
});
