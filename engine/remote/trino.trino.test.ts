import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Scalar } from '#domain/query/query.ts';
import { compile } from '#engine/sql/compile.ts';
import { trino } from '#engine/sql/dialects/trino.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { testRandomFormulas } from '#engine/testing/equal-formulas.ts';
import { randomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { relatedSales, testRelatedQueries } from '#engine/testing/related-tables.ts';
import { queryOf, timeOf } from '#engine/testing/query.ts';
import { runCompiled, waitUntilRunning, standardLimits } from '#engine/testing/servers/queries.ts';
import { testPersonSql } from '#engine/testing/servers/person-sql.ts';
import { testTrinoCatalog } from '#engine/testing/servers/trino-catalog.ts';
import { insertTrinoRows } from '#engine/testing/servers/trino-rows.ts';
import { isTrinoSkipped, openTestTrino, type TestTrino, trinoPasswords } from '#engine/testing/servers/trino.ts';
import type { DatabaseAddress, DatabaseClient } from './driver.ts';
import { openTrino } from './trino.ts';

let server: TestTrino;
let client: DatabaseClient;
beforeAll(async () => {
  if (isTrinoSkipped) return;
  server = await openTestTrino();
  client = openTrino(server.address);
  await insertTrinoRows(server);
}, 900_000);
afterAll(async () => {
  if (isTrinoSkipped) return;
  await client.close();
  await server.close();
});

const runQuery = async (sql: string, params: Scalar[] = []) => client.query({ sql, params, ...standardLimits });

describe.skipIf(isTrinoSkipped)('Trino', () => {
  describe('random queries', () => {
    testRandomQueries(60, (query) => runCompiled(client, compile(query, randomTable, trino)));

    describe('on related tables', () => {
      testRelatedQueries(20, (query) => runCompiled(client, compile(query, relatedSales, trino)));
    });

    // Without clock changes, so that each local time is one instant.
    const localZone = 'Asia/Shanghai';
    const localTable = {
      ...randomTable,
      schema: 'a strange schema',
      columns: randomTable.columns.map((column) => (column.type === 'time' ? { ...column, localZone } : column)),
    };

    describe('on local times in another schema', () => {
      beforeAll(async () => {
        const schema = trino.quote(localTable.schema);
        const local = `cast(at at time zone '${localZone}' as timestamp(6)) as at`;
        const columns = randomTable.columns.map(({ name, type }) => (type === 'time' ? local : trino.quote(name)));
        await server.execute(`create schema ${schema}`);
        await server.execute(`create table ${schema}.orders as select ${columns.join(', ')} from orders`);
      });
      testRandomQueries(20, (query) => runCompiled(client, compile(query, localTable, trino)));
    });
  });

  describe('random formulas', () => {
    testRandomFormulas(20, (query, table) => runCompiled(client, compileRows(query, table, trino)));
  });

  test('an hour that a clock change repeats is two hours', async () => {
    await server.execute(`create table clock_changes as select at from (values
      timestamp '2026-11-01 05:30:00 UTC', timestamp '2026-11-01 06:30:00 UTC') as t (at)`);
    const table = { name: 'clock_changes', columns: [{ id: 'c7', name: 'at', type: 'time' as const }], metrics: [] };
    const query = queryOf({ zone: 'America/New_York', dimensions: [timeOf('c7', { unit: 'hour' })] });
    const { rows } = await runCompiled(client, compile(query, table, trino));
    expect(rows.map(([hour]) => hour)).toEqual(['2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z']);
  });

  test('values of every type are converted as in other engines', async () => {
    const expected: Record<string, [sql: string, type: string, value: unknown]> = {
      a: ["tinyint '1'", 'integer', 1],
      b: ['9007199254740993', 'integer', '9007199254740993'],
      c: ["real '1.5'", 'number', 1.5],
      d: ['nan()', 'number', null],
      e: ['-infinity()', 'number', null],
      f: ["decimal '12345.678900'", 'number', 12345.6789],
      g: ['true', 'boolean', true],
      h: ["date '2026-02-28'", 'date', '2026-02-28'],
      i: ["date '-0044-03-15'", 'date', null],
      j: ["timestamp '2026-01-31 16:30:00.25 +08:00'", 'time', '2026-01-31T08:30:00.25Z'],
      k: ["timestamp '2026-01-31 16:30:00.123456789 Asia/Shanghai'", 'time', '2026-01-31T08:30:00.123456Z'],
      l: ["timestamp '2026-01-31 16:30:00 UTC'", 'time', '2026-01-31T16:30:00Z'],
      m: ["timestamp '2026-01-31 16:30:00'", 'time', '2026-01-31T16:30:00Z'],
      n: ["timestamp '+12026-01-31 16:30:00'", 'time', null],
      o: [`json '{"a": 12345678901234567890}'`, 'json', '{"a":12345678901234567890}'],
      p: ['array[1, 9007199254740993]', 'json', '[1,9007199254740993]'],
      q: ["map(array['a'], array[decimal '1.10'])", 'json', '{"a":"1.10"}'],
      r: ["row(1, 'x', array[true, null])", 'json', '[1,"x",[true,null]]'],
      s: ["x'00ff'", 'text', '\\x00ff'],
      t: ['null', 'text', null],
      u: ["time '10:11:12.123456'", 'text', '10:11:12.123456'],
      v: ["interval '1' day", 'text', '1 00:00:00.000'],
      w: ["interval '3' month", 'text', '0-3'],
      x: ["uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59'", 'text', '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
      y: ["ipaddress '10.0.0.1'", 'text', '10.0.0.1'],
      z: ['cast(null as bigint)', 'integer', null],
      aa: [
        "cast(row(1, timestamp '2026-01-31 16:30:00') as row(a bigint, b timestamp))",
        'json',
        '[1,"2026-01-31 16:30:00.000"]',
      ],
      bb: ["map(array[1, 2], array[array['x'], null])", 'json', '{"1":["x"],"2":null}'],
      cc: ["array[map(array['k'], array[row(9007199254740993)])]", 'json', '[{"k":[9007199254740993]}]'],
      dd: ["date '0000-01-01'", 'date', null],
      ee: ["date '0001-01-01'", 'date', '0001-01-01'],
      ff: ["date '10000-01-01'", 'date', null],
      gg: ["time '10:11:12 +08:00'", 'text', '10:11:12+08:00'],
      hh: ["char 'ab'", 'text', 'ab'],
      ii: ["decimal '-12345678901234567890.123456789012345678'", 'number', -12345678901234567000],
    };
    const list = Object.entries(expected).map(([name, [sql]]) => `${sql} as ${name}`);
    const { columns, values } = await runQuery(`select ${list.join(', ')}`);
    const results = columns.map(({ name, type }, index) => [name, expected[name]![0], type, values[index]![0]]);
    expect(results).toEqual(Object.entries(expected).map(([name, each]) => [name, ...each]));
  });

  test('a time without a zone is local time in the zone of the connection', async () => {
    const other = openTrino({ ...server.address, zone: 'Asia/Shanghai' });
    const sql = "select timestamp '2026-01-31 16:30:00' as at";
    const { values } = await other.query({ sql, params: [], ...standardLimits });
    expect(values).toEqual([['2026-01-31T08:30:00Z']]);
    await other.close();
  });

  test.each([
    "it's",
    "'; drop table orders; --",
    'two\nlines\r\n',
    '"\\\'\\n',
    '🚀小明',
    'a\0b',
    '?',
    '',
    ' U&\\0041 ',
    'x'.repeat(100_000),
  ])('the parameter %j arrives unchanged', async (text) => {
    const { values } = await runQuery('select ? as a, to_utf8(?) as b, \'?\' as "c?"', [text, text]);
    expect(values).toEqual([[text], [`\\x${Buffer.from(text).toString('hex')}`], ['?']]);
  });

  test('parameters of other types arrive unchanged', async () => {
    const sql = 'select cast(? as bigint), cast(? as bigint), ?, ?, ?, cast(? as boolean), cast(? as date)';
    const params = [-5, '9007199254740993', 0.1, -1.5e300, 2 ** 70, false, null];
    const { values } = await runQuery(sql, params);
    expect(values.flat()).toEqual([-5, '9007199254740993', 0.1, -1.5e300, 2 ** 70, false, null]);
  });

  test.each([
    'create table written (n int)',
    'create table written as select 1 as n',
    'insert into orders select * from orders',
    'drop table orders',
    'truncate table orders',
    'alter table orders add column n int',
    'create schema written',
    'create view written as select 1 as n',
    'explain analyze insert into orders select * from orders',
  ])('a query can only read: %s', async (sql) => {
    await expect(runQuery(sql)).rejects.toThrow('Cannot execute write in a read-only transaction');
  });

  test('a query cannot call procedures, and is one statement', async () => {
    await expect(runQuery("call system.runtime.kill_query('x')")).rejects.toThrow('within a transaction');
    await expect(runQuery('commit; create table written (n int)')).rejects.toThrow('mismatched input');
    await expect(runQuery('execute immediate ?', ['drop table orders'])).rejects.toThrow('mismatched input');
    await expect(runQuery('insert into orders (city) values (?)', ['x'])).rejects.toThrow('read-only transaction');
    await runQuery('commit');
    await expect(runQuery('create table written (n int)')).rejects.toThrow('read-only transaction');
  });

  test('no transaction is left behind', async () => {
    await runQuery('select 1');
    await runQuery('select 1 / 0').catch(() => {});
    const open = () => server.execute('select * from system.runtime.transactions where not auto_commit_context');
    await expect.poll(open).toEqual([]);
  });

  // A trillion rows, without a table.
  const rows = ['a', 'b', 'c'].map((name) => `unnest(sequence(1, 10000)) as ${name} (${name})`).join(' cross join ');
  const endless = `select a, rpad('', 900, 'x') as x from ${rows}`;
  const slow = `select count(*) as n from ${rows} where a + b + c < 0`;

  const stateOnServer = () =>
    server.execute(`select state, error_code from system.runtime.queries
      where source = 'shuju' and query like '%sequence(%' order by created desc limit 1`);
  const runningOnServer = () =>
    server.execute(`select query_id as id from system.runtime.queries
      where source = 'shuju' and query like '%sequence(%' and state not in ('FINISHED', 'FAILED')`);

  test('a result is cut off at its row limit and rejected at its byte limit, and the query stops on the server', async () => {
    const cut = await client.query({ sql: endless, params: [], ...standardLimits, maxRows: 10 });
    expect([cut.isCutOff, cut.values[0]!.length]).toEqual([true, 10]);
    const large = client.query({ sql: endless, params: [], ...standardLimits, maxRows: Infinity, maxBytes: 1_000_000 });
    await expect(large).rejects.toMatchObject({ code: 'query_too_large' });
    await expect.poll(runningOnServer).toEqual([]);
  });

  test('aborting stops the query on the server, and the next one runs', async () => {
    const controller = new AbortController();
    const aborted = client.query({ sql: slow, params: [], ...standardLimits }, controller.signal);
    const ended = expect(aborted).rejects.toThrow('aborted');
    await waitUntilRunning(runningOnServer);
    controller.abort();
    await ended;
    await expect.poll(stateOnServer).toEqual([{ state: 'FAILED', error_code: 'USER_CANCELED' }]);
    await expect(runQuery('select 1 as n')).resolves.toMatchObject({ values: [[1]] });
  });

  test('the server itself ends a query at its time limit', async () => {
    const limited = client.query({ sql: slow, params: [], ...standardLimits, seconds: 1.5 });
    await expect(limited).rejects.toMatchObject({ reason: 'time_limit' });
    await expect.poll(stateOnServer).toEqual([{ state: 'FAILED', error_code: 'EXCEEDED_TIME_LIMIT' }]);
  });

  test('a query that an administrator kills is lost', async () => {
    const killed = expect(runQuery(slow)).rejects.toMatchObject({ reason: 'lost' });
    await waitUntilRunning(runningOnServer);
    const [query] = (await runningOnServer()) as { id: string }[];
    await server.execute(`call system.runtime.kill_query('${query!.id}', 'maintenance')`);
    await killed;
  });

  async function queryWith(change: Partial<DatabaseAddress>, sql = 'select 1') {
    const other = openTrino({ ...server.address, ...change });
    try {
      return await other.query({ sql, params: [], ...standardLimits });
    } finally {
      await other.close();
    }
  }

  const overTls = () => ({ port: server.tlsPort, tls: 'encrypted', password: trinoPasswords.owner }) as const;

  test.each([
    ['sign_in', 'a wrong password', () => ({ ...overTls(), password: 'wrong' })],
    ['sign_in', 'an unknown user', () => ({ ...overTls(), user: 'nobody' })],
    ['sign_in', 'no password', () => ({ ...overTls(), password: '' })],
    ['certificate', 'a certificate of its own', () => ({ ...overTls(), tls: 'verified' as const })],
    ['protocol', 'a password without TLS', () => ({ password: trinoPasswords.owner })],
    ['protocol', 'TLS at the port without', () => ({ tls: 'encrypted' as const })],
    ['protocol', 'no TLS at the port with', () => ({ port: server.tlsPort })],
    ['refused', 'a closed port', () => ({ port: 1 })],
  ])('a failure to connect is %s with %s', async (reason, _, change) => {
    await expect(queryWith(change())).rejects.toMatchObject({ name: 'DatabaseFailure', reason });
  });

  test('a user signs in over TLS', async () => {
    const sql = 'select current_user as n';
    await expect(queryWith(overTls(), sql)).resolves.toMatchObject({ values: [['owner']] });
  });

  test.each([
    ['missing', 'select * from nothing', {}],
    ['missing', 'select * from nothing.orders', {}],
    ['missing', 'select nothing from orders', {}],
    ['database', 'select * from orders', { database: 'nothing.default' }],
    ['database', 'select * from orders', { database: 'memory' }],
    ['denied', 'select * from secret', { user: 'reader' }],
    ['wrong', 'select 1 / 0', {}],
    ['wrong', 'selec 1', {}],
  ])('a query fails as %s: %s with %j', async (reason, sql, change) => {
    await server.execute('create table if not exists secret (n int)');
    await expect(queryWith(change, sql)).rejects.toMatchObject({ name: 'DatabaseFailure', reason });
  });

  describe('SQL of people', () => {
    testPersonSql({
      kind: 'trino',
      server: () => server,
      client: () => client,
      queries: 20,
      attempts: [
        'start transaction read write',
        'set session query_max_run_time = 1',
        'call system.runtime.kill_query()',
        "execute immediate 'drop table orders'",
        'prepare p from select 1 as n',
        'show tables',
        'analyze orders',
        '(type io) select 1 as n',
        'select 1',
        'grant select on orders to public',
      ],
      endless: slow,
      running: `select state from system.runtime.queries
        where source = 'shuju' and query like '%sequence(%' and state not in ('FINISHED', 'FAILED')`,
      columns: {
        a: ["timestamp '2026-01-31 16:30:00'", 'time', true],
        b: ["timestamp '2026-01-31 16:30:00 UTC'", 'time', false],
        c: ["date '2026-01-31'", 'date', false],
        d: ['1.5', 'number', false],
        e: ['array[1]', 'json', false],
        f: ['true', 'boolean', false],
        g: ['count(*)', 'integer', false],
      },
    });
  });

  describe('catalog', () => {
    testTrinoCatalog(() => server);
  });
});
