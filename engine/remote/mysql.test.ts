import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Scalar } from '#domain/query/query.ts';
import { booleanColumnsOf } from '#engine/sql/boolean-columns.ts';
import { compile } from '#engine/sql/compile.ts';
import { mysql } from '#engine/sql/dialects/mysql.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { queryOf, timeOf } from '#engine/testing/query.ts';
import { testRandomFormulas } from '#engine/testing/equal-formulas.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { relatedSales, tablesToRelate, testRelatedQueries } from '#engine/testing/related-tables.ts';
import { testExactTexts } from '#engine/testing/servers/exact-texts.ts';
import { testFailures } from '#engine/testing/servers/failures.ts';
import { insertRows } from '#engine/testing/servers/insert-rows.ts';
import { openTestMariadb } from '#engine/testing/servers/mariadb.ts';
import { runCompiled, waitUntilRunning, standardLimits } from '#engine/testing/servers/queries.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import type { DatabaseClient } from './driver.ts';
import { openMysql } from './mysql.ts';

// Related tables may compare texts by different rules.
const collations = ['utf8mb4_general_ci', 'utf8mb4_unicode_ci', 'utf8mb4_bin'];

let server: TestServer;
let client: DatabaseClient;
beforeAll(async () => {
  server = await openTestMariadb();
  const numberTypes = { integer: 'bigint', number: 'decimal(20, 4)', boolean: 'boolean' };
  const types = { text: 'varchar(100)', ...numberTypes, date: 'date', time: 'timestamp(6) null', json: 'json' };
  await insertRows(server, mysql, randomTable, rowsOfRandomTable, types);
  for (const [index, { table, rows }] of tablesToRelate.entries())
    await insertRows(server, mysql, table, rows, types, `collate ${collations[index]}`);
  client = openMysql(server.address);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

describe('random queries', () => {
  testRandomQueries(300, (query) =>
    runCompiled(client, {
      ...compile(query, randomTable, mysql),
      compiled: { booleans: booleanColumnsOf(query, randomTable) },
    }),
  );
});

describe('random queries on related tables', () => {
  testRelatedQueries(60, (query) =>
    runCompiled(client, {
      ...compile(query, relatedSales, mysql),
      compiled: { booleans: booleanColumnsOf(query, relatedSales) },
    }),
  );
});

describe('random formulas', () => {
  testRandomFormulas(40, (query, table) =>
    runCompiled(client, {
      ...compileRows(query, table, mysql),
      compiled: { booleans: booleanColumnsOf(query, table) },
    }),
  );
});

const runQuery = (sql: string, params: Scalar[] = []) => client.query({ sql, params, ...standardLimits });

test('values of every type are converted as in other engines', async () => {
  await server.execute(`create table oddities (a tinyint, b bigint unsigned, c float, d double, e decimal(30, 4), f boolean,
    g date, h date, i timestamp(6) null, j datetime(3), k json, l varbinary(10), m text, n datetime, o year, p time(3),
    q bit(1), r bit(10), s point, t enum('x', 'y'), u blob, v year, w varchar(5) character set latin1)`);
  await server.execute(`insert into oddities values (-1, 18446744073709551615, 1.1, 1e300, 1234567890123456.5000, true,
    '2026-02-28', '0000-00-00', '2026-01-31 08:30:00.25', '2026-01-31 16:30:00', '{"a": 1}', 'é', null,
    '0000-00-00 00:00:00', 2026, '-101:02:03.05', b'1', b'1000000001', point(1, 2.5), 'y', x'ff00', 0, 'é')`);
  const { columns, values } = await runQuery('select * from oddities');
  const named = Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, values[index]![0]]]));
  expect(named).toEqual({
    a: ['integer', -1],
    b: ['integer', '18446744073709551615'],
    c: ['number', 1.1],
    d: ['number', 1e300],
    e: ['number', 1234567890123456.5],
    f: ['boolean', true],
    g: ['date', '2026-02-28'],
    h: ['date', null],
    i: ['time', '2026-01-31T08:30:00.25Z'],
    j: ['time', '2026-01-31T16:30:00Z'],
    k: ['json', '{"a": 1}'],
    l: ['text', 'é'],
    m: ['text', null],
    n: ['time', null],
    o: ['integer', 2026],
    p: ['text', '-101:02:03.05'],
    q: ['boolean', true],
    r: ['integer', 513],
    s: ['text', '{"x":1,"y":2.5}'],
    t: ['text', 'y'],
    u: ['text', '0xff00'],
    v: ['integer', null],
    w: ['text', 'é'],
  });
});

