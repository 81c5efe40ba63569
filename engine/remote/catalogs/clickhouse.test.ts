import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { standardLimits } from '#engine/testing/servers/queries.ts';
import { inspectAccount, listColumns, listTables } from '../catalog.ts';
import { openClickhouse } from '../clickhouse.ts';
import type { DatabaseClient } from '../driver.ts';
import { clickhouseCatalog } from './clickhouse.ts';

const { quote } = clickhouse;
// Names with every character that breaks SQL unless names are quoted.
const oddName = `o'"\`\\\n\u{1F680} {p1:String} ; drop table "plain" --`;
const longName = 'x'.repeat(63);

// The grants of the statements for a read-only account: the test server stores no accounts that are created.
const [createUser, grantSelect] = clickhouseCatalog.readOnlyAccount({ database: 'shop' } as never).split('\n');
const grants = {
  shuju_reader: [grantSelect!.replace(' to shuju_reader;', '')],
  partial: ['GRANT SELECT(id, name) ON shop.plain'],
  inserter: [`GRANT SELECT, INSERT ON shop.${quote(oddName)}`],
  loading: ['GRANT SELECT ON shop.*', 'GRANT loader'],
  fetching: ['GRANT SELECT ON shop.*', 'GRANT URL ON *.*'],
  filing: ['GRANT SELECT ON shop.*', 'GRANT READ ON FILE', 'GRANT CREATE TEMPORARY TABLE ON *.*'],
};

