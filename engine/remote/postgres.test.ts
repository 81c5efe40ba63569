import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { compile } from '#engine/sql/compile.ts';
import { postgres } from '#engine/sql/dialects/postgres.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { queryOf } from '#engine/testing/query.ts';
import { testRandomFormulas } from '#engine/testing/equal-formulas.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { relatedSales, tablesToRelate, testRelatedQueries } from '#engine/testing/related-tables.ts';
import { testExactTexts } from '#engine/testing/servers/exact-texts.ts';
import { testFailures } from '#engine/testing/servers/failures.ts';
import { insertRows } from '#engine/testing/servers/insert-rows.ts';
import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import { runCompiled, waitUntilRunning, standardLimits } from '#engine/testing/servers/queries.ts';
import type { DatabaseClient } from './driver.ts';
import { openPostgres } from './postgres.ts';

let server: TestServer;
let client: DatabaseClient;
beforeAll(async () => {
  server = await openTestPostgres();
  const dataTypes = { text: 'text', integer: 'bigint', number: 'numeric(20, 4)', boolean: 'boolean', date: 'date' };
  const types = { ...dataTypes, time: 'timestamptz', json: 'jsonb' };
  await insertRows(server, postgres, randomTable, rowsOfRandomTable, types);
  for (const { table, rows } of tablesToRelate) await insertRows(server, postgres, table, rows, types);
  client = openPostgres(server.address);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

describe('random queries', () => {
  testRandomQueries(300, (query) => runCompiled(client, compile(query, randomTable, postgres)));
});

describe('random queries on related tables', () => {
  testRelatedQueries(60, (query) => runCompiled(client, compile(query, relatedSales, postgres)));
});

describe('random formulas', () => {
  testRandomFormulas(40, (query, table) => runCompiled(client, compileRows(query, table, postgres)));
});

// Without clock changes, so that each local time is one instant.
const localZone = 'Asia/Shanghai';
const localTable = {
  ...randomTable,
  schema: 'a "strange" schema',
  columns: randomTable.columns.map((column) => (column.type === 'time' ? { ...column, localZone } : column)),
};

describe('random queries on local times in another schema', () => {
  beforeAll(async () => {
    await server.execute(`create schema ${postgres.quote(localTable.schema)};
      create table ${postgres.quote(localTable.schema)}.orders as select * from orders;
      alter table ${postgres.quote(localTable.schema)}.orders
      alter column at type timestamp using at at time zone '${localZone}'`);
  });
  testRandomQueries(100, (query) => runCompiled(client, compile(query, localTable, postgres)));
});

test('a period on local times compares the stored cells, which can use an index', () => {
  const span = { kind: 'range', from: '2026-01-01', to: '2026-01-31' } as const;
  const period = { kind: 'during', column: 'c7', span, compare: { kind: 'none' } } as const;
  const query = queryOf({ zone: 'Europe/Berlin', period });
  const { sql, params } = compile(query, localTable, postgres);
  expect(sql).toContain('where (t."at" >= cast($1 as timestamp) and t."at" < cast($2 as timestamp))');
  expect(params).toEqual(['2026-01-01T07:00:00.000', '2026-02-01T07:00:00.000']);
});

test('equal texts are found by an index', async () => {
  await server.execute(`create table cities (name varchar(50)); create index on cities (name);
    insert into cities select 'city ' || i from generate_series(1, 20000) i; analyze cities`);
  const table = { name: 'cities', columns: [{ id: 'c', name: 'name', type: 'text' as const }], metrics: [] };
  for (const filter of [
    { op: 'equals' as const, column: 'c', value: 'city 7' },
    { op: 'in' as const, column: 'c', values: ['city 7', 'city 8'] },
  ]) {
    const { sql, params } = compile(queryOf({ filters: [filter] }), table, postgres);
    const { values } = await client.query({ sql: `explain ${sql}`, params, ...standardLimits });
    expect(values[0]!.join('\n')).toMatch(/Index/);
  }
});

test('values of every type are converted as in other engines', async () => {
  const { columns, values } = await client.query({
    sql: `select 1::smallint as a, 9007199254740993 as b, 1.5::real as c, 'NaN'::float8 as d, 12345.678900::numeric as e,
      true as f, date '2026-02-28' as g, 'infinity'::date as h, timestamptz '2026-01-31 16:30:00.25+08' as i,
      timestamp '2026-01-31 16:30:00' as j, '{"a": 1}'::jsonb as k, array[1, 2] as l, null as m,
      timestamptz 'infinity' as n, '0044-03-15 BC'::date as o, interval '1 day' as p, '{"x":1}'::json as q`,
    params: [],
    ...standardLimits,
  });
  const named = Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, values[index]![0]]]));
  expect(named).toEqual({
    a: ['integer', 1],
    b: ['integer', '9007199254740993'],
    c: ['number', 1.5],
    d: ['number', null],
    e: ['number', 12345.6789],
    f: ['boolean', true],
    g: ['date', '2026-02-28'],
    h: ['date', null],
    i: ['time', '2026-01-31T08:30:00.25Z'],
    j: ['time', '2026-01-31T16:30:00Z'],
    k: ['json', '{"a": 1}'],
    l: ['text', '{1,2}'],
    m: ['text', null],
    n: ['time', null],
    o: ['date', null],
    p: ['text', '1 day'],
    q: ['json', '{"x":1}'],
  });
});

