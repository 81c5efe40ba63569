import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import { standardLimits } from '#engine/testing/servers/queries.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import { inspectAccount, listColumns, listTables } from '../catalog.ts';
import type { DatabaseClient } from '../driver.ts';
import { openPostgres } from '../postgres.ts';
import { postgresCatalog } from './postgres.ts';

// Names with every character that breaks SQL unless names are quoted.
const oddName = `o'"\\\n\u{1F680} ; drop table "plain" --`;
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

let server: TestServer;
let owner: DatabaseClient;
let reader: DatabaseClient;
beforeAll(async () => {
  server = await openTestPostgres();
  owner = openPostgres(server.address);
  await server.execute(`create schema ${quote(oddName)}; create schema hidden; create domain moment as timestamp;
    create table plain (id bigint primary key, name text, price numeric(10, 2), "at" timestamp, seen timestamptz,
      later moment, secret text);
    comment on table plain is 'Orders 订单'; comment on column plain.price is 'Unit price';
    create view shown as select id from plain; create materialized view stored as select id from plain;
    create table ${quote(oddName)}.${quote(oddName)} (${quote(oddName)} jsonb, tags text[], mood money);
    create table parts (n int) partition by range (n); create table parts_1 partition of parts for values from (0) to (9);
    insert into plain select n, n::text from generate_series(1, 1000) as n; analyze plain;
    create table hidden.none (n int); create table unreadable (n int)`);
  await server.execute(`drop role if exists catalog_reader; create role catalog_reader login password 'read';
    revoke create on schema public from public; grant usage on schema public, ${quote(oddName)} to catalog_reader;
    grant select on plain, shown, ${quote(oddName)}.${quote(oddName)} to catalog_reader;
    revoke select on plain from catalog_reader;
    grant select (id, name, price, "at", seen, later) on plain to catalog_reader`);
  reader = openPostgres({ ...server.address, user: 'catalog_reader', password: 'read' });
});
afterAll(async () => {
  await Promise.all([owner.close(), reader.close()]);
  await server.execute('drop owned by catalog_reader; drop role catalog_reader');
  await server.close();
});

const contextOf = (client: DatabaseClient) => ({ client, catalog: postgresCatalog, address: server.address });

test('tables and views are listed with comments and estimated rows', async () => {
  const tables = await listTables(contextOf(owner));
  expect(tables.filter(({ schema }) => schema === 'public')).toEqual([
    { schema: 'public', name: 'parts', kind: 'table', comment: '', rows: null },
    { schema: 'public', name: 'plain', kind: 'table', comment: 'Orders 订单', rows: 1000 },
    { schema: 'public', name: 'shown', kind: 'view', comment: '', rows: null },
    {
      schema: 'public',
      name: 'stored',
      kind: 'view',
      comment: '',
      rows: expect.toSatisfy((rows) => rows !== undefined),
    },
    { schema: 'public', name: 'unreadable', kind: 'table', comment: '', rows: null },
  ]);
});

test('an account lists only tables and columns that it may read', async () => {
  const tables = await listTables(contextOf(reader));
  expect(tables.map(({ schema, name }) => [schema, name])).toEqual([
    [oddName, oddName],
    ['public', 'plain'],
    ['public', 'shown'],
  ]);
  const columns = await listColumns(contextOf(reader), { schema: 'public', name: 'plain' });
  expect(columns.map(({ name }) => name)).toEqual(['id', 'name', 'price', 'at', 'seen', 'later']);
});

test('columns have types, and times without a zone are recognized', async () => {
  const columns = await listColumns(contextOf(owner), { schema: 'public', name: 'plain' });
  expect(columns).toEqual([
    { name: 'id', type: 'integer', declared: 'bigint', isLocalTime: false, comment: '' },
    { name: 'name', type: 'text', declared: 'text', isLocalTime: false, comment: '' },
    { name: 'price', type: 'number', declared: 'numeric(10,2)', isLocalTime: false, comment: 'Unit price' },
    { name: 'at', type: 'time', declared: 'timestamp without time zone', isLocalTime: true, comment: '' },
    { name: 'seen', type: 'time', declared: 'timestamp with time zone', isLocalTime: false, comment: '' },
    { name: 'later', type: 'time', declared: 'moment', isLocalTime: true, comment: '' },
    { name: 'secret', type: 'text', declared: 'text', isLocalTime: false, comment: '' },
  ]);
  const odd = await listColumns(contextOf(owner), { schema: oddName, name: oddName });
  expect(odd.map(({ name, type }) => [name, type])).toEqual([
    [oddName, 'json'],
    ['tags', 'text'],
    ['mood', 'text'],
  ]);
  await expect(listColumns(contextOf(owner), { schema: 'public', name: 'nothing' })).resolves.toEqual([]);
});

test('names of 63 characters and 1,600 columns, the maximum, are listed', async () => {
  const names = Array.from({ length: 1600 }, (_, index) => `c${index}`.padEnd(63, 'x'));
  const name = 'x'.repeat(63);
  await server.execute(`create table hidden.${name} (${names.map((each) => `${each} int`).join(', ')})`);
  const columns = await listColumns(contextOf(owner), { schema: 'hidden', name });
  expect(columns.map((column) => column.name)).toEqual(names);
  await server.execute(`drop table hidden.${name}`);
});

test('rights beyond reading are reported', async () => {
  await expect(inspectAccount(contextOf(reader))).resolves.toEqual({
    writes: [],
    readsFiles: false,
    callsHosts: false,
    lacksTimeZones: false,
  });
  const rights = await inspectAccount(contextOf(owner));
  expect(rights).toMatchObject({ readsFiles: true, callsHosts: true });
  expect(rights.writes).toContain('public.parts');
  await server.execute('grant insert on shown to catalog_reader');
  await expect(inspectAccount(contextOf(reader))).resolves.toMatchObject({ writes: ['public.shown'] });
  await server.execute('revoke insert on shown from catalog_reader; grant create on schema hidden to catalog_reader');
  await expect(inspectAccount(contextOf(reader))).resolves.toMatchObject({ writes: ['hidden'] });
  await server.execute('revoke create on schema hidden from catalog_reader');
  await server.execute('grant execute on function pg_read_file(text) to catalog_reader');
  await expect(inspectAccount(contextOf(reader))).resolves.toMatchObject({ readsFiles: true, callsHosts: false });
  await server.execute('revoke execute on function pg_read_file(text) from catalog_reader');
});

test('the statements for a read-only account create one that can only read', async () => {
  const { database } = server.address;
  const name = `reader_${database}`;
  const statements = postgresCatalog.readOnlyAccount(server.address);
  await server.execute(statements.replaceAll('shuju_reader', name).replace('…', 'p'));
  const client = openPostgres({ ...server.address, user: name, password: 'p' });
  await expect(inspectAccount(contextOf(client))).resolves.toEqual({
    writes: [],
    readsFiles: false,
    callsHosts: false,
    lacksTimeZones: false,
  });
  const { values } = await client.query({ sql: 'select count(*) from plain', params: [], ...standardLimits });
  expect(values).toEqual([[1000]]);
  await client.close();
  await server.execute(`drop owned by ${name}; drop role ${name}`);
});
