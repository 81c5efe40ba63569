import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createRandom } from '#engine/testing/random.ts';
import { hasTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestPersonSql, type TestPersonSql } from '#engine/testing/gate-fixture.ts';
import { quoteIdentifier } from './write-sql.ts';

describe.skipIf(!hasTestClickhouse)('the gate of the warehouse', () => {
  let warehouse: TestPersonSql;
  beforeAll(async () => {
    warehouse = await openTestPersonSql();
  });
  afterAll(() => warehouse.close());

  const gate = (sql: string) => warehouse.gate(sql);
  const tablesIn = async (sql: string) =>
    (await gate(sql)).tables.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`));

  describe('lists the tables', () => {
    test.each([
      ['select 1', []],
      ['from a select x', ['a']],
      ['select * from "A b"', ['A b']],
      ['select * from `应用`.`订单` as o join b using (k)', ['应用.订单', 'b']],
      [
        'select (select max(x) from a), exists (select 1 from b) from c where x in (select y from d)',
        ['a', 'b', 'c', 'd'],
      ],
      ['select * from a union all select * from b except select * from c', ['a', 'b', 'c']],
      ['with a as (select * from b), c as (select * from a) select * from a, c, d', ['b', 'd']],
      ['with a as (select * from b), b as (select 1) select * from a, b', ['b']],
      ['with a as (select * from a) select * from a', ['a']],
      ['select * from (with a as (select 1) select * from a) as x, a', ['a']],
      ['with a as (select 1) select * from a union all select * from a', []],
      ['with a as (select 1) select * from a intersect select * from a', []],
      ['select * from a union all (with a as (select 1) select * from a)', ['a']],
      ['with recursive r as (select 1 as n union all select n + 1 from r, s) select * from r', ['s']],
      ['with a as (select 1) select * from main.a', ['main.a']],
      ['with a as (select 1), b as (with a as (select * from a) select * from a) select * from a, b', []],
      ['select x in a, x in b.c, x not in d from e', ['a', 'b.c', 'd', 'e']],
      ['with a as (select 1 as k) select 1 in a', []],
      ['select a.a from a as b join c.a as d on a.a = c.a.a', ['a', 'c.a']],
      ['select final from final final', ['final']],
      ['select 城市 from 应用.订单_2', ['应用.订单_2']],
      ["select date '2026-01-01', date from date", ['date']],
      ['select count(x) from count', ['count']],
      ['select arrayMap(x -> (select max(y) from a), [1])', ['a']],
      ['select a from numbers(1) as a array join a', []],
    ])('of %s', async (sql, tables) => {
      expect((await tablesIn(sql)).toSorted()).toEqual(tables.toSorted());
    });

    test('with their position in characters', async () => {
      const sql = "select '🚀中' from `应用`.`订单`, b -- 中\n, c";
      const { tables } = await gate(sql);
      expect(tables.map(({ at }) => sql.slice(at!))).toEqual(['`应用`.`订单`, b -- 中\n, c', 'b -- 中\n, c', 'c']);
    });
  });

  test('lists parameters once each', async () => {
    expect((await gate('select $a, $b + $a from t where x = $b limit $c')).params).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ["select '🚀', hostName()", 'sql_function_refused', 'hostName()'],
    ["select '🚀' from 中, url('x')", 'sql_function_refused', "url('x')"],
    ["select '🚀' from `中`, url('x')", 'sql_function_refused', "url('x')"],
    ["select '🚀' ; /* ; */ select 2", 'sql_several', 'select 2'],
    ["select '🚀中', 'a' selec 1", 'sql_syntax', '1'],
    ['select `中 文` a b, 1', 'sql_syntax', 'b, 1'],
    ["select '🚀', summ(1)", 'sql_function_misspelt', 'summ(1)'],
    ["select '🚀', 'x", 'sql_unclosed', "'x"],
    ['select 1,  -- 中', 'sql_unfinished', '  -- 中'],
    ['select (1', 'sql_unfinished', ''],
    ['select 1 from a, (select 2))', 'sql_syntax', ')'],
    ['selec 1', 'sql_syntax', 'selec 1'],
    ['  insert into x select 1', 'sql_not_select', 'insert into x select 1'],
  ])('reports the position: %s', async (sql, code, rest) => {
    const refusal = (await gate(sql).catch((error: unknown) => error)) as { code: string; params: { at: number } };
    expect(refusal).toMatchObject({ code, params: { at: expect.any(Number) } });
    expect(sql.slice(refusal.params.at)).toBe(rest);
  });

  test('columns and tables can have the names of functions', async () => {
    const sql =
      'select o.user as user, user.* except (database) from user join orders as o using (user) where n in user';
    expect(await tablesIn(sql)).toEqual(['user', 'orders', 'user']);
  });

  test('a statement may end with semicolons and comments', async () => {
    expect(await tablesIn('select 1 from a; ; -- the end\n/* ; /* nested ; */ */ # end')).toEqual(['a']);
  });

  test('no name can hide a table or a function', async () => {
    const random = createRandom(20_261_117);
    const characters = '\n \t.,()[]`"\'\\$;-/*#:中é\u{1F680}\u2028\u00a0aA1_';
    const sequences =
      "\n   TableIdentifier orders| (alias x)| (children 1)|\n Function count|--|/*|*/|hidden|(select 1)| as |shuju_|shuju_1_|with|select|from|Literal|{p1:String}|\\n|''";
    const pieces = [...Array.from(characters), ...sequences.split('|')];
    const nameOf = () => quoteIdentifier(random.several(1, 5, () => random.pick(pieces)).join(''));
    const shapes: ((a: string, b: string) => string)[] = [
      (a, b) => `with ${a} as (select 1 as ${b}) select ${b} as ${a} from ${a}, @`,
      (a, b) => `select ${a}.${b} as ${b} from @ as ${a} where ${a}.${b} = 1`,
      (a, b) => `select 1 as ${a}, 2 as ${b}, (select 1 as ${a} from @) order by ${a}, ${b}`,
      (a, b) => `with ${a} as (select 1), ${b} as (select * from @) select * from ${a}, ${b}`,
      (a, b) => `select arrayMap(${a} -> ${a} in @, [1]) as ${b}`,
      (a, b) => `select sum(1) over ${a} as ${b} from @ window ${a} as (order by ${b})`,
      (a, b) => `select * except (${a}) replace (1 as ${b}) from (select 1 as ${a}, 2 as ${b} from @)`,
      (a, b) => `select x as ${a} from @ as ${b} array join [1] as x order by x with fill interpolate (${a} as 1)`,
    ];
    const passed: string[] = [];
    let listed = 0;
    for (let count = 0; count < 400; count++) {
      const shape = random.pick(shapes)(nameOf(), nameOf());
      const tables = await tablesIn(shape.replace('@', 'rows.hidden')).catch((error: { code?: string }) => error.code);
      const isListed = Array.isArray(tables) && tables.includes('rows.hidden');
      if (isListed) listed++;
      // Not every name is valid, and two of them may be the same.
      if (!isListed && !['sql_syntax', 'sql_unfinished', 'sql_part_refused'].includes(String(tables)))
        passed.push(`${shape}: ${String(tables)}`);
      const called = shape.replace('@', "(select file('/etc/passwd') as k)");
      const code = await gate(called).then(
        () => 'passed',
        (error: { code?: string }) => error.code,
      );
      if (code !== 'sql_function_refused' && code !== 'sql_syntax') passed.push(`${called}: ${code}`);
    }
    expect(passed).toEqual([]);
    expect(listed).toBeGreaterThan(200);
  });
});