test('values of types that other engines lack are text, and dates that do not exist are empty', async () => {
  await server.execute(`create table more_oddities (a set('x', 'y', 'z'), b bit(64), c date, d date, e datetime(6), f time(6),
    g uuid, h inet6, i polygon, j decimal(65, 30), k binary(4), l datetime, m date, n double, o enum('', 'x'), p json, q json)`);
  await server.execute(`set statement sql_mode = '' for insert into more_oddities values ('x,z', b'${'1'.repeat(64)}', '2026-00-00',
    '2026-02-00', '9999-12-31 23:59:59.999999', '838:59:59.000000', '12151fd2-7586-11e9-8f9e-2a86e4085a59', '::1',
    st_geomfromtext('polygon((0 0, 0 1, 1 1, 0 0))'), 12345678901234567890.5, 'ab', '0000-01-01 00:00:00', '0001-01-01',
    -1e-300, '', 'null', '[9007199254740993, "é"]')`);
  const { columns, values } = await runQuery('select * from more_oddities');
  const named = Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, values[index]![0]]]));
  expect(named).toEqual({
    a: ['text', 'x,z'],
    b: ['integer', '18446744073709551615'],
    c: ['date', null],
    d: ['date', null],
    e: ['time', '9999-12-31T23:59:59.999999Z'],
    f: ['text', '838:59:59'],
    g: ['text', '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
    h: ['text', '::1'],
    i: ['text', '[[{"x":0,"y":0},{"x":0,"y":1},{"x":1,"y":1},{"x":0,"y":0}]]'],
    j: ['number', 12345678901234567000],
    k: ['text', 'ab\0\0'],
    l: ['time', null],
    m: ['date', '0001-01-01'],
    n: ['number', -1e-300],
    o: ['text', ''],
    p: ['json', 'null'],
    q: ['json', '[9007199254740993, "é"]'],
  });
});

test('a time without zone is local time of the database, and a timestamp is not', async () => {
  const local = openMysql({ ...server.address, zone: 'Asia/Shanghai' });
  const { values } = await local.query({ sql: 'select j, i from oddities', params: [], ...standardLimits });
  expect(values).toEqual([['2026-01-31T08:30:00Z'], ['2026-01-31T08:30:00.25Z']]);
  // The compiler truncates instants, whose type is DATETIME then.
  const hours = compile(queryOf({ dimensions: [timeOf('c7', { unit: 'hour' }, 'hour')] }), randomTable, mysql);
  const expected = await runQuery(hours.sql, hours.params);
  const answer = await local.query({ ...hours, compiled: { booleans: [] }, ...standardLimits });
  expect(answer.values).toEqual(expected.values);
  expect(answer.columns[0]).toEqual({ name: 'hour', type: 'time', isLocalTime: false });
  await local.close();
});

test('parameters keep their types and are never SQL', async () => {
  const params = ["it's \\ `?`", 9007199254740991, 0.1, true];
  const { values } = await runQuery(
    'select ? as a, cast(? as signed) as b, ? + 0e0 as c, ? as d, 1 as `what?`',
    params,
  );
  expect(values.map(([value]) => value)).toEqual(["it's \\ `?`", 9007199254740991, 0.1, 1, 1]);
});

describe('a session can only read', () => {
  test.each([
    'insert into oddities (a) values (2) returning a',
    'create table written (n int)',
    "load data local infile '/etc/hostname' into table oddities",
  ])('because its transactions are read-only: %s', async (sql) => {
    await expect(runQuery(sql)).rejects.toThrow('READ ONLY transaction');
  });

  test.each([
    'truncate oddities',
    'commit',
    'set session transaction read write',
    "set global sql_mode = ''",
    'lock tables oddities write',
    "select 1 into outfile '/tmp/shuju-written'",
    'call anything()',
  ])('because only queries are executed: %s', async (sql) => {
    await expect(runQuery(sql)).rejects.toMatchObject({ code: 'sql_not_select' });
    await expect(runQuery('select count(*) as n from oddities')).resolves.toMatchObject({ values: [[1]] });
  });

  test('because a query is one statement', async () => {
    await expect(runQuery('select 1; truncate oddities')).rejects.toThrow('error in your SQL syntax');
  });
});

test('settings of the server do not change the meaning of a query', async () => {
  await server.execute("set global sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'");
  const other = openMysql(server.address);
  const sql = 'select @@sql_mode as a, @@time_zone as b, @@global.time_zone as c, "text" as d';
  const { values } = await other.query({ sql, params: [], ...standardLimits });
  const modes = 'ONLY_FULL_GROUP_BY,NO_BACKSLASH_ESCAPES,NO_UNSIGNED_SUBTRACTION';
  const [mode, ...others] = values.map(([value]) => value);
  expect(String(mode).split(',').toSorted()).toEqual(modes.split(',').toSorted());
  expect(others).toEqual(['+00:00', '+08:00', 'text']);
  await other.close();
});