test('values of types that other engines lack are text, and dates beyond the years 1 to 9999 are empty', async () => {
  await server.execute(`create type mood as enum ('sad', 'it''s "ok"'); create type pair as (a int, b text);
    create domain share as numeric(5, 4)`);
  const expected: Record<string, [sql: string, type: string, value: unknown]> = {
    a: ["'it''s \"ok\"'::mood", 'text', 'it\'s "ok"'],
    b: ["row(1, 'x, y')::pair", 'text', '(1,"x, y")'],
    c: ['0.5::share', 'number', 0.5],
    d: ['int8range(1, 9007199254740993)', 'text', '[1,9007199254740993)'],
    e: ["tstzrange('2026-01-01 08:00+08', null)", 'text', '["2026-01-01 00:00:00+00",)'],
    f: ["'{[1,3),[5,7)}'::int4multirange", 'text', '{[1,3),[5,7)}'],
    g: ["b'101'", 'text', '101'],
    h: ["'101'::bit varying(5)", 'text', '101'],
    i: ["'-1234.5'::money", 'text', '-$1,234.50'],
    j: ["'12151fd2-7586-11e9-8f9e-2a86e4085a59'::uuid", 'text', '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
    k: ["interval '1 year -2 days 03:04:05.5'", 'text', '1 year -2 days +03:04:05.5'],
    l: ["'00ff'::bytea", 'text', '\\x30306666'],
    m: ["'10.0.0.0/8'::cidr", 'text', '10.0.0.0/8'],
    n: ["'(1,2.5)'::point", 'text', '(1,2.5)'],
    o: ["array[['a,b', null], ['\"', '']]", 'text', '{{"a,b",NULL},{"\\"",""}}'],
    p: ['array[\'{"a": 1}\'::jsonb]', 'text', '{"{\\"a\\": 1}"}'],
    q: ["time '24:00:00'", 'text', '24:00:00'],
    r: ["timetz '10:00+08'", 'text', '10:00:00+08'],
    s: ["'ab'::char(4)", 'text', 'ab  '],
    t: ["'<a>x</a>'::xml", 'text', '<a>x</a>'],
    u: ["date '0001-01-01 BC'", 'date', null],
    v: ["date '0001-01-01'", 'date', '0001-01-01'],
    w: ["date '10000-01-01'", 'date', null],
    x: ["timestamp '10000-01-01 00:00:00'", 'time', null],
    y: ["timestamptz '9999-12-31 23:59:59.999999+00'", 'time', '9999-12-31T23:59:59.999999Z'],
    z: ["timestamp '-infinity'", 'time', null],
    aa: ["'Infinity'::numeric", 'number', null],
    bb: ['1e400::numeric', 'number', null],
    cc: ["'null'::jsonb", 'json', 'null'],
    dd: ["'pg_class'::regclass", 'text', 'pg_class'],
    ee: ["'a:1 b'::tsvector", 'text', "'a':1 'b'"],
    ff: ["timestamptz '1900-01-01 00:00 Asia/Shanghai'", 'time', '1899-12-31T15:54:17Z'],
  };
  const list = Object.entries(expected).map(([name, [sql]]) => `${sql} as ${name}`);
  const sql = `select ${list.join(', ')}`;
  const { columns, values } = await client.query({ sql, params: [], ...standardLimits });
  const results = columns.map(({ name, type }, index) => [name, expected[name]![0], type, values[index]![0]]);
  expect(results).toEqual(Object.entries(expected).map(([name, each]) => [name, ...each]));
});

describe.each([
  ['text', 'text'],
  ['varchar(20)', 'varchar'],
  ['text collate "C"', 'bytes'],
  ['text collate "en-x-icu"', 'english'],
  ['text collate ignore_case', 'ignore_case'],
  ['word', 'enums'],
])('texts of a column of the type %s are compared exactly', (type, name) => {
  beforeAll(async () => {
    await server.execute(`create collation if not exists ignore_case
      (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`);
    await server.execute(`drop type if exists word cascade; create type word as enum ('b', 'á', 'a ', 'A', 'a', '')`);
  });
  testExactTexts({ name: `words_${name}`, type, dialect: postgres, server: () => server, client: () => client });
});

test('a session can only read', async () => {
  const write = client.query({ sql: 'create table written (n int)', params: [], ...standardLimits });
  await expect(write).rejects.toThrow('read-only transaction');
  const several = client.query({ sql: 'commit; create table written (n int)', params: [1], ...standardLimits });
  await expect(several).rejects.toThrow('multiple commands');
});

test('a result is cut off at its row limit and rejected at its byte limit, and the query stops on the server', async () => {
  const endless = { sql: "select generate_series(1, 1000000000) as n, repeat('x', 900) as x", params: [] };
  const cut = await client.query({ ...endless, ...standardLimits, maxRows: 10 });
  expect([cut.isCutOff, cut.values[0]]).toEqual([true, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  const large = client.query({ ...endless, ...standardLimits, maxRows: Infinity, maxBytes: 1_000_000 });
  await expect(large).rejects.toMatchObject({ code: 'query_too_large' });
  await expect(runningOnServer()).resolves.toEqual([]);
});

const runningOnServer = () =>
  server.execute(`select query from pg_stat_activity
    where application_name = 'Shuju' and state = 'active' and datname = current_database()`);

test('aborting stops the query on the server, and the next one runs', async () => {
  const controller = new AbortController();
  const slow = client.query({ sql: 'select pg_sleep(100)', params: [], ...standardLimits }, controller.signal);
  await waitUntilRunning(runningOnServer);
  controller.abort();
  await expect(slow).rejects.toThrow('aborted');
  await expect(runningOnServer()).resolves.toEqual([]);
  await expect(client.query({ sql: 'select 1 as n', params: [], ...standardLimits })).resolves.toMatchObject({
    values: [[1]],
  });
});

test('the server itself ends a query at its time limit', async () => {
  const slow = client.query({ sql: 'select pg_sleep(100)', params: [], ...standardLimits, seconds: 0.2 });
  await expect(slow).rejects.toMatchObject({ reason: 'time_limit' });
});

test('a session that the server ended is replaced', async () => {
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'Shuju'
    and datname = current_database()`;
  await client.query({ sql: 'select 1', params: [], ...standardLimits });
  await server.execute(terminate);
  await expect
    .poll(() =>
      client.query({ sql: 'select 1 as n', params: [], ...standardLimits }).then(({ values }) => values, String),
    )
    .toEqual([[1]]);
});

testFailures({ open: openPostgres, address: () => server.address });

test('stopping a result that is cut off does not stop a later query', async () => {
  for (let round = 0; round < 40; round++) {
    const endless = 'select generate_series(1, 100000) as n';
    expect(await client.query({ sql: endless, params: [], ...standardLimits, maxRows: 1 })).toMatchObject({
      isCutOff: true,
    });
    const next = 'select count(*) as n from generate_series(1, 20000)';
    expect((await client.query({ sql: next, params: [], ...standardLimits })).values).toEqual([[20_000]]);
  }
});

test('a table that the account may not read is denied', async () => {
  await server.execute(`do $$ begin
    if not exists (select from pg_roles where rolname = 'reader') then create role reader login password 'read'; end if;
  end $$; create table secret (n int)`);
  const reader = openPostgres({ ...server.address, user: 'reader', password: 'read' });
  const denied = reader.query({ sql: 'select * from secret', params: [], ...standardLimits });
  await expect(denied).rejects.toMatchObject({ reason: 'denied' });
  await reader.close();
});

test.each(['', 'HTTP/1.1 400 Bad Request\r\n\r\n'])(
  'a server that answers %j is not accepted as PostgreSQL',
  async (greeting) => {
    const stranger = createServer((socket) => socket.on('error', () => {}).end(greeting)).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const other = openPostgres({ ...server.address, address: '127.0.0.1', port });
    const failed = other.query({ sql: 'select 1', params: [], ...standardLimits });
    await expect(failed).rejects.toMatchObject({ reason: expect.stringMatching(/^(protocol|lost)$/) });
    await other.close();
    stranger.close();
  },
);
