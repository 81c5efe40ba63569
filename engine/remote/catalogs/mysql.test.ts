import { afterAll, beforeAll, expect, test } from 'vitest';

import { mysql } from '#engine/sql/dialects/mysql.ts';
import { openTestMariadb } from '#engine/testing/servers/mariadb.ts';
import { standardLimits } from '#engine/testing/servers/queries.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import { inspectAccount, listColumns, listTables } from '../catalog.ts';
import type { DatabaseClient } from '../driver.ts';
import { openMysql } from '../mysql.ts';
import { mysqlCatalog } from './mysql.ts';

const { quote } = mysql;
// Names with every character that breaks SQL unless names are quoted. They have no characters beyond 16 bits.
const oddName = `o'"\`\\\n上海 ? ; drop table \`plain\` -- %`;
const longName = 'x'.repeat(63);

let server: TestServer;
let owner: DatabaseClient;
let reader: DatabaseClient;
beforeAll(async () => {
  server = await openTestMariadb();
  owner = openMysql(server.address);
  await server.execute(`create table plain (id bigint unsigned primary key, name varchar(20), price decimal(10, 2) comment 'Unit price',
      at datetime(3), seen timestamp null, isPaid boolean, secret text) comment 'Orders 订单';
    create view shown as select id from plain;
    create table ${quote(oddName)} (${quote(oddName)} json, ${quote(longName)} enum('a', 'b'));
    create table ${quote(longName)} (n int); create table unreadable (n int); create sequence numbers;
    insert into plain (id) select seq from seq_1_to_1000; analyze table plain;
    create database tes_ collate utf8mb4_bin; create table tes_.other (n int);
    create user reader@'%' identified by 'read';
    grant select on test.shown to reader@'%'; grant select on test.${quote(oddName)} to reader@'%';
    grant select (id, name, price, at, seen, isPaid) on test.plain to reader@'%'`);
  reader = openMysql({ ...server.address, user: 'reader', password: 'read' });
});
afterAll(async () => {
  await Promise.all([owner.close(), reader.close()]);
  await server.close();
});

const contextOf = (client: DatabaseClient) => ({ client, catalog: mysqlCatalog, address: server.address });
const none = { writes: [], readsFiles: false, callsHosts: false, lacksTimeZones: false };

test('tables and views are listed with comments and estimated rows', async () => {
  await expect(listTables(contextOf(owner))).resolves.toEqual([
    { schema: 'test', name: oddName, kind: 'table', comment: '', rows: 0 },
    { schema: 'test', name: 'plain', kind: 'table', comment: 'Orders 订单', rows: 1000 },
    { schema: 'test', name: 'shown', kind: 'view', comment: '', rows: null },
    { schema: 'test', name: 'unreadable', kind: 'table', comment: '', rows: 0 },
    { schema: 'test', name: longName, kind: 'table', comment: '', rows: 0 },
  ]);
});

test('row counts of more than 1,000 tables are not listed, because that takes seconds', async () => {
  await server.execute('create database many');
  const names = Array.from({ length: 1001 }, (_, index) => `many.t${index}`);
  await server.execute(names.map((name) => `create table ${name} (n int) comment 'x'`).join(';'));
  const address = { ...server.address, database: 'many' };
  const client = openMysql(address);
  const tables = await listTables({ ...contextOf(client), address });
  expect(tables).toHaveLength(1001);
  expect(tables[0]).toEqual({ schema: 'many', name: 't0', kind: 'table', comment: 'x', rows: null });
  await client.close();
  await server.execute('drop database many');
});

test('an account lists only tables and columns that it may read', async () => {
  const tables = await listTables(contextOf(reader));
  expect(tables.map(({ name }) => name)).toEqual([oddName, 'plain', 'shown']);
  const columns = await listColumns(contextOf(reader), { schema: 'test', name: 'plain' });
  expect(columns.map(({ name }) => name)).toEqual(['id', 'name', 'price', 'at', 'seen', 'isPaid']);
});

