import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Scalar } from '#domain/query/query.ts';
import { compile } from '#engine/sql/compile.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { flatten, raw } from '#engine/sql/fragment.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { testRandomFormulas } from '#engine/testing/equal-formulas.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { relatedSales, tablesToRelate, testRelatedQueries } from '#engine/testing/related-tables.ts';
import { createRandom } from '#engine/testing/random.ts';
import { randomQuery } from '#engine/testing/random-query.ts';
import { testFailures } from '#engine/testing/servers/failures.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { insertRows } from '#engine/testing/servers/insert-rows.ts';
import { runCompiled, waitUntilRunning, standardLimits } from '#engine/testing/servers/queries.ts';
import { openClickhouse } from './clickhouse.ts';
import type { DatabaseClient } from './driver.ts';

const types = {
  text: 'Nullable(String)',
  integer: 'Nullable(Int64)',
  number: 'Nullable(Decimal(20, 4))',
  boolean: 'Nullable(Bool)',
  date: 'Nullable(Date32)',
  time: 'Nullable(DateTime64(3))',
  json: 'Nullable(String)',
};
// The library of the test server exists for Linux on x64 only.
describe.skipIf(!hasTestClickhouse)('ClickHouse', () => {
  let server: TestClickhouse;
  let client: DatabaseClient;
  beforeAll(async () => {
    server = await openTestClickhouse();
    await insertRows(server, clickhouse, randomTable, rowsOfRandomTable, types, 'engine = MergeTree order by ()');
    for (const { table, rows } of tablesToRelate) {
      // Cells of a missing partner are null, also if the column is not nullable.
      const columnTypes = table.name === 'channels' ? { ...types, text: 'String' } : types;
      await insertRows(server, clickhouse, table, rows, columnTypes, 'engine = MergeTree order by ()');
    }
    client = openClickhouse(server.address);
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  describe('random queries', () => {
    testRandomQueries(300, (query) => runCompiled(client, compile(query, randomTable, clickhouse)));
  });

  describe('random queries on related tables', () => {
    testRelatedQueries(60, (query) => runCompiled(client, compile(query, relatedSales, clickhouse)));
  });

  describe('random formulas', () => {
    testRandomFormulas(40, (query, table) => runCompiled(client, compileRows(query, table, clickhouse)));
  });

  /** The first row of a result: types and values by column names. */
  async function firstRowOf(reader: DatabaseClient, sql: string, params: Scalar[] = []) {
    const { columns, values } = await reader.query({ sql, params, ...standardLimits });
    return Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, values[index]![0]]]));
  }

  const openAs = (user: string) => openClickhouse({ ...server.address, user });

  const oddValues = `select toInt8(-1) as a, 9007199254740993 as b, toInt256('-123456789012345678901234567890') as c,
  toFloat32(0.1) as d, nan as e, inf as f, toDecimal128('12345.678900', 6) as g, true as h,
  toDate('2026-02-28') as i, toDate32('1925-03-01') as j, toNullable(toDateTime('2026-01-31 16:30:00', 'Asia/Shanghai')) as k,
  toDateTime64('2026-01-31 16:30:00.250', 3, 'Asia/Shanghai') as l, toDateTime('2026-01-31 16:30:00') as m,
  cast('b' as Enum('a' = 1, 'b' = 2)) as n, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') as o, toIPv4('10.0.0.1') as p,
  ['x/y', 'tab\\t "q"'] as q, (1, 'z') as r, map('k', 9007199254740993) as s, '{"a":{"b":1}}'::JSON as t, null as u,
  toLowCardinality(toNullable('low')) as v, cast(null as Nullable(Int64)) as w, toFixedString('ab', 3) as x,
  'line\\nbreak, "quote" \\\\ 🚀 \\0' as y, cast(7 as SimpleAggregateFunction(sum, UInt64)) as z, [] as aa,
  toDateTime64('2026-10-25 00:30:00', 0, 'UTC')::DateTime('Europe/Berlin') as bb`;

  const oddRow = {
    a: ['integer', -1],
    b: ['integer', '9007199254740993'],
    c: ['integer', '-123456789012345678901234567890'],
    d: ['number', 0.1],
    e: ['number', null],
    f: ['number', null],
    g: ['number', 12345.6789],
    h: ['boolean', true],
    i: ['date', '2026-02-28'],
    j: ['date', '1925-03-01'],
    k: ['time', '2026-01-31T08:30:00Z'],
    l: ['time', '2026-01-31T08:30:00.25Z'],
    m: ['time', '2026-01-31T16:30:00Z'],
    n: ['text', 'b'],
    o: ['text', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
    p: ['text', '10.0.0.1'],
    q: ['json', '["x/y","tab\\t \\"q\\""]'],
    r: ['json', '[1,"z"]'],
    s: ['json', '{"k":9007199254740993}'],
    t: ['json', '{"a":{"b":1}}'],
    u: ['text', null],
    v: ['text', 'low'],
    w: ['integer', null],
    x: ['text', 'ab\0'],
    y: ['text', 'line\nbreak, "quote" \\ 🚀 \0'],
    z: ['integer', 7],
    aa: ['json', '[]'],
    bb: ['time', '2026-10-25T00:30:00Z'],
  };

  test('values of every type are converted as in other engines', async () => {
    await expect(firstRowOf(client, oddValues)).resolves.toEqual(oddRow);
  });

  test('values of nested types are JSON, and values of types that other engines lack are text', async () => {
    const values: Record<string, [sql: string, type: string, value: unknown]> = {
      a: ["cast([(1, 'x')] as Nested(n Int64, s String))", 'json', '[{"n":1,"s":"x"}]'],
      b: ["[toLowCardinality('x'), null]", 'json', '["x",null]'],
      c: ["map('k', [(1, toDate('2026-01-31'))])", 'json', '{"k":[[1,"2026-01-31"]]}'],
      d: ["cast((1, 'z') as Tuple(a Int8, `b c` String))", 'json', '{"a":1,"b c":"z"}'],
      e: ['[nan, inf]', 'json', '[null,null]'],
      f: ["toLowCardinality(toDate('2026-01-31'))", 'date', '2026-01-31'],
      g: ["cast(null as Nullable(DateTime('Asia/Shanghai')))", 'time', null],
      h: ["toIPv6('::1')", 'text', '::1'],
      i: ['toIntervalDay(3)', 'text', '3'],
      j: ["toDate32('2299-12-31')", 'date', '2299-12-31'],
      k: ["toDateTime64('1900-01-01 00:00:00.000001', 6, 'UTC')", 'time', '1900-01-01T00:00:00.000001Z'],
      l: ["cast('x' as Enum8('x' = -1))", 'text', 'x'],
      m: [`toUInt256('${2n ** 256n - 1n}')`, 'integer', String(2n ** 256n - 1n)],
      n: ["toDecimal256('-0.000000000000000001', 18)", 'number', -1e-18],
      o: ['cast(toInt64(1) as Variant(Int64, String))', 'text', '1'],
      p: ["cast('x' as Nullable(FixedString(2)))", 'text', 'x\0'],
      q: ['(0., 1.5)::Point', 'json', '[0,1.5]'],
    };
    const list = Object.entries(values).map(([name, [sql]]) => `${sql} as ${name}`);
    const row = await firstRowOf(client, `select ${list.join(', ')}`);
    const expected = Object.entries(values).map(([name, [, ...each]]) => [name, each]);
    expect(row).toEqual(Object.fromEntries(expected));
  });

  const accounts = [
    // Without the setting, a repeated hour is read as its second occurrence.
    ['reader', { ...oddRow, bb: ['time', '2026-10-25T01:30:00Z'], q: ['json', String.raw`["x\/y","tab\t \"q\""]`] }],
    ['analyst', oddRow],
  ] as const;

  test.each(accounts)('an account that may not change all settings reads the same: %s', async (user, expected) => {
    const restricted = openAs(user);
    await expect(firstRowOf(restricted, oddValues)).resolves.toEqual(expected);
    const write = restricted.query({
      sql: 'create table written (n Int8) engine = Log',
      params: [],
      ...standardLimits,
    });
    await expect(write).rejects.toMatchObject({ reason: 'denied' });
    await restricted.close();
  });

  const strings = [
    "it's",
    'back\\slash \\n',
    'line\nbreak\r\n',
    'tab\t',
    '🚀 上海',
    'NUL \0 end',
    '',
    '{p1:String}',
    '\\N',
  ];

  test('parameters are bound and never become part of the query text', async () => {
    const sql = strings.map((_, index) => `{p${index + 1}:String} as s${index + 1}`).join(', ');
    const row = await firstRowOf(client, `select ${sql}`, strings);
    expect(Object.values(row)).toEqual(strings.map((value) => ['text', value]));
    const mixed = 'select {p1:Int64} as a, {p2:Float64} as b, {p3:Bool} as c, {p4:Date32} as d';
    const values = await firstRowOf(client, mixed, [-3, 0.1, true, '1925-03-01']);
    expect(values).toEqual({
      a: ['integer', -3],
      b: ['number', 0.1],
      c: ['boolean', true],
      d: ['date', '1925-03-01'],
    });
  });

  test.each([60, 10_000])('a list of %d parameters is bound as arrays', async (count) => {
    const many = Array.from({ length: count }, (_, index) => `${strings[index % strings.length]}${index}`);
    const list = many.map((_, index) => `{p${index + 2}:String}`).join(', ');
    const member = `select {p1:String} in (${list}) as is_member, length({p1:String}) as length`;
    const last = await firstRowOf(client, member, [many.at(-1)!, ...many]);
    expect(last).toEqual({ is_member: ['integer', 1], length: ['integer', Buffer.byteLength(many.at(-1)!)] });
    const other = await firstRowOf(client, member, ['other', ...many]);
    expect(other).toEqual({ is_member: ['integer', 0], length: ['integer', 5] });
  });

  test('a long list of function arguments is not packed into an array', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `${index};`);
    const list = many.map((_, index) => `{p${index + 1}:String}`).join(', ');
    const row = await firstRowOf(client, `select concat(${list}) as s, {p1:String} in (${list}) as is_member`, many);
    expect(row).toEqual({ s: ['text', many.join('')], is_member: ['integer', 1] });
  });

  test('every value in a long list of parameters is found', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `it's a long list: ${index}`);
    const list = many.map((_, index) => `{p${index + 1}:String}`).join(', ');
    const sql = `select countIf(concat('it\\'s a long list: ', toString(number)) in (${list})) as n from numbers(20000)`;
    await expect(firstRowOf(client, sql, many)).resolves.toEqual({ n: ['integer', 10_000] });
  });

  test('aggregates without rows are null, also of columns that cannot be null', async () => {
    await server.execute('create table plain (n Int64, x Float64, d Date) engine = MergeTree order by ()');
    const columns = [
      { id: 'n', name: 'n', type: 'integer' as const },
      { id: 'x', name: 'x', type: 'number' as const },
      { id: 'd', name: 'd', type: 'date' as const },
    ];
    const formulas = [
      { kind: 'sum' as const, column: 'n' },
      { kind: 'sum' as const, column: 'x' },
      { kind: 'average' as const, column: 'x' },
      { kind: 'min' as const, column: 'd' },
      { kind: 'median' as const, column: 'x' },
      { kind: 'count' as const },
    ];
    const query = {
      ...randomQuery(createRandom(1)),
      dimensions: [],
      measures: formulas.map((formula, index) => ({ id: `m${index}`, formula, show: 'value' as const })),
      filters: [],
      period: { kind: 'all' as const },
      top: { kind: 'every' as const },
      order: [],
    };
    const { rows } = await runCompiled(client, compile(query, { name: 'plain', columns, metrics: [] }, clickhouse));
    expect(rows).toEqual([[null, null, null, null, null, 0]]);
  });

  test('sums of large integers do not overflow', async () => {
    const large = flatten(clickhouse.aggregate('sum', raw('n'), 'integer')).texts.join('');
    const row = await firstRowOf(client, `select ${large} as s from (select toInt64(9e18) as n from numbers(3))`);
    expect(row).toEqual({ s: ['integer', '27000000000000000000'] });
  });

  test('weeks, months and hours before 1970 are correct', async () => {
    const local = clickhouse.local(raw("toDateTime64('1925-03-05 10:20:30.5', 3, 'UTC')"), 'Asia/Kolkata');
    const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
    const dates = units.map((unit) => `${flatten(clickhouse.truncate(local, unit)).texts.join('')} as ${unit}_`);
    const hour = clickhouse.truncateMoment(
      raw("toDateTime64('1925-03-05 10:20:30.5', 3, 'UTC')"),
      'hour',
      'Asia/Kolkata',
    );
    const row = await firstRowOf(client, `select ${dates.join(', ')}, ${flatten(hour).texts.join('')} as hour_`);
    expect(row).toEqual({
      day_: ['date', '1925-03-05'],
      week_: ['date', '1925-03-02'],
      month_: ['date', '1925-03-01'],
      quarter_: ['date', '1925-01-01'],
      year_: ['date', '1925-01-01'],
      hour_: ['time', '1925-03-05T09:30:00Z'],
    });
  });

  test('a query can only read', async () => {
    const write = client.query({ sql: 'create table written (n Int8) engine = Log', params: [], ...standardLimits });
    await expect(write).rejects.toMatchObject({ reason: 'denied' });
    const allow = client.query({ sql: 'select 1 settings readonly = 0', params: [], ...standardLimits });
    await expect(allow).rejects.toMatchObject({ reason: 'denied' });
    const several = client.query({ sql: 'select 1; drop table orders', params: [], ...standardLimits });
    await expect(several).rejects.toMatchObject({
      reason: 'wrong',
      message: expect.stringContaining('Multi-statements'),
    });
    await expect(server.execute("select name from system.tables where name = 'written'")).resolves.toEqual([]);
  });

  test('a result is cut off at its row limit and rejected at its byte limit, and the query stops on the server', async () => {
    const endless = { sql: "select number as n, repeat('x', 900) as x from system.numbers", params: [] };
    const cut = await client.query({ ...endless, ...standardLimits, maxRows: 10 });
    expect([cut.isCutOff, cut.values[0]]).toEqual([true, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    const large = client.query({ ...endless, ...standardLimits, maxRows: Infinity, maxBytes: 1_000_000 });
    await expect(large).rejects.toMatchObject({ code: 'query_too_large' });
    await expect(runningOnServer()).resolves.toEqual([]);
  });

  const slowSql = 'select count() as n from numbers(1000000000000) where sipHash64(number) = 1';
  const runningOnServer = () =>
    server.execute(
      "select query from system.processes where query like '%from %numbers%' and query not like '%processes%'",
    );

  test.each(['shuju', 'reader'])('aborting stops the query on the server, and the next one runs: %s', async (user) => {
    const reader = openAs(user);
    const controller = new AbortController();
    const slow = reader.query({ sql: slowSql, params: [], ...standardLimits }, controller.signal);
    await waitUntilRunning(runningOnServer);
    controller.abort();
    await expect(slow).rejects.toThrow('aborted');
    await expect(runningOnServer()).resolves.toEqual([]);
    await expect(firstRowOf(reader, 'select 1 as n')).resolves.toEqual({ n: ['integer', 1] });
    await reader.close();
  });

  test.each(['shuju', 'reader'])('a query ends at its time limit: %s', async (user) => {
    const reader = openAs(user);
    const slow = reader.query({ sql: slowSql, params: [], ...standardLimits, seconds: 0.2 });
    // For an account that may not set the limit, the client kills the query.
    await expect(slow).rejects.toMatchObject({
      reason: 'time_limit',
      message: user === 'shuju' ? expect.stringContaining('elapsed') : expect.stringContaining('0.2 seconds'),
    });
    await expect(runningOnServer()).resolves.toEqual([]);
    await reader.close();
  });

  test.each(['shuju', 'reader'])(
    'an error in the middle of a result is an error, not a short result: %s',
    async (user) => {
      const sql = "select number, throwIf(number = 2000000, 'broken in the middle') as x from numbers(3000000)";
      const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': 'password' };
      const direct = await fetch(`http://127.0.0.1:${server.address.port}/`, { method: 'POST', body: sql, headers });
      await direct.body!.cancel();
      expect(direct.status).toBe(200);
      const reader = openAs(user);
      const broken = reader.query({ sql, params: [], maxRows: 5_000_000, maxBytes: 1e9, seconds: 60 });
      await expect(broken).rejects.toMatchObject({
        reason: 'wrong',
        message: expect.stringContaining('broken in the middle'),
      });
      await reader.close();
    },
  );

  test('a server that was restarted is used again', async () => {
    await firstRowOf(client, 'select 1 as n');
    await server.stop();
    await expect(firstRowOf(client, 'select 1 as n')).rejects.toMatchObject({ reason: 'refused' });
    await server.start();
    await expect(firstRowOf(client, 'select count() as n from orders')).resolves.toEqual({ n: ['integer', 300] });
  });

  testFailures({ open: openClickhouse, address: () => server.address });
});
