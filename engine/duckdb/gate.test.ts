import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type TestEngine, openTestEngine } from '#engine/testing/test-engine.ts';

let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine();
});
afterAll(() => testEngine.close());

const gate = (sql: string) => testEngine.engine.gate(sql, { seconds: 30 });
const tablesIn = async (sql: string) =>
  (await gate(sql)).tables.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`));

describe('tables', () => {
  test.each([
    ['select 1', []],
    ['from a', ['a']],
    ['table "A b"', ['A b']],
    ['select * from 应用.订单 as o join b using (k)', ['应用.订单', 'b']],
    ['select (select max(x) from a), exists (from b) from c where x in (select y from d)', ['c', 'a', 'b', 'd']],
    ['select * from a, lateral (select * from b where b.k = a.k)', ['a', 'b']],
    ['select * from a union all select * from b except select * from c', ['a', 'b', 'c']],
    ['with a as (select * from b), c as (select * from a) select * from a, c, d', ['b', 'd']],
    ['with a as (select * from b), b as (select 1) select * from a, b', ['b']],
    ['with a as (select * from a) select * from a', ['a']],
    ['select * from (with a as (select 1) select * from a) x, a', ['a']],
    ['with recursive r as (select 1 as n union all select n + 1 from r, s) select * from r', ['s']],
    ['with a as (select 1) select * from main.a', ['main.a']],
    ['pivot a on x in (1, 2) using sum(y)', ['a']],
    ['unpivot a on x, y', ['a']],
    ['select list_transform([1], lambda x: (select max(y) from a))', ['a']],
    ['select sum(x) over (order by (select max(y) from a)) from b order by (select 1 from c)', ['b', 'a', 'c']],
  ])('are listed: %s', async (sql, tables) => {
    expect((await tablesIn(sql)).toSorted()).toEqual(tables.toSorted());
  });

  test('are reported with their position in characters', async () => {
    const sql = "select '🚀中' from 应用.订单, b";
    const { tables } = await gate(sql);
    expect(tables.map(({ at }) => sql.slice(at!))).toEqual(['应用.订单, b', 'b']);
  });
});

test('parameters are listed once each', async () => {
  const { params } = await gate('select $a, $b + $a from t where x = $b limit $c');
  expect(params.toSorted()).toEqual(['a', 'b', 'c']);
});

describe('a position is reported for', () => {
  test.each([
    ["select '🚀', getenv('HOME')", 'sql_function_refused', "getenv('HOME')"],
    ["select * from '🚀', read_csv('x')", 'sql_function_refused', "read_csv('x')"],
    ["select '🚀' ; /* ; */ select 2", 'sql_several', 'select 2'],
    ["select '🚀' selec 1", 'sql_syntax', '1'],
    ["select '🚀', summ(1)", 'sql_function_misspelt', 'summ(1)'],
    ['select 1 from a.b.c', 'sql_table_unknown', 'a.b.c'],
  ])('%s', async (sql, code, rest) => {
    const refusal = (await gate(sql).catch((error: unknown) => error)) as { code: string; params: { at: number } };
    expect(refusal).toMatchObject({ code, params: { at: expect.any(Number) } });
    expect(sql.slice(refusal.params.at)).toBe(rest);
  });
});

test('a statement may end with semicolons and comments', async () => {
  expect(await tablesIn('select 1 from a; ; -- the end\n/* ; /* nested ; */ */')).toEqual(['a']);
});
