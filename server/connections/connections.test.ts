import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { type ConnectedDatabase, openConnectedDatabase } from '#server/testing/connected-database.ts';
import { localHosts } from '#server/testing/local-hosts.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { runQuery, specOf, resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';

let product: TestProduct;
let database: ConnectedDatabase;
let token: string;
beforeAll(async () => {
  [product, database] = await Promise.all([openTestProduct(), openConnectedDatabase()]);
  token = (await createOwner(product)).token;
  await database.execute(`
    create table orders (id int, city text, amount numeric(10, 2), paid boolean, at timestamptz, local timestamp);
    comment on table orders is '订单';
    comment on column orders.city is 'Where it was sent';
    insert into orders select i, case i % 4 when 0 then '上海' when 1 then 'Paris' when 2 then 'Oslo' end, i / 4.0,
      i % 3 = 0, timestamptz '2026-01-01 00:00Z' + i * interval '1 hour', timestamp '2026-01-01' + i * interval '1 hour'
      from generate_series(1, 2500) i;
    create schema "odd ""schema";
    create table "odd ""schema"."from -- \\ 表 😀" ("select" int, "a""b" text);
    insert into "odd ""schema"."from -- \\ 表 😀" values (1, 'one'), (2, null);
    create view paid_orders as select * from orders where paid;
    create table empty_one (id int);
    analyze orders`);
});
afterAll(() => Promise.all([product.close(), database.close()]));

const connect = (fields: object = {}, as = token) =>
  product.call('POST /connections', { name: 'Shop', ...database.settings, ...fields }, { token: as });
const testSettings = (fields: object = {}, as = token) =>
  product.call('POST /connections/test', { ...database.settings, ...fields }, { token: as });

let connectionCount = 0;
async function addTable(name: string, schema = 'public', fields: object = {}): Promise<Dataset> {
  const { body: application } = await connect({ name: `Shop ${++connectionCount}`, ...fields });
  const input = { id: application.id, tables: [{ schema, name }] };
  const { status, body } = await product.call('POST /applications/:id/tables', input, { token });
  expect([status, body.length]).toEqual([200, 1]);
  return (await product.call('GET /datasets/:id', { id: body[0]!.id }, { token })).body;
}
const columnIn = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;
const pageOf = async (dataset: Dataset, input: object = {}) =>
  (await product.call('POST /datasets/:id/rows', { id: dataset.id, ...input }, { token })).body;

describe('a test of a connection', () => {
  test('counts the tables and reports what the account may do', async () => {
    const { status, body } = await testSettings();
    expect([status, body.tables, body.readsFiles, body.writes.length > 0]).toEqual([200, 4, true, true]);
    expect(body.readOnlyAccount).toContain('grant select');
  });

  test.each([
    [{ port: 1 }, 'connection_refused'],
    [{ user: 'nobody' }, 'connection_sign_in'],
    [{ database: 'nothing' }, 'connection_database_missing'],
    [{ tls: 'verified' }, 'connection_protocol'],
    [{ kind: 'clickhouse' }, 'connection_protocol'],
    [{ host: 'nothing.invalid' }, 'host_unknown'],
    [{ host: '169.254.169.254' }, 'address_inside'],
  ])('with %o fails as %s', async (fields, code) => {
    const { status, body } = await testSettings(fields);
    expect([status >= 400, (body as { code?: string }).code]).toEqual([true, code]);
  });

  test.each(['/var/run/postgresql', '@abstract', 'host:5432', 'http://host', 'a b', 'host?x=1', ''])(
    'a host called %o is invalid',
    async (host) => {
      expect((await testSettings({ host })).status).toBe(400);
    },
  );

  test.each([0, 65_536, 99_999, 1.5, '5432'])('port %o is invalid', async (port) => {
    expect((await testSettings({ port })).status).toBe(400);
  });

  test('unknown settings are refused', async () => {
    expect((await testSettings({ sslkey: '/etc/passwd' })).status).toBe(400);
  });

  test('private addresses need the permission of an owner, however they are written', async () => {
    for (const host of localHosts) {
      const { status, body } = await testSettings({ host, allowsPrivate: false });
      expect([host, status >= 400]).toEqual([host, true]);
      expect(['connection_private', 'address_inside', 'host_unknown', 'invalid_input']).toContain(
        (body as { code?: string }).code,
      );
    }
  });
});

describe('the permission to connect', () => {
  test('is given to editors by an owner, and does not include private addresses', async () => {
    const editor = await createMember(product, token, 'editor');
    const as = editor.token;
    expect([(await testSettings({}, as)).body, (await connect({}, as)).status]).toMatchObject([
      { code: 'connection_not_allowed' },
      403,
    ]);
    await product.call('PUT /members/:id/may-connect', { id: editor.member.id, mayConnect: true }, { token });
    expect((await product.call('GET /connections', {}, { token: as })).body).toEqual({
      mayConnect: true,
      mayAllowPrivate: false,
      mayAllowSql: false,
    });
    expect((await testSettings({}, as)).body).toMatchObject({ code: 'connection_private' });
    const { id: application } = (await connect({ name: 'Allowed' })).body;
    expect((await testSettings({ application }, as)).status).toBe(200);
    expect((await testSettings({ application, port: 1 }, as)).body).toMatchObject({ code: 'connection_private' });
    const viewer = await createMember(product, token, 'viewer');
    await product.call('PUT /members/:id/may-connect', { id: viewer.member.id, mayConnect: true }, { token });
    expect((await connect({}, viewer.token)).status).toBe(403);
  });
});

