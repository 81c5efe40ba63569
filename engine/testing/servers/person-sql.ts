import { describe, expect, test } from 'vitest';

import type { DatabaseKind } from '#domain/databases.ts';
import type { DatabaseClient } from '#engine/remote/driver.ts';
import { describeSql, selectFrom, trimStatement } from '#engine/remote/person-sql.ts';
import { booleanColumnsOf } from '#engine/sql/boolean-columns.ts';
import { compile } from '#engine/sql/compile.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { databaseDialects } from '#engine/sql/source.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { runCompiled, waitUntilRunning, standardLimits } from './queries.ts';
import type { TestServer } from './server.ts';

/** A kind of database with the table of random queries, and what differs in its SQL. */
type TestedDatabase = {
  kind: DatabaseKind;
  server: () => TestServer;
  client: () => DatabaseClient;
  /** Number of random queries. */
  queries?: number;
  /** Attempts to write, to leave the subquery, or to run more than one query, beside those of every database. */
  attempts: string[];
  /** A query that does not end in the time of a test, and the statement that lists what runs on the server. */
  endless: string;
  running: string;
  /** Columns with types that differ: SQL, type, and whether it is a time without a zone. */
  columns: Record<string, [sql: string, type: string, isLocalTime: boolean]>;
};

const commonAttempts = [
  'select 1; select 2',
  'select 1; drop table orders',
  'select 1; commit; drop table orders',
  'commit',
  'rollback; drop table orders',
  'insert into orders select * from orders',
  "update orders set city = 'x'",
  'delete from orders',
  'drop table orders',
  'truncate table orders',
  'create table written as select 1 as n',
  'alter table orders add column n int',
  'set session time_zone = 1',
  // SQL that closes the parenthesis is not valid on its own.
  'select 1 as n) a, (select 2 as n',
  'select 1 as n) as t -- ',
  'select 1 as n) as t limit 1 /*',
  'select 1 as n /*',
  "select 'x",
  'select 1 as n -- \n) as t; drop table orders; -- ',
  ') as t; drop table orders; --',
  '',
  '-- nothing',
  'with gone as (delete from orders returning 1) select * from gone',
];

/** Tests that people's SQL can only read: as one query, which is valid on its own and as a subquery. */
export function testPersonSql(database: TestedDatabase): void {
  const { kind, server, client, queries = 60, attempts, columns } = database;
  const dialect = databaseDialects[kind];
  const describeText = (sql: string) => describeSql({ client: client() }, { kind, sql: trimStatement(sql) });
  const run = (sql: string, limit = 1000) =>
    client().query({ sql: selectFrom(trimStatement(sql), limit), params: [], ...standardLimits });
  const countRows = async () =>
    Number(Object.values((await server().execute('select count(*) as n from orders'))[0]!)[0]);

  describe('random queries on SQL equal those on its table', () => {
    const table = { ...randomTable, sql: 'select * from orders -- all of them' };
    testRandomQueries(queries, (query) =>
      runCompiled(client(), {
        ...compile(query, table, dialect),
        compiled: { booleans: booleanColumnsOf(query, randomTable) },
      }),
    );
  });

  test.each([...commonAttempts, ...attempts])('refuses, and changes nothing: %s', async (sql) => {
    await expect(describeText(sql)).rejects.toMatchObject({
      name: expect.stringMatching(/^(DatabaseFailure|Problem)$/),
    });
    // A preview is not checked by itself, but it cannot write either.
    await run(sql).catch(() => undefined);
    expect(await countRows()).toBe(rowsOfRandomTable.length);
  });

  test.each(['select ? as n', 'select $1 as n', 'select {p1:String} as n', 'select {x:String} as n', 'select :x as n'])(
    'refuses parameters: %s',
    async (sql) => {
      await expect(describeText(sql)).rejects.toThrow();
    },
  );

  test.each([
    'select 1 as n;',
    'select 1 as n ; ;\n',
    'select 1 as n -- the end',
    'select 1 as n /* the end */',
    '(select 1 as n)',
    'with a as (select 1 as n) select n from a',
    'select 1 as n union all select 2 as n',
  ])('accepts: %s', async (sql) => {
    expect((await describeText(sql)).map(({ name, type }) => [name, type])).toEqual([['n', 'integer']]);
    expect((await run(sql)).values[0]).toContain(1);
  });

  test('texts keep their lines and their question marks', async () => {
    const sql = "select '\n  a?\n  $1 {p1:String} -- /* ;' as word";
    const table = { name: 'x', sql, columns: [{ id: 'c', name: 'word', type: 'text' as const }], metrics: [] };
    const [column] = await describeText(sql);
    expect(column).toMatchObject({ name: 'word', type: 'text' });
    const query = {
      dataset: 'd',
      columns: ['c'],
      filters: [{ op: 'equals' as const, column: 'c', value: '\n  a?\n  $1 {p1:String} -- /* ;' }],
    };
    const compiled = compileRows(
      { ...query, period: { kind: 'all' }, order: [], limit: 10, zone: 'UTC', now: '2026-01-01T00:00:00Z' },
      table,
      dialect,
    );
    const { values } = await client().query({ ...compiled, compiled: { booleans: [] }, ...standardLimits });
    expect(values).toEqual([['\n  a?\n  $1 {p1:String} -- /* ;']]);
  });

  test('two columns of the same name are refused', async () => {
    await expect(describeText('select 1 as n, 2 as n')).rejects.toThrow();
  });

  test('columns have the same types as in tables, and local times are recognized', async () => {
    const list = Object.entries(columns).map(([name, [sql]]) => `${sql} as ${name}`);
    const described = await describeText(`select ${list.join(', ')}`);
    expect(described.map(({ name, type, isLocalTime }) => [name, type, isLocalTime])).toEqual(
      Object.entries(columns).map(([name, [, type, isLocalTime]]) => [name, type, isLocalTime]),
    );
  });

  test('an endless query is described immediately, and stops on the server when it is cancelled', async () => {
    const listRunning = () => server().execute(database.running);
    expect((await describeText(database.endless)).length).toBe(1);
    const controller = new AbortController();
    const sql = selectFrom(database.endless, 1000);
    const slow = client().query({ sql, params: [], ...standardLimits }, controller.signal);
    const failed = expect(slow).rejects.toThrow('aborted');
    await waitUntilRunning(listRunning);
    controller.abort();
    await failed;
    await expect.poll(listRunning).toEqual([]);
  });
}
