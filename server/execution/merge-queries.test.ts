import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Query, type BuiltQuerySpec, totalOf } from '#domain/query/query.ts';
import type { LimitedQuery } from '#engine/engine.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { type TestEngine, openTestEngine } from '#engine/testing/test-engine.ts';
import { columns, metrics, randomQuery, randomRows } from '#engine/testing/random-query.ts';
import { createRandom, type Random } from '#engine/testing/random.ts';
import type { QueryAnswer, SerializedColumns } from './execution.ts';
import { valuesOf } from './execute.ts';
import { mergeQueries, mergeKeyOf, splitAnswer } from './merge-queries.ts';

// SEED selects other random queries, COUNT how many; a failure names its seed.
const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.COUNT ?? 80);
const seeds = Array.from({ length: count }, (_, index) => seed * 1000 + index);

let engineFixture: TestEngine;
let segment: string;
beforeAll(async () => {
  engineFixture = await openTestEngine();
  segment = await engineFixture.keep(randomRows(createRandom(1), 300), columns);
});
afterAll(() => engineFixture.close());

const sourceOf = () => ({ at: 'files' as const, name: 'orders', columns, segments: [segment] });
const snapshot = () => ({ source: sourceOf(), rowRule: null, metrics });

async function answer(query: Query): Promise<QueryAnswer> {
  const source = sourceOf();
  const runQuery = async (part: Query) => {
    const compiled = compile({ ...part, limit: query.limit + 1 }, { ...source, metrics }, duckdb);
    const limited: LimitedQuery = { by: 'compiler', ...compiled, sources: [source], limit: query.limit };
    return engineFixture.engine.answer(limited, { seconds: 30 });
  };
  const serialized = async (part: Query) => {
    const { columns: resultColumns, values, rows, isCutOff } = await runQuery(part);
    return { columns: resultColumns, values: values.map((column) => Buffer.from(column)), rows, isCutOff };
  };
  const totals: QueryAnswer['totals'] = [];
  for (const dimensions of query.totals) {
    const { columns: totalColumns, values } = await serialized(totalOf(query, dimensions));
    totals.push({ dimensions, columns: totalColumns, values });
  }
  return { ...(await serialized(query)), totals, milliseconds: 0, answeredAt: '' };
}

/** The same query with other ids and measures, in another order. */
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

const specOf = ({ zone: _zone, now: _now, ...query }: Query): BuiltQuerySpec => ({ kind: 'query', ...query });
// Shares are sums in varying order, which may differ in the last bit.
const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value);
const tableOf = (answer: SerializedColumns) => ({
  columns: answer.columns,
  values: valuesOf(answer).map((column) => column.map(rounded)),
});
const comparableOf = (answer: QueryAnswer) => ({
  ...tableOf(answer),
  totals: answer.totals.map((total) => ({ dimensions: total.dimensions, ...tableOf(total) })),
  rows: answer.rows,
  isCutOff: answer.isCutOff,
});

test.each(seeds)('query %d and its sibling have the same answers merged and alone', async (each) => {
  const random = createRandom(each);
  const query = randomQuery(random);
  query.totals = query.dimensions.length > 1 ? [[], [query.dimensions[0]!.id]] : [[]];
  const sibling = siblingOf(random, query);
  const specs = [specOf(query), specOf(sibling)];
  const keys = specs.map((spec) => mergeKeyOf(spec, snapshot()));
  if (keys[0] !== keys[1]) return;
  const shared = mergeQueries(specs);
  const whole = await answer({ ...shared.spec, zone: query.zone, now: query.now });
  const parts = splitAnswer(shared, whole, specs);
  expect(comparableOf(parts[0]!)).toEqual(comparableOf(await answer(query)));
  expect(comparableOf(parts[1]!)).toEqual(comparableOf(await answer(sibling)));
});

test('queries that differ in more than their measures are not merged', () => {
  const spec = specOf(randomQuery(createRandom(4)));
  const base: BuiltQuerySpec = {
    ...spec,
    dimensions: [],
    order: [],
    top: { kind: 'every' },
    filters: [],
    period: { kind: 'all' },
  };
  const sum: BuiltQuerySpec['measures'] = [{ id: 'm', formula: { kind: 'sum', column: 'c4' }, show: 'value' }];
  const median: BuiltQuerySpec['measures'] = [{ id: 'm', formula: { kind: 'median', column: 'c4' }, show: 'value' }];
  const plain = { ...base, measures: sum };
  const others: Partial<BuiltQuerySpec>[] = [
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
    // A median is not additive and would slow down the sum; a minimum would wait for it.
    { measures: median },
    { measures: [{ id: 'm', formula: { kind: 'min', column: 'c4' }, show: 'value' }] },
  ];
  const key = mergeKeyOf(plain, snapshot());
  for (const parts of others) expect(mergeKeyOf({ ...plain, ...parts }, snapshot())).not.toBe(key);
  const withOtherMeasure = { ...plain, measures: [{ ...sum[0]!, id: 'other', formula: { kind: 'count' as const } }] };
  expect(mergeKeyOf(withOtherMeasure, snapshot())).toBe(key);
});
