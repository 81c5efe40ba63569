import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Column, Param } from '#contract/query.ts';
import type { Source } from '#engine/engine.ts';
import { attempts, exhausting } from '#engine/testing/attempts.ts';
import { type Kept, openKept } from '#engine/testing/kept.ts';
import { ordinary } from '#engine/testing/ordinary.ts';

const columns: Column[] = [
  { id: 'c1', name: 'city', type: 'text' },
  { id: 'c2', name: 'amount', type: 'number' },
  { id: 'c3', name: 'n', type: 'integer' },
  { id: 'c4', name: 'sold_at', type: 'time' },
  { id: 'c5', name: 'day', type: 'date' },
  { id: 'c6', name: 'paid', type: 'boolean' },
  { id: 'c7', name: 'tags', type: 'json' },
];
const rows = [
  { c1: '上海', c2: 1.5, c3: 2, c4: '2026-01-31T16:30:00Z', c5: '2026-02-01', c6: true, c7: ['a', 1] },
  { c1: 'a', c2: -2, c3: 0, c4: '2026-02-01T00:00:00Z', c5: '2026-02-01', c6: false, c7: ['b'] },
];
const visited: Column[] = [columns[0]!, columns[3]!, { id: 'c8', name: 'pages', type: 'integer' }];

let kept: Kept;
let sources: Source[];
beforeAll(async () => {
  kept = await openKept();
  const segments = [await kept.keep(rows, columns)];
  sources = [
    { name: 'orders', columns, segments },
    { schema: 'shop', name: 'visits', columns: visited, segments },
  ];
});
afterAll(() => kept.close());

const params: Param[] = [
  { name: 'city', type: 'text', value: 'a' },
  { name: 'n', type: 'integer', value: 0 },
];
const answer = (sql: string, seconds = 60) =>
  kept.engine.answer({ by: 'person', sql, params, zone: 'Asia/Shanghai', sources, limit: 100 }, { seconds });
const titleOf = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, 120);
const isAnswering = async () => expect(await answer('select 1 as n')).toMatchObject({ json: '[[1]]' });

describe.each(Object.entries(attempts))('%s', (_, { codes, statements }) => {
  test.each(statements.map((sql) => [titleOf(sql), sql]))('%s', async (_title, sql) => {
    const refusal = await answer(sql).then(
      () => 'answered',
      (error: { code?: string; reason?: string }) => error.code ?? error.reason,
    );
    expect(codes).toContain(refusal);
    await isAnswering();
  });
});

describe('too much', () => {
  test.each(exhausting.map((sql) => [titleOf(sql), sql]))(
    '%s',
    async (_title, sql) => {
      // Whatever becomes of it, the next question is answered.
      const end = await answer(sql, 1).then(
        () => 'answered',
        (error: { code?: string; reason?: string }) => error.code ?? error.reason,
      );
      expect(['answered', 'timeout', 'crashed', 'query_too_large', 'sql_wrong']).toContain(end);
      await isAnswering();
    },
    60_000,
  );
});

test.each(ordinary.map((sql) => [titleOf(sql), sql]))('passes: %s', async (_title, sql) => {
  await expect(answer(sql)).resolves.toMatchObject({ isCutOff: false });
});

test('there are enough of them', () => {
  const count = Object.values(attempts).reduce((sum, { statements }) => sum + statements.length, exhausting.length);
  expect(count).toBeGreaterThanOrEqual(120);
  expect(ordinary.length).toBeGreaterThanOrEqual(60);
});
