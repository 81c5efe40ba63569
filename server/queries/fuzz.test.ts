import { afterAll, beforeAll, expect, test } from 'vitest';

import type { AnswerLine } from '#contract/queries/routes.ts';
import { createRandom, type Random } from '#engine/testing/random.ts';
import { specOf, callLines, sqlOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

let product: TestProduct;
let token: string;
let validSpecs: JsonValue[];
let junkValues: JsonValue[];

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  const csv = 'city,amount,at,paid\nOslo,5,2026-01-01T10:00:00Z,true\nRome,7.5,2026-01-02T10:00:00Z,false\n';
  const dataset = await loadFile(product, token, 'orders.csv', csv);
  const [city, amount, at, paid] = dataset.columns.map(({ id }) => id) as [string, string, string, string];
  const span = { kind: 'last' as const, count: 7, grain: { unit: 'day' as const } };
  validSpecs = [
    specOf(dataset.id, {
      dimensions: [
        { id: 'city', kind: 'value', column: city },
        { id: 'day', kind: 'time', column: at, grain: { unit: 'week', start: 'monday' } },
        { id: 'bin', kind: 'bins', column: amount, count: 5 },
      ],
      measures: [
        { id: 'sum', formula: { kind: 'sum', column: amount }, show: 'running' },
        { id: 'half', formula: { kind: 'percentile', column: amount, fraction: 0.5 }, show: 'value' },
        {
          id: 'ratio',
          formula: { kind: 'divide', left: { kind: 'count' }, right: { kind: 'number', value: 0 } },
          show: 'share',
        },
      ],
      filters: [
        { op: 'any', filters: [{ op: 'in', column: city, values: ['Oslo', null] }] },
        { op: 'not', filter: { op: 'equals', column: paid, value: true } },
        { op: 'between', column: amount, from: 1, to: 10 },
        { op: 'during', column: at, span },
      ],
      period: { kind: 'during', column: at, span, compare: { kind: 'previous' } },
      order: [{ kind: 'measure', id: 'sum', part: 'percent', direction: 'descending' }],
      totals: [[], ['city']],
    }) as unknown as JsonValue,
    sqlOf('select $a + count(*) from orders', [{ name: 'a', type: 'integer', value: 1 }]),
  ];
  const kinds = ['count', 'sum', 'metric', 'value', 'time', 'width', 'range', 'this', 'all', 'day', 'empty', 'ends'];
  const odd = [null, true, 0, -1, 1.5, 1e15, 1e308, '', 'x', '2026-01-01', '2026-13-45', '9999-12-31', '\u202E🦜"\''];
  const shapes = [[], {}, [[]], { kind: 'count' }, { kind: 'metric', metric: 'x' }];
  const texts = ['a'.repeat(2_000), 'select', ';', '$1', '%', city, amount, at, paid, 'sum', 'day'];
  junkValues = [...odd, ...shapes, ...texts, ...kinds];
});
afterAll(() => product.close());

/** A copy of the value with one random mutation: a replaced, removed or added part. */
function mutate(random: Random, value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object' || random.chance(0.1)) return random.pick(junkValues);
  const copy = structuredClone(value) as Record<string, JsonValue>;
  const names = Object.keys(copy);
  const name = names.length > 0 ? random.pick(names) : 'x';
  if (random.chance(0.1)) delete copy[name];
  else if (random.chance(0.05)) copy.extra = random.pick(junkValues);
  else copy[name] = mutate(random, copy[name] ?? null);
  return copy;
}

test('every mutated query gets an answer or a specific error', async () => {
  const random = createRandom(20261115);
  for (let count = 0; count < 400; count++) {
    let spec = random.pick(validSpecs);
    for (let changes = random.between(1, 3); changes > 0; changes--) spec = mutate(random, spec);
    const input = { ask: spec, zone: 'Asia/Shanghai' };
    const { status, lines, error } = await callLines<AnswerLine>(product, 'POST /queries', input, { token });
    const last = lines.at(-1);
    const code = last?.kind === 'error' ? last.error.code : status === 200 ? last?.kind : error.code;
    const message = JSON.stringify({ ask: spec, status, code });
    expect(status < 500 && code !== 'internal' && code !== undefined && code !== 'query_failed', message).toBe(true);
  }
});
