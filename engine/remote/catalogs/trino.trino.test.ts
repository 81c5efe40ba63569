import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { trino } from '#engine/sql/dialects/trino.ts';
import { standardLimits } from '#engine/testing/servers/queries.ts';
import { isTrinoSkipped, openTestTrino, type TestTrino } from '#engine/testing/servers/trino.ts';
import { inspectAccount, listColumns, listTables } from '../catalog.ts';
import type { DatabaseAddress } from '../driver.ts';
import { openTrino } from '../trino.ts';
import { trinoCatalog } from './trino.ts';

const { quote } = trino;
// Names with everything that would break SQL which does not quote them.
const oddName = `o'"\`\\\n\u{1F680} ? ; drop table "plain" --`;
const longName = 'x'.repeat(63);

let server: TestTrino;
beforeAll(async () => {
  if (isTrinoSkipped) return;
  server = await openTestTrino();
  const statements = [
    `create table plain (id bigint, name varchar(20), price decimal(10, 2) comment 'Unit price', at timestamp(3),
      seen timestamp(6) with time zone, tags array(varchar), pair row(a bigint, b map(varchar, timestamp)))`,
    'create view shown as select id from plain',
    `create schema ${quote(oddName)}`,
    `create table ${quote(oddName)}.${quote(oddName)} (${quote(oddName)} json, ${quote(longName)} uuid)`,
    `create table ${quote(oddName)}.${quote(longName)} (n bigint)`,
    'create table secret (n bigint)',
  ];
  for (const statement of statements) await server.execute(statement);
}, 900_000);
afterAll(async () => {
  if (!isTrinoSkipped) await server.close();
});

async function contextOf<T>(
  change: Partial<DatabaseAddress>,
  run: (context: Parameters<typeof listTables>[0]) => Promise<T>,
): Promise<T> {
  const address = { ...server.address, ...change };
  const client = openTrino(address);
  try {
    return await run({ client, catalog: trinoCatalog, address });
  } finally {
    await client.close();
  }
}

const none = { writes: [], readsFiles: false, callsHosts: false, lacksTimeZones: false };

describe.skipIf(isTrinoSkipped)('Trino', () => {
  test('tables and views are listed, of a catalog or of one schema', async () => {
    const shared = { comment: '', rows: null };
    const inSchema = [
      { ...shared, schema: 'default', name: 'plain', kind: 'table' },
      { ...shared, schema: 'default', name: 'secret', kind: 'table' },
      { ...shared, schema: 'default', name: 'shown', kind: 'view' },
    ];
    await expect(contextOf({}, listTables)).resolves.toEqual(inSchema);
    await expect(contextOf({ database: 'memory' }, listTables)).resolves.toEqual([
      ...inSchema,
      { ...shared, schema: oddName, name: oddName, kind: 'table' },
      { ...shared, schema: oddName, name: longName, kind: 'table' },
    ]);
  });

  test('an account sees only what it may read', async () => {
    const tables = await contextOf({ user: 'reader' }, listTables);
    expect(tables.map(({ name }) => name)).toEqual(['plain', 'shown']);
  });

  const columnsOf = (schema: string, name: string) =>
    contextOf({ database: 'memory' }, (context) => listColumns(context, { schema, name }));

  test('columns have types, and times without a zone are told apart', async () => {
    const plain = { isLocalTime: false, comment: '' };
    await expect(columnsOf('default', 'plain')).resolves.toEqual([
      { ...plain, name: 'id', type: 'integer', declared: 'bigint' },
      { ...plain, name: 'name', type: 'text', declared: 'varchar(20)' },
      { ...plain, name: 'price', type: 'number', declared: 'decimal(10,2)', comment: 'Unit price' },
      { ...plain, name: 'at', type: 'time', declared: 'timestamp(3)', isLocalTime: true },
      { ...plain, name: 'seen', type: 'time', declared: 'timestamp(6) with time zone' },
      { ...plain, name: 'tags', type: 'json', declared: 'array(varchar)' },
      { ...plain, name: 'pair', type: 'json', declared: 'row(a bigint, b map(varchar, timestamp(3)))' },
    ]);
    expect((await columnsOf(oddName, oddName)).map(({ name, type }) => [name, type])).toEqual([
      [oddName, 'json'],
      [longName, 'text'],
    ]);
    await expect(columnsOf('default', 'nothing')).resolves.toEqual([]);
  });

  test('2,000 columns are listed', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `c${index}`);
    await server.execute(`create table wide (${names.map((name) => `${name} bigint`).join(', ')})`);
    expect((await columnsOf('default', 'wide')).map(({ name }) => name)).toEqual(names);
    await server.execute('drop table wide');
  });

  test('what an account may do beyond reading is told, and nothing is written to find out', async () => {
    const rights = await contextOf({}, inspectAccount);
    expect(rights).toEqual({ ...none, writes: ['default', oddName, 'default.plain'] });
    await expect(server.execute("show tables like 'shuju%'")).resolves.toEqual([]);
  });

  test('the rules for a read-only account allow it only to read', async () => {
    await expect(contextOf({ user: 'shuju_reader' }, inspectAccount)).resolves.toEqual(none);
    const sql = 'select count(*) as n from plain';
    const read = contextOf({ user: 'shuju_reader' }, ({ client }) =>
      client.query({ sql, params: [], ...standardLimits }),
    );
    await expect(read).resolves.toMatchObject({ values: [[0]] });
    const headers = { 'x-trino-user': 'shuju_reader', 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' };
    const write = server.execute('insert into plain (id) values (1)', headers);
    await expect(write).rejects.toThrow('Access Denied');
  });

  test.each(['nothing', 'nothing.default'])(
    'tables of the catalog %s, which does not exist, are not listed',
    async (database) => {
      await expect(contextOf({ database }, listTables)).rejects.toMatchObject({
        name: 'DatabaseFailure',
        reason: 'database',
      });
      await expect(contextOf({ database }, inspectAccount)).rejects.toMatchObject({ reason: 'database' });
    },
  );
});