describe.skipIf(!hasTestClickhouse)('ClickHouse', () => {
  let server: TestClickhouse;
  let owner: DatabaseClient;
  beforeAll(async () => {
    // The database called default is special in the test server: it shows files as tables.
    const opened = await openTestClickhouse(grants);
    server = { ...opened, address: { ...opened.address, database: 'shop' } };
    owner = openClickhouse(server.address);
    const engine = 'engine = MergeTree order by ()';
    const statements = [
      'create database shop',
      `create table shop.plain (id UInt64, name LowCardinality(Nullable(String)), price Decimal(10, 2) comment 'Unit price',
        at DateTime('Asia/Shanghai'), seen DateTime64(3), tags Nested(key String, n Int8), twice UInt64 alias id * 2,
        given String ephemeral) ${engine} comment 'Orders 订单'`,
      'insert into shop.plain (id) select number from numbers(1000)',
      'create view shop.shown as select id from shop.plain',
      `create materialized view shop.stored ${engine} as select id from shop.plain`,
      `create table shop.${quote(oddName)} (${quote(oddName)} Array(String), ${quote(longName)} UUID) ${engine}`,
      `create table shop.${quote(longName)} (n Int8) engine = Log`,
      'create database other',
      `create table other.hidden (n Int8) ${engine}`,
    ];
    for (const statement of statements) await server.execute(statement);
  });
  afterAll(async () => {
    await owner.close();
    await server.close();
  });

  const contextOf = (client: DatabaseClient) => ({ client, catalog: clickhouseCatalog, address: server.address });
  const none = { writes: [], readsFiles: false, callsHosts: false, lacksTimeZones: false };

  async function asAccount<T>(user: string, run: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const client = openClickhouse({ ...server.address, user });
    try {
      return await run(client);
    } finally {
      await client.close();
    }
  }

  test('tables and views are listed with comments and rows', async () => {
    await expect(listTables(contextOf(owner))).resolves.toEqual([
      { schema: 'shop', name: oddName, kind: 'table', comment: '', rows: 0 },
      { schema: 'shop', name: 'plain', kind: 'table', comment: 'Orders 订单', rows: 1000 },
      { schema: 'shop', name: 'shown', kind: 'view', comment: '', rows: null },
      { schema: 'shop', name: 'stored', kind: 'view', comment: '', rows: expect.anything() },
      { schema: 'shop', name: longName, kind: 'table', comment: '', rows: 0 },
    ]);
  });

  test('an account lists only tables and columns that it may read', async () => {
    await asAccount('partial', async (client) => {
      expect((await listTables(contextOf(client))).map(({ name }) => name)).toEqual(['plain']);
      const columns = await listColumns(contextOf(client), { schema: 'shop', name: 'plain' });
      expect(columns.map(({ name }) => name)).toEqual(['id', 'name']);
    });
  });

  test('columns have types', async () => {
    const plain = { isLocalTime: false, comment: '' };
    await expect(listColumns(contextOf(owner), { schema: 'shop', name: 'plain' })).resolves.toEqual([
      { ...plain, name: 'id', type: 'integer', declared: 'UInt64' },
      { ...plain, name: 'name', type: 'text', declared: 'LowCardinality(Nullable(String))' },
      { ...plain, name: 'price', type: 'number', declared: 'Decimal(10, 2)', comment: 'Unit price' },
      { ...plain, name: 'at', type: 'time', declared: "DateTime('Asia/Shanghai')" },
      { ...plain, name: 'seen', type: 'time', declared: 'DateTime64(3)' },
      { ...plain, name: 'tags.key', type: 'json', declared: 'Array(String)' },
      { ...plain, name: 'tags.n', type: 'json', declared: 'Array(Int8)' },
      { ...plain, name: 'twice', type: 'integer', declared: 'UInt64' },
    ]);
    const odd = await listColumns(contextOf(owner), { schema: 'shop', name: oddName });
    expect(odd.map(({ name, type }) => [name, type])).toEqual([
      [oddName, 'json'],
      [longName, 'text'],
    ]);
    await expect(listColumns(contextOf(owner), { schema: 'shop', name: 'nothing' })).resolves.toEqual([]);
  });

  test('2,000 columns are listed', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `c${index}`);
    await server.execute(`create table other.wide (${names.map((name) => `${name} Int8`).join(', ')}) engine = Memory`);
    const columns = await listColumns(contextOf(owner), { schema: 'other', name: 'wide' });
    expect(columns.map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['shuju', { ...none, writes: ['*.*', '*'], readsFiles: true, callsHosts: true }],
    // Read-only by its profile: this version of the server then denies files and hosts.
    ['reader', none],
    ['analyst', { ...none, readsFiles: true, callsHosts: true }],
    ['partial', none],
    ['inserter', { ...none, writes: [`shop.${quote(oddName).slice(1, -1).replace('\n', '\\n')}`] }],
    ['loading', { ...none, writes: ['shop.*'] }],
    ['fetching', { ...none, callsHosts: true }],
    ['filing', { ...none, readsFiles: true }],
    ['shuju_reader', none],
  ])('rights of the account %s beyond reading are reported', async (user, rights) => {
    await expect(asAccount(user, (client) => inspectAccount(contextOf(client)))).resolves.toEqual(rights);
  });

  test('the statements for a read-only account are valid and grant only reading', async () => {
    await expect(server.execute(createUser!)).rejects.toThrow('this storage is readonly');
    await asAccount('shuju_reader', async (client) => {
      const runQuery = (sql: string) => client.query({ sql, params: [], ...standardLimits });
      await expect(runQuery('select count() from plain')).resolves.toMatchObject({ values: [[1000]] });
      for (const table of ['other.hidden', 'system.users', "url('http://127.0.0.1:1/', 'CSV', 'n Int8')"])
        await expect(runQuery(`select * from ${table}`)).rejects.toMatchObject({ reason: 'denied' });
    });
    const headers = { 'X-ClickHouse-User': 'shuju_reader', 'X-ClickHouse-Key': 'password' };
    const url = `http://127.0.0.1:${server.address.port}/`;
    const write = await fetch(url, { method: 'POST', body: 'insert into shop.plain (id) values (1)', headers });
    await expect(write.text()).resolves.toContain('Not enough privileges');
  });

  test('listing the tables of a database that does not exist fails', async () => {
    const address = { ...server.address, database: 'nothing' };
    const client = openClickhouse(address);
    await expect(listTables({ ...contextOf(client), address })).rejects.toMatchObject({ reason: 'database' });
    await client.close();
  });
});
