import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunLine } from '#contract/dashboards/runs.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { AnswerLine } from '#contract/queries/routes.ts';
import { type ConnectedDatabase, openConnectedDatabase } from '#server/testing/connected-database.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { extractsIn } from '#server/testing/extracts.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { runQuery, specOf, callLines, openLines, resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';

let product: TestProduct;
let database: ConnectedDatabase;
let token: string;
let application: string;
beforeAll(async () => {
  [product, database] = await Promise.all([openTestProduct(), openConnectedDatabase()]);
  token = (await createOwner(product)).token;
  await database.execute(`
    create table customers (id int, city text);
    create table orders (id int, customer int, amount numeric, at timestamptz, local timestamp);
    insert into customers select i, case i % 2 when 0 then '上海' else 'Oslo' end from generate_series(1, 10) i;
    insert into orders select i, i % 10 + 1, i, timestamptz '2026-01-01 00:00Z' + i * interval '1 hour',
      timestamp '2026-01-01' + i * interval '1 hour' from generate_series(1, 1500) i`);
  application = await connect('Shop');
});
afterAll(() => Promise.all([product.close(), database.close()]));

async function connect(name: string, zone = 'UTC'): Promise<string> {
  const { body } = await product.call('POST /connections', { name, ...database.settings, zone }, { token });
  await setAllowsSql(body.id, true);
  return body.id;
}
async function setAllowsSql(id: string, allowsSql: boolean, as = token) {
  const { body } = await product.call('GET /applications/:id/connection', { id }, { token });
  const { kind: _, canChange: __, ...settings } = body;
  const freshness = settings.freshness as 60;
  return product.call('PUT /applications/:id/connection', { id, ...settings, freshness, allowsSql }, { token: as });
}
const preview = async (sql: string, { id = application, as = token } = {}) => {
  const input = { id, sql };
  const { lines, error } = await callLines<AnswerLine>(product, 'POST /applications/:id/sql/preview', input, {
    token: as,
  });
  const last = lines.at(-1);
  return last?.kind === 'result'
    ? { result: last.result, error: undefined }
    : { result: undefined, error: last?.kind === 'error' ? last.error : error };
};
const add = (name: string, sql: string, { id = application, as = token } = {}) =>
  product.call('POST /applications/:id/sql', { id, name, sql }, { token: as });
const columnIn = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;

const joined = `select o.id, c.city, o.amount, o.at, o.local
from orders o
join customers c on c.id = o.customer -- one connection
;`;

describe('a preview', () => {
  test('has the first rows with their types', async () => {
    const { result } = await preview(joined);
    expect(result!.columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'city', type: 'text' },
      { name: 'amount', type: 'number' },
      { name: 'at', type: 'time' },
      { name: 'local', type: 'time' },
    ]);
    expect([result!.values[0]!.length, result!.proof.isCutOff]).toEqual([1000, true]);
  });

  test.each([
    ['select nothing from orders', 'connection_sql_wrong', /column "nothing" does not exist/],
    ['select 1 / 0 as n', 'connection_sql_wrong', /division by zero/],
    ['select 1; drop table orders', 'connection_sql_wrong', /syntax error/],
    ['select $1::int as n', 'connection_sql_parameters', /SQL .*\$1 /],
    ['delete from orders', 'connection_sql_wrong', /syntax error/],
  ])('of %s fails with %s', async (sql, code, message) => {
    const { error } = await preview(sql);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('of a text that is too long is rejected', async () => {
    expect((await preview(`select '${'x'.repeat(200_000)}' as n`)).error).toMatchObject({ code: 'sql_too_long' });
  });

  test('that is cancelled stops in the database', async () => {
    const input = { id: application, sql: 'select count(*) as endless from generate_series(1, 100000000000)' };
    const running = () =>
      database.execute(`select 1 from pg_stat_activity where datname = current_database() and state = 'active'
        and pid <> pg_backend_pid() and query like '%endless%'`);
    const { disconnect } = await openLines(product, 'POST /applications/:id/sql/preview', { input, token });
    await expect.poll(async () => (await running()).length).toBe(1);
    disconnect();
    await expect.poll(async () => (await running()).length).toBe(0);
  });
});