describe('the password', () => {
  test('is encrypted, and never returned or logged', async () => {
    const secret = randomUUID();
    const user = `reader_${secret.replaceAll('-', '')}`;
    await database.execute(`create role ${user} login password '${secret}'`);
    const created = await connect({ name: 'Secret', user, password: secret });
    const { id } = created.body;
    const read = await product.call('GET /applications/:id/connection', { id }, { token });
    expect(read.body).toMatchObject({ host: '127.0.0.1', user, freshness: 60, canChange: true });
    const stored = await product.query('select * from connections where application_id = $1', [id]);
    const log = await product.query('select * from audit');
    await database.execute(`alter role ${user} password 'another'`);
    database.disconnect();
    const failed = await product.call('GET /applications/:id/tables', { id }, { token });
    expect([failed.body, stored.length, log.length > 0]).toMatchObject([{ code: 'connection_sign_in' }, 1, true]);
    expect(JSON.stringify([created.body, read.body, stored, log, failed.body])).not.toContain(secret);
    await database.execute(`drop role ${user}`);
  });

  test('is only sent to the server for which it was entered', async () => {
    const { id } = (await connect({ name: 'Moved' })).body;
    const { kind, password: _, ...settings } = database.settings;
    const change = (fields: object) =>
      product.call('PUT /applications/:id/connection', { id, ...settings, freshness: 300, ...fields }, { token });
    expect((await change({})).body).toMatchObject({ freshness: 300 });
    expect((await change({ host: 'localhost' })).body).toMatchObject({ code: 'connection_password_needed' });
    const testOther = { kind, ...settings, application: id, user: 'other' };
    expect((await product.call('POST /connections/test', testOther, { token })).body).toMatchObject({
      code: 'connection_password_needed',
    });
    const testSame = { kind, ...settings, application: id };
    expect((await product.call('POST /connections/test', testSame, { token })).status).toBe(200);
  });
});

describe('tables', () => {
  test('are listed with comments, estimates and columns', async () => {
    const { id } = (await connect({ name: 'Listed' })).body;
    const { body: tables } = await product.call('GET /applications/:id/tables', { id }, { token });
    expect(tables.find(({ name }) => name === 'orders')).toMatchObject({
      schema: 'public',
      kind: 'table',
      comment: '订单',
      rows: 2500,
      dataset: null,
    });
    expect(tables.find(({ name }) => name === 'paid_orders')).toMatchObject({ kind: 'view' });
    const table = { id, schema: 'public', name: 'orders' };
    const { body: columns } = await product.call('GET /applications/:id/tables/columns', table, { token });
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['city', 'text'],
      ['amount', 'number'],
      ['paid', 'boolean'],
      ['at', 'time'],
      ['local', 'time'],
    ]);
  });

  test('become datasets only once, with comments as descriptions', async () => {
    const dataset = await addTable('orders');
    expect(dataset).toMatchObject({
      name: 'orders',
      rows: 2500,
      connection: { kind: 'postgres', schema: 'public', table: 'orders' },
      description: { zh_CN: '订单' },
    });
    expect(dataset.columns.map(({ role }) => role)).toEqual([
      'dimension',
      'dimension',
      'measure',
      'dimension',
      'time',
      'time',
    ]);
    const repeated = { id: dataset.applicationId, tables: [{ schema: 'public', name: 'orders' }] };
    const { body } = await product.call('POST /applications/:id/tables', repeated, { token });
    expect(body.map(({ id }) => id)).toEqual([dataset.id]);
    const { body: tables } = await product.call(
      'GET /applications/:id/tables',
      { id: dataset.applicationId },
      { token },
    );
    expect(tables.find(({ name }) => name === 'orders')?.dataset).toBe(dataset.id);
  });

  test('that do not exist cannot be added', async () => {
    const { id } = (await connect({ name: 'Missing' })).body;
    const input = { id, tables: [{ schema: 'public', name: 'nothing' }] };
    expect((await product.call('POST /applications/:id/tables', input, { token })).body).toMatchObject({
      code: 'connection_table_missing',
    });
  });
});

