import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Param } from '#domain/query/query.ts';
import { hasTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestPersonSql, personContext, type TestPersonSql } from '#engine/testing/gate-fixture.ts';
import { warehouseAttacks } from '#engine/testing/warehouse-attacks.ts';
import { personSqlOf } from './person-sql.ts';

describe.skipIf(!hasTestClickhouse)('SQL of people on the warehouse', () => {
  let warehouse: TestPersonSql;
  beforeAll(async () => {
    warehouse = await openTestPersonSql();
  });
  afterAll(() => warehouse.close());

  const answer = (sql: string, context: Partial<typeof personContext> = {}) =>
    warehouse.answer(sql, { ...personContext, ...context });
  const limits = { maxRows: 100, maxBytes: 1_000_000, seconds: 30 };

  test('reads at most one row more than the limit', async () => {
    const query = await personSqlOf(
      { ...personContext, sql: 'select * from numbers(1000)', limit: 10 },
      warehouse.queryWarehouse,
    );
    const { values } = await warehouse.client.query({ ...query, ...limits });
    expect(values[0]).toHaveLength(11);
  });

  test('keeps the order of the rows', async () => {
    const rows = await answer('select number from numbers(50000) order by number desc', { limit: 3 });
    expect(rows).toEqual([[49_999], [49_998], [49_997]]);
  });

  test('runs in the time zone of the person', async () => {
    const sql =
      "select toString(toDateTime('2026-01-01 00:00:00', 'UTC')), toDateTime('2026-01-01 00:00:00'), timezone()";
    const [row] = await answer(sql, { zone: 'America/New_York' });
    expect(row).toEqual(['2026-01-01 00:00:00', '2026-01-01T05:00:00Z', 'America/New_York']);
  });

  test('tables are found whatever the case of ASCII letters, and under their own names only', async () => {
    expect(await answer('select count() from ORDERS')).toEqual([[3]]);
    expect(await answer('select count() from SHOP.Visits as v')).toEqual([[2]]);
    for (const sql of ['select 1 from visits', 'select 1 from shop.orders', 'select 1 from orders.orders'])
      await expect(answer(sql)).rejects.toMatchObject({ code: 'sql_table_unknown', params: { at: 14 } });
  });

  test('tables with unusual names are found', async () => {
    const name = 'a`b"c\\d\ne.f {p1:String} 中🚀';
    const quoted = '`a\\`b"c\\\\d\\ne.f {p1:String} 中🚀`';
    const sources = [{ schema: name, name, sql: 'select 7 as `a b.c`' }];
    const sql = `with ${quoted} as (select "a b.c" as "x\n y" from ${quoted}.${quoted}) select ${quoted}."x\n y" from ${quoted}`;
    expect(await answer(sql, { sources })).toEqual([[7]]);
    const qualified = `select ${quoted}.${quoted}."a b.c" from ${quoted}.${quoted}`;
    expect(await answer(qualified, { sources })).toEqual([[7]]);
  });

  test('a CTE hides a dataset of the same name, but not in its own query', async () => {
    const sql = 'with orders as (select n + 10 as n from orders) select n from orders union all select n from orders';
    expect(await answer(`select n, count() from (${sql}) group by n order by n`)).toEqual([
      [10, 2],
      [11, 2],
      [12, 2],
    ]);
  });

  test('SQL of the maximum length is accepted', async () => {
    const text = '中'.repeat(99_000);
    expect(await answer(`select lengthUTF8('${text}') from orders limit 1`)).toEqual([[99_000]]);
  });

  test('a name never refers to a table of the database that the client uses', async () => {
    const query = await personSqlOf(
      { ...personContext, sql: 'with hidden as (select 1 as n) select * from hidden' },
      warehouse.queryWarehouse,
    );
    await warehouse.server.execute('create or replace table default.hidden (secret String) engine = Memory');
    expect((await warehouse.client.query({ ...query, ...limits })).values).toEqual([[1]]);
  });

  describe('no name of a person changes the rows of a source', () => {
    const sources = [{ name: 'orders', sql: 'select city, n from rows.orders where n = 1 and day > toDate32(0)' }];
    const cities = 'select groupArray(city) from orders';

    test.each([
      `with 1 as n ${cities}`,
      `with 1 as n, 1 as day select * from (${cities})`,
      `with 1 as n select * from (with 1 as day ${cities})`,
      `select (${cities}), 1 as n, today() as day`,
      `with \`rows.orders\` as (select 'x' as city, 1 as n, today() as day) ${cities}`,
      `with rows as (select 'x' as city, 1 as n, today() as day) ${cities}`,
      `with (select 1) as rows ${cities}`,
      `with orders as (select 'x' as city), rows as (select 1) select groupArray(city) from (select city from orders) where 0 union all ${cities}`,
      `select arrayJoin(arrayMap(n -> (${cities}), [1]))`,
      `select arrayJoin(arrayMap((n, day) -> (${cities}), [1], [1]))`,
      `select (${cities}) from (select 1 as n, today() as day) as rows`,
      `select (${cities}) from (select 1) array join [1] as n, [2] as day`,
      `select city from (select 1 as k, 1 as n, tuple(1) as rows) as t join (select 1 as k, (${cities}) as city) as u using (k)`,
      `with toDate32 as x select (${cities})`,
    ])('%s', async (sql) => {
      const rows = await answer(sql, { sources });
      // The parts of a union come in any order.
      const values = rows.map(([first]) => String(first)).toSorted();
      expect([['["b"]'], ['["x"]', '[]']]).toContainEqual(values);
    });
  });

  describe('parameters', () => {
    const valueOf = async (type: Param['type'], value: Param['value'], sql = 'select $P as v, toTypeName(v)') =>
      (await answer(sql, { params: [{ name: 'p', type, value }] }))[0];

    test.each<[Param['type'], Param['value'], unknown[]]>([
      ['text', "it's \\ {p1:String}\n'); drop", ["it's \\ {p1:String}\n'); drop", 'String']],
      ['text', null, [null, 'Nullable(String)']],
      ['integer', '-900000000000000000', ['-900000000000000000', 'Int64']],
      ['integer', 5, [5, 'Int64']],
      ['number', '1.5', [1.5, 'Float64']],
      ['boolean', false, [false, 'Bool']],
      ['boolean', null, [null, 'Nullable(Bool)']],
      ['date', '1930-02-28', ['1930-02-28', 'Date32']],
      ['time', '2026-01-31T16:00:00.5Z', ['2026-01-31T16:00:00.5Z', 'DateTime64(3)']],
      ['time', '1950-01-01T00:00:00Z', ['1950-01-01T00:00:00Z', 'DateTime64(3)']],
    ])('%s %j', async (type, value, row) => {
      expect(await valueOf(type, value)).toEqual(row);
    });

    test('of times are in the time zone of the person', async () => {
      expect(await valueOf('time', '2026-01-31T16:00:00Z', 'select toHour($p)')).toEqual([0]);
    });

    test.each<[Param['type'], Param['value']]>([
      ['integer', '1.5'],
      ['integer', '1; drop'],
      ['number', ''],
      ['boolean', 'yes'],
      ['date', '2026-02-30x'],
      ['date', '1800-01-01'],
      ['time', 'now'],
    ])('of type %s cannot be %j', async (type, value) => {
      await expect(valueOf(type, value)).rejects.toMatchObject({ code: 'sql_param_misfit' });
    });

    test('need a value', async () => {
      await expect(answer('select $other')).rejects.toMatchObject({ code: 'sql_param_missing' });
    });
  });

  test.each([
    ["select '中', citty from orders", { code: 'sql_column_misspelt', value: 'citty', column: 'city', at: 12 }],
    ['select zz.abc from orders', { code: 'sql_column_unknown', value: 'zz.abc', at: 7 }],
    ['select zz.hidden in (1) from orders', { code: 'sql_column_unknown', value: 'zz', at: 7 }],
    ['select rows.zz in (1) from orders', { code: 'sql_column_unknown', value: 'rows.zz', at: 7 }],
    ['select a.b.c in (1) from orders', { code: 'sql_column_unknown', value: 'a.b.c', at: 7 }],
    ['select rows.hidden in (1) from orders', { code: 'sql_column_unknown', value: 'rows.hidden', at: 7 }],
    ['select city, sum(n) from orders', { code: 'sql_group_missing', value: 'orders.city', at: 7 }],
    ['select n from orders where sum(n) > 1', { code: 'sql_aggregate_in_where' }],
    ['select n from orders where row_number() over () = 1', { code: 'sql_window_in_where' }],
    ['select sum(sum(n)) from orders', { code: 'sql_aggregate_nested' }],
    ['select intDiv(n, 0) from orders', { code: 'sql_divides_by_zero' }],
    ['select (select n from orders)', { code: 'sql_subquery_rows' }],
    ['select 1 union all select 1, 2', { code: 'sql_union_columns' }],
    ['select upper(n) from orders', { code: 'sql_argument_types', value: 'upper', column: 'Int64', at: 7 }],
    ['select arraymap(x -> x, [1])', { code: 'sql_function_misspelt', value: 'arraymap', column: 'arrayMap', at: 7 }],
    ["select [1, 'a']", { code: 'sql_types_mixed', value: 'UInt8', column: 'String' }],
    ['select round(1, 2, 3)', { code: 'sql_wrong' }],
    ['select * from orders final', { code: 'sql_wrong' }],
  ])('a mistake is explained without internal names: %s', async (sql, { code, ...params }) => {
    const error = (await answer(sql).catch((cause: unknown) => cause)) as {
      code: string;
      params: Record<string, unknown>;
    };
    expect(error).toMatchObject({ code, params });
    expect(JSON.stringify(error.params)).not.toMatch(/shuju|rows\.orders|__table|In scope|table expression/);
  });

  describe('second line of defence', () => {
    const run = (sql: string, client = warehouse.client) => client.query({ sql, params: [], ...limits });
    const writes = [
      ...warehouseAttacks['statements other than SELECT']!.statements.slice(0, 35),
      "select 1 into outfile '/tmp/shuju-warehouse-written'",
      "insert into function file('/tmp/shuju-warehouse-written', 'CSV', 'a Int8') select 1",
      'select 1 settings readonly = 0',
      'select 1 settings max_threads = 1',
    ];

    test('the client neither writes nor changes settings, whatever passes the gate', async () => {
      for (const sql of writes) await run(sql).catch(() => undefined);
      expect(existsSync('/tmp/shuju-warehouse-written')).toBe(false);
      expect(await answer('select count() from orders')).toEqual([[3]]);
      expect((await run('select count() from rows.hidden')).values).toEqual([[1]]);
      await expect(run('select 1 settings readonly = 0')).rejects.toThrow(/readonly/);
    });

    test('an account that may only read its database reaches no files and no other hosts', async () => {
      const statements = warehouseAttacks['table functions']!.statements.filter((sql) => !isHarmless(sql));
      const succeeded: string[] = [];
      for (const sql of [...statements, 'select * from system.users'])
        await run(sql, warehouse.restrictedClient).then(
          () => succeeded.push(sql),
          () => undefined,
        );
      expect(succeeded).toEqual([]);
      expect((await run('select count() from rows.orders', warehouse.restrictedClient)).values).toEqual([[3]]);
    });

    // These compute rows from their arguments.
    const isHarmless = (sql: string) =>
      /(?:values|null|generateRandom|numbers_mt|format|view|viewExplain|loop|merge|mergeTreeIndex|fuzzQuery|fuzzJSON|eval)\(/.test(
        sql,
      );
  });
});
