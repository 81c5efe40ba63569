import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Query, type QueryAsk, totalOf } from '#contract/query.ts';
import type { LimitedQuestion } from '#engine/engine.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { type Kept, openKept } from '#engine/testing/kept.ts';
import { columns, metrics, randomQuery, randomRows } from '#engine/testing/random-query.ts';
import { createRandom, type Random } from '#engine/testing/random.ts';
import type { Answered } from '#server/queries/answers.ts';
import { sharedOf, sharingKeyOf, takenApart } from './share.ts';

// With SEED other questions are asked, with COUNT more of them; a failure names its own.
const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.COUNT ?? 80);
const seeds = Array.from({ length: count }, (_, index) => seed * 1000 + index);

let kept: Kept;
let segment: string;
beforeAll(async () => {
  kept = await openKept();
  segment = await kept.keep(randomRows(createRandom(1), 300), columns);
});
afterAll(() => kept.close());

async function answer(query: Query): Promise<Answered> {
  const source = { name: 'orders', columns, segments: [segment] };
  const ask = async (part: Query) => {
    const compiled = compile({ ...part, limit: query.limit + 1 }, { ...source, metrics }, duckdb);
    const question: LimitedQuestion = { by: 'compiler', ...compiled, sources: [source], limit: query.limit };
    return kept.engine.answer(question, { seconds: 30 });
  };
  const { columns: found, json, rows, isCutOff } = await ask(query);
  const totals: object[] = [];
  for (const dimensions of query.totals) {
    const total = await ask(totalOf(query, dimensions));
    totals.push({ dimensions, columns: total.columns, values: JSON.parse(total.json) });
  }
  return {
    columns: found,
    values: Buffer.from(json),
    totals: Buffer.from(JSON.stringify(totals)),
    rows,
    isCutOff,
    milliseconds: 0,
    answeredAt: '',
  };
}

/** The same question under other names and with other measures, in another order. */
function siblingOf(random: Random, query: Query): Query {
  const renamed = (id: string) => `${id} too`;
  const { top } = query;
  const others = randomQuery(random).measures.map((measure) => ({ ...measure, id: `${measure.id} other` }));
  const own = query.measures.map((measure) => ({ ...measure, id: renamed(measure.id) }));
  return {
    ...query,
    dimensions: query.dimensions.map((dimension) => ({ ...dimension, id: renamed(dimension.id) })),
    measures: random.chance(0.5) ? [...others, ...own] : [...own, ...others],
    order: query.order.map((order) => ({ ...order, id: renamed(order.id) })),
    top: top.kind === 'most' ? { ...top, dimension: renamed(top.dimension), measure: renamed(top.measure) } : top,
    totals: query.totals.map((ids) => ids.map(renamed)),
  };
}

const askOf = ({ zone: _zone, now: _now, ...query }: Query): QueryAsk => ({ kind: 'query', ...query });
// Shares are sums in whatever order, which may differ in their last bit.
const read = (json: Buffer): unknown =>
  JSON.parse(json.toString(), (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(10)) : value,
  );
const readable = ({ columns: found, values, totals, rows, isCutOff }: Answered) => ({
  columns: found,
  values: read(values),
  totals: read(totals),
  rows,
  isCutOff,
});

test.each(seeds)('question %d and its sibling, asked as one, have the answers that each has alone', async (each) => {
  const random = createRandom(each);
  const query = randomQuery(random);
  query.totals = query.dimensions.length > 1 ? [[], [query.dimensions[0]!.id]] : [[]];
  const sibling = siblingOf(random, query);
  const asks = [askOf(query), askOf(sibling)];
  const keys = asks.map((ask) => sharingKeyOf(ask, metrics));
  if (keys[0] !== keys[1]) return;
  const shared = sharedOf(asks);
  const whole = await answer({ ...shared.ask, zone: query.zone, now: query.now });
  const parts = takenApart(shared, whole, asks);
  expect(readable(parts[0]!)).toEqual(readable(await answer(query)));
  expect(readable(parts[1]!)).toEqual(readable(await answer(sibling)));
});

test('what differs in more than its measures is not asked together', () => {
  const ask = askOf(randomQuery(createRandom(4)));
  const base: QueryAsk = {
    ...ask,
    dimensions: [],
    order: [],
    top: { kind: 'every' },
    filters: [],
    period: { kind: 'all' },
  };
  const sum: QueryAsk['measures'] = [{ id: 'm', formula: { kind: 'sum', column: 'c4' }, show: 'value' }];
  const median: QueryAsk['measures'] = [{ id: 'm', formula: { kind: 'median', column: 'c4' }, show: 'value' }];
  const plain = { ...base, measures: sum };
  const others: Partial<QueryAsk>[] = [
    { dataset: 'others' },
    { dimensions: [{ id: 'd', column: 'c1', kind: 'value' }] },
    { filters: [{ op: 'empty', column: 'c1' }] },
    { limit: 3 },
    { totals: [[]] },
    {
      period: {
        kind: 'during',
        column: 'c7',
        span: { kind: 'range', from: '2026-01-01', to: '2026-01-02' },
        compare: { kind: 'none' },
      },
    },
    // It cannot be added up, and would make the sum slow.
    { measures: median },
  ];
  const key = sharingKeyOf(plain, metrics);
  for (const told of others) expect(sharingKeyOf({ ...plain, ...told }, metrics)).not.toBe(key);
  const sourced = { ...plain, measures: [{ ...sum[0]!, id: 'other', formula: { kind: 'count' as const } }] };
  expect(sharingKeyOf(sourced, metrics)).toBe(key);
});