describe('a dataset of SQL', () => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = (await add('Sales', joined)).body;
  });

  test('has the columns of its SQL, and no number of rows', () => {
    expect(dataset).toMatchObject({ name: 'Sales', rows: 0, connection: { kind: 'postgres' } });
    expect((dataset.connection as { sql: string }).sql.endsWith('-- one connection')).toBe(true);
    expect(dataset.columns.map(({ name, type, role }) => [name, type, role])).toMatchObject([
      ['id', 'integer', expect.any(String)],
      ['city', 'text', expect.any(String)],
      ['amount', 'number', 'measure'],
      ['at', 'time', expect.any(String)],
      ['local', 'time', expect.any(String)],
    ]);
  });

  test('answers queries, previews and profiles like a table', async () => {
    const city = { id: 'd', column: columnIn(dataset, 'city'), kind: 'value' as const };
    const filters = [{ op: 'greater' as const, column: columnIn(dataset, 'amount'), value: 1000 }];
    const result = await resultOf(product, specOf(dataset.id, { dimensions: [city], filters }), { token });
    expect(rowsOf(result)).toEqual([
      ['Oslo', 250],
      ['上海', 250],
    ]);
    expect(result.proof).toMatchObject({ sql: expect.stringContaining('join customers'), rowsRead: 0 });
    const page = await product.call('POST /datasets/:id/rows', { id: dataset.id, limit: 5 }, { token });
    expect([page.body.rows.length, page.body.isCutOff]).toEqual([5, true]);
    const profile = await product.call('GET /datasets/:id/profile', { id: dataset.id }, { token });
    expect(profile.body.columns).toHaveLength(5);
  });

  test('reads times without a zone in that of its connection', async () => {
    const id = await connect('Shanghai', 'Asia/Shanghai');
    const sql = "select timestamp '2026-01-01 08:00' as local, timestamptz '2026-01-01 08:00Z' as at";
    expect(rowsOf((await preview(sql, { id })).result!)).toEqual([['2026-01-01T00:00:00Z', '2026-01-01T08:00:00Z']]);
    const { body } = await add('Times', sql, { id });
    const page = await product.call('POST /datasets/:id/rows', { id: body.id }, { token });
    expect(page.body.rows).toEqual([['2026-01-01T00:00:00Z', '2026-01-01T08:00:00Z']]);
  });

  test('can be loaded as a copy', async () => {
    const target = (await product.call('POST /applications', { name: 'Copies', kind: 'files' }, { token })).body.id;
    const extract = await extractsIn(product, target, token).create({
      dataset: { name: 'copy' },
      source: { kind: 'dataset', dataset: dataset.id, growingColumn: columnIn(dataset, 'id') },
      schedule: null,
      zone: 'UTC',
    });
    const copy = (await product.call('GET /datasets/:id', { id: extract.datasetId! }, { token })).body;
    expect([extract.failure, copy.rows, copy.columns.length]).toEqual([null, 1500, 5]);
  });

  test.each([
    ['select 1 as n, 2 as n', 'connection_sql_column_twice'],
    ['select 1 as n) a, (select 2 as m', 'connection_sql_wrong'],
    ['select', 'sql_not_select'],
    ['select * from orders where id = $1', 'connection_sql_parameters'],
    ['create table x (n int)', 'connection_sql_wrong'],
    ["select set_config('transaction_read_only', 'off', true) as n; drop table orders", 'connection_sql_wrong'],
    [';', 'connection_sql_wrong'],
  ])('is not created from %s', async (sql, code) => {
    expect((await add('Wrong', sql)).body).toMatchObject({ code });
  });

  test('needs a unique name', async () => {
    expect((await add('Sales', 'select 1 as n')).body).toMatchObject({ code: 'name_taken' });
  });

  test('shows viewers of a card only that its SQL failed', async () => {
    await database.execute("create table words (word text); insert into words values ('1')");
    const numbers = (await add('Numbers', 'select word::int as n from words')).body;
    const { id } = await createDashboard(product, token, dashboardOf('Numbers', [chartCard('a', numbers.id)]));
    await database.execute("insert into words values ('secret')");
    const sum = { id: 'm', formula: { kind: 'sum' as const, column: columnIn(numbers, 'n') }, show: 'value' as const };
    const { error } = await runQuery(product, specOf(numbers.id, { measures: [sum] }), { token });
    expect(error).toMatchObject({ code: 'connection_sql_failed', message: expect.not.stringContaining('secret') });
    await database.execute('drop table words');
    const run = { id, state: {}, zone: 'UTC' };
    const { lines } = await callLines<RunLine>(product, 'POST /dashboards/:id/run', run, { token });
    expect(JSON.stringify(lines)).toContain('connection_sql_failed');
    const changes = await product.call('GET /datasets/:id/schema-changes', { id: numbers.id }, { token });
    expect(changes.body).toMatchObject({ code: 'connection_sql_wrong', message: expect.stringContaining('words') });
  });
});

test('new SQL keeps the ids of renamed columns', async () => {
  const { body: before } = await add('Changing', 'select id, amount as price, customer from orders');
  const { id } = before;
  const sum = {
    id: 'm',
    formula: { kind: 'sum' as const, column: columnIn(before, 'price') },
    show: 'value' as const,
  };
  expect(rowsOf(await resultOf(product, specOf(id, { measures: [sum] }), { token }))).toEqual([[1_125_750]]);
  await product.call('GET /datasets/:id/profile', { id }, { token });
  const sql = 'select id, amount * 2 as doubled, at from orders;';
  const changes = await product.call('POST /datasets/:id/sql/changes', { id, sql }, { token });
  expect(changes.body).toMatchObject({
    added: [{ name: 'doubled' }, { name: 'at' }],
    missing: [{ name: 'price' }, { name: 'customer' }],
    changed: [],
  });
  const change = { id, sql, renames: { [columnIn(before, 'price')]: 'doubled' } };
  const { body: after } = await product.call('PUT /datasets/:id/sql', change, { token });
  expect(after.connection).toEqual({ kind: 'postgres', sql: sql.slice(0, -1) });
  expect(after.columns.map(({ name }) => name)).toEqual(['id', 'price', 'at']);
  expect(rowsOf(await resultOf(product, specOf(id, { measures: [sum] }), { token }))).toEqual([[2_251_500]]);
  const clean = await product.call('GET /datasets/:id/schema-changes', { id }, { token });
  expect(clean.body).toEqual({ added: [], missing: [], changed: [] });
  const wrong = await product.call('PUT /datasets/:id/sql', { id, sql: 'drop table orders' }, { token });
  expect(wrong.body).toMatchObject({ code: 'connection_sql_wrong' });
});

