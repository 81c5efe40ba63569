import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { mysql } from '#engine/sql/dialects/mysql.ts';
import { postgres } from '#engine/sql/dialects/postgres.ts';
import { randomTable, rowsOfRandomTable } from '#engine/testing/equal-queries.ts';
import { hasTestClickhouse, openTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { insertRows } from '#engine/testing/servers/insert-rows.ts';
import { openTestMariadb } from '#engine/testing/servers/mariadb.ts';
import { testPersonSql } from '#engine/testing/servers/person-sql.ts';
import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import { openClickhouse } from './clickhouse.ts';
import type { DatabaseClient } from './driver.ts';
import { openMysql } from './mysql.ts';
import { trimStatement } from './person-sql.ts';
import { openPostgres } from './postgres.ts';

test('semicolons and spaces at the end are removed, in linear time for long texts', () => {
  expect(trimStatement(' \n select 1 ; \n;; ')).toBe('select 1');
  expect(trimStatement(' ;; ')).toBe('');
  expect(trimStatement(`${' '.repeat(1_000_000)}x`)).toBe('x');
});

const written = '/tmp/shuju-person-sql-written';

let server: TestServer;
let client: DatabaseClient;
afterAll(() => {
  expect(existsSync(written)).toBe(false);
});
const close = async () => {
  await client.close();
  await server.close();
};

describe('PostgreSQL', () => {
  beforeAll(async () => {
    server = await openTestPostgres();
    const types = { text: 'text', integer: 'bigint', number: 'numeric(20, 4)', boolean: 'boolean', date: 'date' };
    await insertRows(server, postgres, randomTable, rowsOfRandomTable, {
      ...types,
      time: 'timestamptz',
      json: 'jsonb',
    });
    await server.execute('create sequence numbers');
    client = openPostgres(server.address);
  });
  afterAll(close);

  testPersonSql({
    kind: 'postgres',
    server: () => server,
    client: () => client,
    attempts: [
      `copy orders to program 'touch ${written}'`,
      `copy (select 1) to '${written}'`,
      `analyze insert into orders select * from orders`,
      `(analyze) insert into orders select * from orders`,
      'set transaction read write',
      'explain analyze delete from orders',
      'do $$ begin drop table orders; end $$',
      'prepare p as select 1',
      'declare c cursor with hold for select 1',
      'call anything()',
      'vacuum orders',
      'listen x',
      'values (1), (2)); drop table orders; select (1',
      'select 1 as n into written',
      'table orders for update',
    ],
    endless: 'select count(*) as n from generate_series(1, 100000000000) as i',
    running: `select query from pg_stat_activity
      where application_name = 'Shuju' and state = 'active' and datname = current_database()`,
    columns: {
      a: ["timestamp '2026-01-31 16:30:00'", 'time', true],
      b: ["timestamptz '2026-01-31 16:30:00Z'", 'time', false],
      c: ["date '2026-01-31'", 'date', false],
      d: ['1.5', 'number', false],
      e: ["'{}'::jsonb", 'json', false],
      f: ['true', 'boolean', false],
      g: ['count(*)', 'integer', false],
      h: ["min(timestamp '2026-01-31 16:30:00')", 'time', true],
    },
  });

  test.each([
    "select set_config('transaction_read_only', 'off', true) as n",
    "select nextval('numbers') as n",
    'select lo_create(0) as n',
  ])('a function cannot write: %s', async (sql) => {
    await expect(client.query({ sql, params: [], maxRows: 1, maxBytes: 1000, seconds: 10 })).rejects.toThrow(
      /read-(only|write)/,
    );
  });

  test('settings changed by a query do not outlast it', async () => {
    const runQuery = (sql: string) => client.query({ sql, params: [], maxRows: 1, maxBytes: 1000, seconds: 10 });
    await runQuery("select set_config('search_path', 'nowhere', false), set_config('statement_timeout', '0', false)");
    for (let session = 0; session < 4; session++) {
      const { values } = await runQuery(
        "select current_setting('search_path') as a, current_setting('statement_timeout') as b",
      );
      expect(values).toEqual([['"$user", public'], ['10s']]);
    }
  });
});

describe('MariaDB', () => {
  beforeAll(async () => {
    server = await openTestMariadb();
    const types = {
      text: 'varchar(100)',
      integer: 'bigint',
      number: 'decimal(20, 4)',
      boolean: 'boolean',
      date: 'date',
    };
    const more = { time: 'timestamp(6) null', json: 'json' };
    await insertRows(server, mysql, randomTable, rowsOfRandomTable, { ...types, ...more });
    client = openMysql(server.address);
  });
  afterAll(close);

  testPersonSql({
    kind: 'mysql',
    server: () => server,
    client: () => client,
    attempts: [
      `select 1 as n into outfile '${written}'`,
      `select 1 as n into dumpfile '${written}'`,
      'select 1 as n into @x',
      "load data local infile '/etc/hostname' into table orders",
      'set session transaction read write',
      "set global sql_mode = ''",
      'set statement max_statement_time = 0 for select 1 as n',
      'lock tables orders write',
      'call anything()',
      'kill 1',
      'analyze select 1 as n',
      'format=json select 1 as n',
      'orders',
      'handler orders open',
      'select 1 as n # \n) as t; drop table orders # ',
      'select 1 as n /*! into outfile "/tmp/shuju-person-sql-written" */',
      'flush tables',
    ],
    endless: 'select count(*) as n from seq_1_to_100000000 a, seq_1_to_100000000 b where a.seq + b.seq > 3',
    running: `select info from information_schema.processlist
      where id <> connection_id() and command in ('Query', 'Execute')`,
    columns: {
      a: ["cast('2026-01-31 16:30:00' as datetime)", 'time', true],
      b: ['(select min(at) from orders)', 'time', false],
      c: ["cast('2026-01-31' as date)", 'date', false],
      d: ['1.5', 'number', false],
      g: ['count(*)', 'integer', false],
    },
  });
});

// The library of the test server exists for Linux on x64 only.
describe.skipIf(!hasTestClickhouse)('ClickHouse', () => {
  beforeAll(async () => {
    server = await openTestClickhouse();
    const types = {
      text: 'Nullable(String)',
      integer: 'Nullable(Int64)',
      number: 'Nullable(Decimal(20, 4))',
      boolean: 'Nullable(Bool)',
      date: 'Nullable(Date32)',
      time: 'Nullable(DateTime64(3))',
      json: 'Nullable(String)',
    };
    await insertRows(server, clickhouse, randomTable, rowsOfRandomTable, types, 'engine = MergeTree order by ()');
    client = openClickhouse(server.address);
  });
  afterAll(close);

  testPersonSql({
    kind: 'clickhouse',
    server: () => server,
    client: () => client,
    attempts: [
      `select 1 as n into outfile '${written}'`,
      'select 1 as n format JSON',
      'select 1 as n settings readonly = 0',
      'select 1 as n settings max_execution_time = 0',
      'set readonly = 0',
      'graph = 1 select 1 as n',
      `insert into function file('${written}') select 1`,
      'system flush logs',
      'kill query where 1',
      'optimize table orders',
      'attach table x',
      'rename table orders to gone',
      'select 1 as n # \n) as t; drop table orders # ',
      'use system',
    ],
    endless: 'select count() as n from system.numbers where number % 3 = 4',
    running: "select query from system.processes where query_id != currentQueryID() and query like '%system.numbers%'",
    columns: {
      a: ["toDateTime('2026-01-31 16:30:00')", 'time', false],
      b: ["toDateTime64('2026-01-31 16:30:00', 3, 'Asia/Shanghai')", 'time', false],
      c: ["toDate('2026-01-31')", 'date', false],
      d: ['1.5', 'number', false],
      e: ['[1]', 'json', false],
      f: ['true', 'boolean', false],
    },
  });
});