describe('a dataset of a table', () => {
  let orders: Dataset;
  beforeAll(async () => {
    orders = await addTable('orders');
  });

  test('answers queries, with the SQL, the database and the time slot as proof', async () => {
    const spec = specOf(orders.id, {
      dimensions: [{ id: 'd', column: columnIn(orders, 'city'), kind: 'value' }],
      measures: [{ id: 'm', formula: { kind: 'sum', column: columnIn(orders, 'amount') }, show: 'value' }],
      order: [{ kind: 'measure', id: 'm', direction: 'descending', part: 'value' }],
    });
    const { proof, ...result } = await resultOf(product, spec, { token });
    expect(rowsOf(result)).toEqual(
      [
        ['上海', 195_625],
        ['Oslo', 195_312.5],
        ['Paris', 195_156.25],
        [null, 195_468.75],
      ].toSorted((a, b) => Number(b[1]) - Number(a[1])),
    );
    expect(proof.sql).toContain('"public"."orders"');
    expect(proof.datasets[0]).toMatchObject({ connection: { kind: 'postgres' } });
    expect(Date.now() - Date.parse(proof.datasets[0]!.connection!.asOf)).toBeLessThan(120_000);
  });

  test('reads local times in the time zone of the connection', async () => {
    const local = await addTable('orders', 'public', { zone: 'Asia/Shanghai' });
    const page = await pageOf(local, { limit: 1, order: { column: columnIn(local, 'id'), direction: 'ascending' } });
    const valueOf = (name: string) => page.rows[0]![page.columns.indexOf(columnIn(local, name))];
    expect([Date.parse(String(valueOf('at'))), Date.parse(String(valueOf('local')))]).toEqual([
      Date.parse('2026-01-01T01:00:00Z'),
      Date.parse('2025-12-31T17:00:00Z'),
    ]);
  });

  test('shows its first rows, sorted and filtered by the database', async () => {
    const page = await pageOf(orders, { offset: 990, limit: 20 });
    expect([page.total, page.isCutOff, page.rows.length]).toEqual([1000, true, 10]);
    const filtered = await pageOf(orders, {
      filters: [
        { op: 'equals', column: columnIn(orders, 'city'), value: '上海' },
        { op: 'at_least', column: columnIn(orders, 'id'), value: '2400' },
        { op: 'equals', column: columnIn(orders, 'paid'), value: 'true' },
      ],
      order: { column: columnIn(orders, 'id'), direction: 'descending' },
    });
    expect(filtered.isCutOff).toBe(false);
    expect(filtered.rows.map(([id]) => id)).toEqual([2496, 2484, 2472, 2460, 2448, 2436, 2424, 2412, 2400]);
    const wrong = { id: orders.id, filters: [{ op: 'equals' as const, column: columnIn(orders, 'id'), value: 'x' }] };
    expect((await product.call('POST /datasets/:id/rows', wrong, { token })).body).toMatchObject({
      code: 'value_misfit',
    });
  });

  test('has a profile of its first rows', async () => {
    const { body } = await product.call('GET /datasets/:id/profile', { id: orders.id }, { token });
    expect([body.rows, body.isSample, body.columns.length]).toEqual([2500, false, 6]);
    expect(body.columns[1]).toMatchObject({ nulls: 625, distinct: 3 });
    expect(body.columns[2]).toMatchObject({ min: 0.25, max: 625 });
  });

  test('special characters in names of schemas, tables and columns are escaped', async () => {
    const odd = await addTable('from -- \\ 表 😀', 'odd "schema');
    expect((await pageOf(odd)).rows).toEqual([
      [1, 'one'],
      [2, null],
    ]);
  });

  test('has no versions, and rejects changes of types and SQL', async () => {
    const column = columnIn(orders, 'id');
    const change = { id: orders.id, column, type: 'text' as const };
    expect((await product.call('PATCH /datasets/:id/columns/:column', change, { token })).body).toMatchObject({
      code: 'type_of_database',
    });
    expect((await product.call('GET /datasets/:id/versions', { id: orders.id }, { token })).body).toEqual([]);
    const application = (await product.call('GET /applications/:id', { id: orders.applicationId }, { token })).body;
    const { error } = await runQuery(product, sqlOf(`select count(*) from "${application.name}".orders`), { token });
    expect(error).toMatchObject({ code: 'sql_on_connection' });
  });

  test('a missing table is reported, and the others still answer', async () => {
    const lost = await addTable('empty_one');
    await database.execute('drop table empty_one');
    const spec = specOf(lost.id, { measures: [{ id: 'm', formula: { kind: 'count' }, show: 'value' }] });
    expect(JSON.stringify(await runQuery(product, spec, { token }))).toContain('connection_table_missing');
    const other = { ...spec, dataset: orders.id };
    expect(rowsOf(await resultOf(product, other, { token }))).toEqual([[2500]]);
  });

  test('a server can be queried after it has closed all sessions', async () => {
    database.disconnect();
    const live = await addTable('orders', 'public', { name: 'Restarted' });
    const spec = specOf(live.id, { measures: [{ id: 'm', formula: { kind: 'count' }, show: 'value' }] });
    expect(rowsOf(await resultOf(product, spec, { token }))).toEqual([[2500]]);
  });
});