test('a result is cut off at its row limit and rejected at its byte limit, and the query stops on the server', async () => {
  const endless = { sql: "select seq as n, repeat('x', 900) as x from seq_1_to_1000000000", params: [] };
  const cut = await client.query({ ...endless, ...standardLimits, maxRows: 10 });
  expect([cut.isCutOff, cut.values[0]]).toEqual([true, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  const large = client.query({ ...endless, ...standardLimits, maxRows: Infinity, maxBytes: 1_000_000 });
  await expect(large).rejects.toMatchObject({ code: 'query_too_large' });
  await expect(runningOnServer()).resolves.toEqual([]);
});

const runningOnServer = () =>
  server.execute(`select info from information_schema.processlist
    where id <> connection_id() and command in ('Query', 'Execute')`);

test('aborting stops the query on the server, and the next one runs', async () => {
  const controller = new AbortController();
  const slow = client.query({ sql: 'select sleep(100)', params: [], ...standardLimits }, controller.signal);
  await waitUntilRunning(runningOnServer);
  controller.abort();
  await expect(slow).rejects.toThrow('aborted');
  await expect(runningOnServer()).resolves.toEqual([]);
  await expect(runQuery('select 1 as n')).resolves.toMatchObject({ values: [[1]] });
});

test('equal texts are found by an index', async () => {
  await server.execute('create table cities (name varchar(50) collate utf8mb4_general_ci, index (name))');
  await server.execute("insert into cities select concat('city ', seq) from seq_1_to_20000");
  await server.execute('analyze table cities');
  const table = { name: 'cities', columns: [{ id: 'c', name: 'name', type: 'text' as const }], metrics: [] };
  for (const filter of [
    { op: 'equals' as const, column: 'c', value: 'city 7' },
    { op: 'in' as const, column: 'c', values: ['city 7', 'city 8'] },
  ]) {
    const { sql, params } = compile(queryOf({ filters: [filter] }), table, mysql);
    const { columns, values } = await runQuery(`explain ${sql}`, params);
    const keys = values[columns.findIndex(({ name }) => name === 'key')];
    expect(keys).toContain('name');
  }
});

test('an unresponsive session is abandoned, and the next query gets another one', async () => {
  const sockets: Socket[] = [];
  let isSilent = false;
  const proxy = createServer((socket) => {
    const upstream = connect(server.address.port, server.address.address);
    sockets.push(socket, upstream);
    for (const each of [socket, upstream]) each.on('error', () => {});
    socket.pipe(upstream);
    upstream.on('data', (bytes) => isSilent || socket.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const other = openMysql({ ...server.address, address: '127.0.0.1', port });
  const queryOther = (signal?: AbortSignal) => other.query({ sql: 'select 1', params: [], ...standardLimits }, signal);
  await queryOther();
  isSilent = true;
  const controller = new AbortController();
  const silent = queryOther(controller.signal);
  const failed = expect(silent).rejects.toThrow('aborted');
  controller.abort();
  await failed;
  isSilent = false;
  await expect(queryOther()).resolves.toMatchObject({ values: [[1]] });
  await other.close();
  sockets.forEach((socket) => socket.destroy());
  proxy.close();
});

test('the server itself ends a query at its time limit', async () => {
  const slow = client.query({ sql: 'select sleep(100)', params: [], ...standardLimits, seconds: 0.2 });
  await expect(slow).rejects.toMatchObject({ reason: 'time_limit' });
});

test('a session that the server ended while idle or in a query is replaced', async () => {
  const sessions = async () =>
    (await server.execute('select id from information_schema.processlist where id <> connection_id()')).map(
      ({ id }) => id,
    );
  const endSessions = async () => {
    for (const id of await sessions()) await server.execute(`kill ${String(id)}`);
  };
  const succeeds = () => runQuery('select 1 as n').then(({ values }) => values, String);
  await runQuery('select 1');
  await endSessions();
  await expect.poll(succeeds).toEqual([[1]]);
  const slow = runQuery('select sleep(100)');
  const failed = expect(slow).rejects.toThrow();
  await waitUntilRunning(runningOnServer);
  await endSessions();
  await failed;
  await expect.poll(succeeds).toEqual([[1]]);
});

describe.each(['utf8mb4_general_ci', 'utf8mb4_unicode_ci', 'latin1_swedish_ci', 'utf8mb4_bin'])(
  'texts of a column in %s are compared exactly',
  (collation) => {
    const [charset] = collation.split('_');
    const type = `varchar(20) character set ${charset} collate ${collation}`;
    testExactTexts({ name: `words_${collation}`, type, dialect: mysql, server: () => server, client: () => client });
  },
);

testFailures({ open: openMysql, address: () => server.address });