test('columns have types, and times without a zone are recognized', async () => {
  const plain = { isLocalTime: false, comment: '' };
  await expect(listColumns(contextOf(owner), { schema: 'test', name: 'plain' })).resolves.toEqual([
    { ...plain, name: 'id', type: 'integer', declared: 'bigint(20) unsigned' },
    { ...plain, name: 'name', type: 'text', declared: 'varchar(20)' },
    { ...plain, name: 'price', type: 'number', declared: 'decimal(10,2)', comment: 'Unit price' },
    { ...plain, name: 'at', type: 'time', declared: 'datetime(3)', isLocalTime: true },
    { ...plain, name: 'seen', type: 'time', declared: 'timestamp' },
    { ...plain, name: 'isPaid', type: 'boolean', declared: 'tinyint(1)' },
    { ...plain, name: 'secret', type: 'text', declared: 'text' },
  ]);
  const odd = await listColumns(contextOf(reader), { schema: 'test', name: oddName });
  expect(odd.map(({ name, type }) => [name, type])).toEqual([
    [oddName, 'json'],
    [longName, 'text'],
  ]);
  await expect(listColumns(contextOf(owner), { schema: 'test', name: 'nothing' })).resolves.toEqual([]);
});

test('2,000 columns are listed', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `c${index}`);
  await server.execute(`create table wide (${names.map((name) => `${name} int`).join(', ')}) engine = Aria`);
  const columns = await listColumns(contextOf(owner), { schema: 'test', name: 'wide' });
  expect(columns.map(({ name }) => name)).toEqual(names);
  await server.execute('drop table wide');
});

test('rights beyond reading are reported', async () => {
  await expect(inspectAccount(contextOf(reader))).resolves.toEqual(none);
  await expect(inspectAccount(contextOf(owner))).resolves.toEqual({
    ...none,
    writes: ['*.*'],
    readsFiles: true,
    callsHosts: true,
  });
});

test.each([
  ['insert (n) on test.unreadable', { ...none, writes: ['test.unreadable'] }],
  [`delete on test.${quote(oddName)}`, { ...none, writes: [`test.${oddName}`] }],
  ['create on `tes\\_`.*', { ...none, writes: ['tes_.*'] }],
  ['create temporary tables, lock tables, show view on test.*', none],
  ['file on *.*', { ...none, readsFiles: true }],
])('the grant of %s is reported', async (grant, rights) => {
  await server.execute(`grant ${grant} to reader@'%'`);
  const client = openMysql({ ...server.address, user: 'reader', password: 'read' });
  await expect(inspectAccount(contextOf(client))).resolves.toEqual(rights);
  await client.close();
  await server.execute(`revoke ${grant} from reader@'%'`);
});

test('rights granted by a role are reported', async () => {
  await server.execute(`create role loader; grant update on test.plain to loader; grant loader to reader@'%';
    set default role loader for reader@'%'`);
  const client = openMysql({ ...server.address, user: 'reader', password: 'read' });
  await expect(inspectAccount(contextOf(client))).resolves.toEqual({ ...none, writes: ['test.plain'] });
  await client.close();
  await server.execute("set default role none for reader@'%'; drop role loader");
});

test('missing time zone tables are reported', async () => {
  const other = await openTestMariadb({ zones: [] });
  const client = openMysql(other.address);
  await expect(inspectAccount(contextOf(client))).resolves.toMatchObject({ lacksTimeZones: true });
  await client.close();
  await other.close();
});

test.each(['test', 'tes_', oddName])('the statements for an account create one that can only read %j', async (name) => {
  const address = { ...server.address, database: name, user: 'shuju_reader', password: 'p' };
  await server.execute(`create database if not exists ${quote(name)}; create table ${quote(name)}.readable (n int)`);
  await server.execute(mysqlCatalog.readOnlyAccount(address).replace('…', 'p'));
  const client = openMysql(address);
  await expect(inspectAccount(contextOf(client))).resolves.toEqual(none);
  const tables = await listTables(contextOf(client));
  expect(tables.map((table) => table.name)).toContain('readable');
  await expect(client.query({ sql: 'select * from readable', params: [], ...standardLimits })).resolves.toBeDefined();
  const elsewhere = name === 'test' ? 'tes_.other' : 'test.plain';
  const denied = client.query({ sql: `select * from ${elsewhere}`, params: [], ...standardLimits });
  await expect(denied).rejects.toMatchObject({ reason: 'denied' });
  await client.close();
  await server.execute(`drop user shuju_reader@'%'; drop table ${quote(name)}.readable`);
});

test('listing the tables of a database that does not exist fails', async () => {
  const address = { ...server.address, database: 'nothing' };
  const client = openMysql(address);
  await expect(listTables({ ...contextOf(client), address })).rejects.toMatchObject({ reason: 'database' });
  await client.close();
});