test('new SQL removes the verified mark of its dataset, the same SQL does not', async () => {
  const { body } = await add('Verified', 'select id, amount from orders');
  const { id } = body;
  await product.call('PUT /datasets/:id/verification', { id }, { token });
  const change = async (sql: string) => (await product.call('PUT /datasets/:id/sql', { id, sql }, { token })).body;
  expect((await change('select id, amount from orders;')).verification).toMatchObject({ note: '' });
  expect((await change('select id, amount * 2 as amount from orders')).verification).toBeNull();
  const notices = await product.call('GET /notifications', {}, { token });
  expect(notices.body.groups[0]!.notice).toMatchObject({ dataset: id, changes: [{ kind: 'source' }] });
});

test('a dataset of a table has no SQL to change', async () => {
  const tables = [{ schema: 'public', name: 'orders' }];
  const [orders] = (await product.call('POST /applications/:id/tables', { id: application, tables }, { token })).body;
  const changed = await product.call('PUT /datasets/:id/sql', { id: orders!.id, sql: 'select 1 as n' }, { token });
  expect(changed.status).toBe(404);
});

describe('the right to write SQL', () => {
  test('is given only by an owner, and needs the right to connect', async () => {
    const editor = await createMember(product, token, 'editor');
    const as = editor.token;
    expect((await preview('select 1 as n', { as })).error).toMatchObject({ code: 'connection_not_allowed' });
    expect((await add('Mine', 'select 1 as n', { as })).body).toMatchObject({ code: 'connection_not_allowed' });
    await product.call('PUT /members/:id/may-connect', { id: editor.member.id, mayConnect: true }, { token });
    expect((await add('Mine', 'select 1 as n', { as })).status).toBe(200);
    expect((await setAllowsSql(application, false, as)).body).toMatchObject({ code: 'connection_sql_owners' });
    expect((await setAllowsSql(application, true, as)).status).toBe(200);
    const viewer = await createMember(product, token, 'viewer');
    expect((await preview('select 1 as n', { as: viewer.token })).error).toMatchObject({ code: 'forbidden' });
  });

  test('ends at once when it is revoked, and the datasets are kept', async () => {
    const id = await connect('Off');
    const dataset = (await add('Kept', 'select 1 as n', { id })).body;
    const query = () => runQuery(product, specOf(dataset.id), { token });
    expect((await query()).result).toBeDefined();
    expect((await setAllowsSql(id, false)).body).toMatchObject({ allowsSql: false });
    const off = { code: 'connection_sql_off' };
    expect((await query()).error).toMatchObject(off);
    expect((await preview('select 1 as n', { id })).error).toMatchObject(off);
    expect((await add('More', 'select 1 as n', { id })).body).toMatchObject(off);
    for (const key of [
      'POST /datasets/:id/rows',
      'GET /datasets/:id/profile',
      'GET /datasets/:id/schema-changes',
    ] as const)
      expect((await product.call(key, { id: dataset.id }, { token })).body).toMatchObject(off);
    expect((await product.call('GET /datasets/:id', { id: dataset.id }, { token })).status).toBe(200);
    await setAllowsSql(id, true);
    expect((await query()).result).toBeDefined();
  });

  test('is off by default, and its changes are in the audit log', async () => {
    const { body } = await product.call('POST /connections', { name: 'Default', ...database.settings }, { token });
    const read = await product.call('GET /applications/:id/connection', { id: body.id }, { token });
    expect(read.body.allowsSql).toBe(false);
    const { entries } = (await product.call('GET /audit', { act: 'change_connection' }, { token })).body;
    expect(JSON.stringify(entries)).toContain('allowsSql');
  });
});

test('the error of SQL in Explore depends on whether the datasets share a connection', async () => {
  await add('One', 'select 1 as n');
  await add('Two', 'select 1 as n');
  const other = await connect('Other');
  await add('Far', 'select 1 as n', { id: other });
  const same = await runQuery(product, sqlOf('select * from "Shop"."One" join "Shop"."Two" using (n)'), { token });
  expect(same.error).toMatchObject({ code: 'sql_on_connection' });
  const across = await runQuery(product, sqlOf('select * from "Shop"."One" join "Other"."Far" using (n)'), { token });
  expect(across.error).toMatchObject({ code: 'sql_across_places' });
});
