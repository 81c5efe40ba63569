import { beforeAll, expect, test } from 'vitest';

import { inspectAccount, listColumns, listTables } from '#engine/remote/catalog.ts';
import { trinoCatalog } from '#engine/remote/catalogs/trino.ts';
import type { DatabaseAddress } from '#engine/remote/driver.ts';
import { openTrino } from '#engine/remote/trino.ts';
import { trino } from '#engine/sql/dialects/trino.ts';
import { standardLimits } from './queries.ts';
import { listedCatalog, type TestTrino } from './trino.ts';

const { quote } = trino;
// Names with every character that breaks SQL unless names are quoted.
const oddName = `o'"\`\\\n\u{1F680} ? ; drop table "plain" --`;
const longName = 'x'.repeat(63);

const none = { writes: [], readsFiles: false, callsHosts: false, lacksTimeZones: false };
const headersOf = (user: string) => ({
  'x-trino-user': user,
  'x-trino-catalog': listedCatalog,
  'x-trino-schema': 'default',
});

/** Tests the lists of tables, columns and rights, in the catalog that has no other tables. */
export function testTrinoCatalog(server: () => TestTrino): void {
  const execute = (statement: string, user = 'owner') => server().execute(statement, headersOf(user));

  async function withContext<T>(
    change: Partial<DatabaseAddress>,
    run: (context: Parameters<typeof listTables>[0]) => Promise<T>,
  ): Promise<T> {
    const address = { ...server().address, database: `${listedCatalog}.default`, ...change };
    const client = openTrino(address);
    try {
      return await run({ client, catalog: trinoCatalog, address });
    } finally {
      await client.close();
    }
  }

  beforeAll(async () => {
    const statements = [
      `create table plain (id bigint, name varchar(20), price decimal(10, 2) comment 'Unit price', at timestamp(3),
        seen timestamp(6) with time zone, tags array(varchar), pair row(a bigint, b map(varchar, timestamp)))`,
      'create view shown as select id from plain',
      `create schema ${quote(oddName)}`,
      `create table ${quote(oddName)}.${quote(oddName)} (${quote(oddName)} json, ${quote(longName)} uuid)`,
      `create table ${quote(oddName)}.${quote(longName)} (n bigint)`,
      'create table secret (n bigint)',
    ];
    for (const statement of statements) await execute(statement);
  });

  test('tables and views are listed, of a catalog or of one schema', async () => {
    const shared = { comment: '', rows: null };
    const inSchema = [
      { ...shared, schema: 'default', name: 'plain', kind: 'table' },
      { ...shared, schema: 'default', name: 'secret', kind: 'table' },
      { ...shared, schema: 'default', name: 'shown', kind: 'view' },
    ];
    await expect(withContext({}, listTables)).resolves.toEqual(inSchema);
    await expect(withContext({ database: listedCatalog }, listTables)).resolves.toEqual([
      ...inSchema,
      { ...shared, schema: oddName, name: oddName, kind: 'table' },
      { ...shared, schema: oddName, name: longName, kind: 'table' },
    ]);
  });

  test('an account lists only tables that it may read', async () => {
    const tables = await withContext({ user: 'reader' }, listTables);
    expect(tables.map(({ name }) => name)).toEqual(['plain', 'shown']);
  });

  const columnsOf = (schema: string, name: string) =>
    withContext({ database: listedCatalog }, (context) => listColumns(context, { schema, name }));

  test('columns have types, and times without a zone are recognized', async () => {
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
    await execute(`create table wide (${names.map((name) => `${name} bigint`).join(', ')})`);
    expect((await columnsOf('default', 'wide')).map(({ name }) => name)).toEqual(names);
    await execute('drop table wide');
  });

  test('rights beyond reading are reported, without writing anything', async () => {
    const rights = await withContext({}, inspectAccount);
    expect(rights).toEqual({ ...none, writes: ['default', oddName, 'default.plain'] });
    await expect(execute("show tables like 'shuju%'")).resolves.toEqual([]);
  });

  test('the rules for a read-only account allow it only to read', async () => {
    await expect(withContext({ user: 'shuju_reader' }, inspectAccount)).resolves.toEqual(none);
    const sql = 'select count(*) as n from plain';
    const read = withContext({ user: 'shuju_reader' }, ({ client }) =>
      client.query({ sql, params: [], ...standardLimits }),
    );
    await expect(read).resolves.toMatchObject({ values: [[0]] });
    const write = execute('insert into plain (id) values (1)', 'shuju_reader');
    await expect(write).rejects.toThrow('Access Denied');
  });

  test.each(['nothing', 'nothing.default'])(
    'listing the tables of the catalog %s, which does not exist, fails',
    async (database) => {
      await expect(withContext({ database }, listTables)).rejects.toMatchObject({
        name: 'DatabaseFailure',
        reason: 'database',
      });
      await expect(withContext({ database }, inspectAccount)).rejects.toMatchObject({ reason: 'database' });
    },
  );
}
