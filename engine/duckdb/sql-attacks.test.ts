import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Column, Param } from '#domain/query/query.ts';
import type { Engine, FileSource } from '#engine/engine.ts';
import { sqlAttacks, disguisedStatements, exhaustingStatements } from '#engine/testing/sql-attacks.ts';
import { type TestEngine, openTestEngine } from '#engine/testing/test-engine.ts';
import { ordinaryStatements } from '#engine/testing/ordinary-statements.ts';
import { openDuckdb } from './duckdb.ts';

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

let testEngine: TestEngine;
let sources: FileSource[];
beforeAll(async () => {
  testEngine = await openTestEngine();
  const segments = [await testEngine.keep(rows, columns)];
  sources = [
    { at: 'files' as const, name: 'orders', columns, segments },
    { at: 'files' as const, schema: 'shop', name: 'visits', columns: visited, segments },
  ];
});
afterAll(() => testEngine.close());

const params: Param[] = [
  { name: 'city', type: 'text', value: 'a' },
  { name: 'n', type: 'integer', value: 0 },
];
const answerBy = (engine: Engine, sql: string, seconds = 60) =>
  engine.answer({ by: 'person', sql, params, zone: 'Asia/Shanghai', sources, limit: 100 }, { seconds });
const answer = (sql: string) => answerBy(testEngine.engine, sql);
const titleOf = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, 120);
const outcomeOf = (answering: Promise<unknown>) =>
  answering.then(
    () => 'answered',
    (error: { code?: string; reason?: string }) => error.code ?? error.reason,
  );
const expectAnswer = async (engine: Engine) =>
  expect(await answerBy(engine, 'select 1 as n')).toMatchObject({ values: ['[1]'] });

describe.each(Object.entries(sqlAttacks))('%s', (_, { codes, statements }) => {
  test.each(statements.map((sql) => [titleOf(sql), sql]))('%s', async (_title, sql) => {
    expect(codes).toContain(await outcomeOf(answer(sql)));
    await expectAnswer(testEngine.engine);
  });
});

test('no lookalike of an ASCII letter can hide a catalogue name', async () => {
  expect(disguisedStatements.length).toBeGreaterThan(50);
  const passed: string[] = [];
  for (const sql of disguisedStatements) {
    const code = await testEngine.engine.gate(sql, { seconds: 60 }).then(
      ({ tables }) => (tables.length > 0 ? 'sql_table_unknown' : 'passed'),
      (error: { code?: string }) => error.code,
    );
    if (code !== 'sql_table_unknown' && code !== 'sql_name_refused') passed.push(`${sql}: ${code}`);
  }
  expect(passed).toEqual([]);
});

test.each(['\u212a', '\u017f', '\u0130'])('a name with %j is rejected with its own code', async (letter) => {
  for (const sql of [
    `with a${letter} as (select 1) select * from a${letter}`,
    `select a${letter}(1)`,
    `select $a${letter}`,
  ])
    expect(await outcomeOf(answer(sql))).toBe('sql_name_refused');
});

test('non-ASCII names are compared as the engine compares them', async () => {
  expect(await answer('with "Größe" as (select 1 as n) select * from "größE"')).toMatchObject({ rows: 1 });
  expect(await outcomeOf(answer('with "ÄRZTE" as (select 1 as n) select * from "ärzte"'))).toBe('sql_table_unknown');
});

describe('excessive resource use', () => {
  // Mostly waits for limits and new processes, so several engines run in parallel; more would exceed the memory of a
  // small machine.
  const engines = Array.from({ length: 3 }, () => openDuckdb(1));
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  type Ends = { end: string | undefined; next: string | undefined };
  const attempt = async (engine: Engine, sql: string): Promise<Ends> => ({
    end: await outcomeOf(answerBy(engine, sql, 0.5)),
    next: await outcomeOf(expectAnswer(engine)),
  });
  let all: Promise<Ends>[];
  beforeAll(() => {
    const last = engines.map((): Promise<unknown> => Promise.resolve());
    all = exhaustingStatements.map((sql, index) => {
      const engineIndex = index % engines.length;
      const ends = last[engineIndex]!.then(() => attempt(engines[engineIndex]!, sql));
      last[engineIndex] = ends;
      return ends;
    });
  });

  test.each(exhaustingStatements.map((sql, index) => [titleOf(sql), index] as const))('%s', async (_title, index) => {
    const { end, next } = await all[index]!;
    expect(['answered', 'timeout', 'crashed', 'query_too_large', 'sql_wrong']).toContain(end);
    // Whatever happens to it, the next query succeeds.
    expect(next).toBe('answered');
  });
});

test.each(ordinaryStatements.map((sql) => [titleOf(sql), sql]))('passes: %s', async (_title, sql) => {
  await expect(answer(sql)).resolves.toMatchObject({ isCutOff: false });
});

test('there are enough statements', () => {
  const count = Object.values(sqlAttacks).reduce(
    (sum, { statements }) => sum + statements.length,
    exhaustingStatements.length,
  );
  expect(count).toBeGreaterThanOrEqual(120);
  expect(ordinaryStatements.length).toBeGreaterThanOrEqual(60);
});
