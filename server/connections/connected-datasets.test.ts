import { afterAll, beforeAll, expect, test } from 'vitest';

import type { RunLine } from '#contract/dashboards/runs.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { ExportLine } from '#contract/queries/routes.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import { type ConnectedDatabase, openConnectedDatabase } from '#server/testing/connected-database.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, callLines, openQuery, resultOf, rowsOf } from '#server/testing/queries.ts';

let product: TestProduct;
let database: ConnectedDatabase;
let token: string;
let datasets: Record<string, Dataset>;
let application: string;
beforeAll(async () => {
  [product, database] = await Promise.all([openTestProduct(), openConnectedDatabase()]);
  token = (await createOwner(product)).token;
  await database.execute(`
    create table visits (day date, city text, amount int);
    insert into visits select current_date - i % 30, case i % 2 when 0 then '上海' else '=1+1' end, i
      from generate_series(1, 600) i;
    create view slow as select i, pg_sleep(0.05)::text as wait from generate_series(1, 2000) i`);
  const input = { name: 'Shop', ...database.settings };
  application = (await product.call('POST /connections', input, { token })).body.id;
  const tables = ['visits', 'slow'].map((name) => ({ schema: 'public', name }));
  const added = await product.call('POST /applications/:id/tables', { id: application, tables }, { token });
  const loaded = await Promise.all(added.body.map(({ id }) => product.call('GET /datasets/:id', { id }, { token })));
  datasets = Object.fromEntries(loaded.map(({ body }) => [body.name, body]));
});
afterAll(() => Promise.all([product.close(), database.close()]));

const idIn = (dataset: string, name: string) => datasets[dataset]!.columns.find((each) => each.name === name)!.id;
const runningOn = async (text: string) => {
  const rows = await database.execute(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
      and pid <> pg_backend_pid() and query like '%${text}%'`,
  );
  return rows.length;
};

test('a dashboard shows cards on connected tables', async () => {
  const visits = datasets.visits!.id;
  const { id } = await createDashboard(
    product,
    token,
    dashboardOf('Visits', [chartCard('a', visits), chartCard('b', visits)]),
  );
  const input = { id, state: {}, zone: 'UTC' };
  const { lines } = await callLines<RunLine>(product, 'POST /dashboards/:id/run', input, { token });
  const results = lines.flatMap((line) => (line.kind === 'result' ? [line.result] : []));
  expect(results.map((result) => [rowsOf(result), result.proof.datasets[0]!.connection?.kind])).toEqual([
    [[[600]], 'postgres'],
    [[[600]], 'postgres'],
  ]);
  // A database is not asked before somebody wants to know.
  const prefetched = await callLines<RunLine>(
    product,
    'POST /dashboards/:id/run',
    { ...input, prefetch: true },
    { token },
  );
  expect(prefetched.lines).toEqual([{ kind: 'declined' }]);
});

test('an editor who may not connect databases does not see their tables', async () => {
  const { token: other } = await createMember(product, token, 'editor');
  const tables = await product.call('GET /applications/:id/tables', { id: application }, { token: other });
  expect([tables.status, tables.body]).toMatchObject([403, { code: 'connection_not_allowed' }]);
});

test('exports of connected tables have the same cells as those of files', async () => {
  const spec = specOf(datasets.visits!.id, {
    dimensions: [{ id: 'd', column: idIn('visits', 'city'), kind: 'value' }],
  });
  const input = { ask: spec, zone: 'UTC', format: 'csv', name: 'visits', labels: { d: 'City', n: 'Visits' } };
  const { lines } = await callLines<ExportLine>(product, 'POST /exports', input, { token });
  const last = lines.at(-1);
  if (last?.kind !== 'ready') throw new Error(JSON.stringify(lines));
  const { body } = await product.call('GET /exports/:id', { id: last.id }, { token });
  expect(String(body).trim().split('\r\n').toSorted()).toEqual(["'=1+1,300", 'City,Visits', '上海,300']);
});

test('alerts are checked on a schedule, and not on arrival', async () => {
  const watch = {
    dataset: datasets.visits!.id,
    formula: { kind: 'count' as const },
    filters: [],
    time: { column: idIn('visits', 'day'), grain: { unit: 'day' as const } },
    by: null,
    isRunning: false,
  };
  const refused = await product.call('POST /alerts', alertOf(watch, { schedule: { kind: 'arrival' } }), { token });
  expect(refused.body).toMatchObject({ code: 'alert_without_arrivals' });
  const alerts = alertsIn(product, token);
  const id = await alerts.create(alertOf(watch));
  await alerts.checkAgain(id);
  expect(await alerts.stateOf(id)).toBe('firing');
});

test('nothing can be loaded into a connection', async () => {
  const key = await product.call('POST /applications/:id/keys', { id: application, name: 'Key' }, { token });
  expect(key.body).toMatchObject({ code: 'connection_takes_no_rows' });
});

test('equal queries run once, and cancelling stops the query in the database', async () => {
  const input = {
    ask: specOf(datasets.slow!.id, { dimensions: [{ id: 'd', column: idIn('slow', 'wait'), kind: 'value' as const }] }),
    zone: 'UTC',
  };
  const readers = await Promise.all([openQuery(product, input, token), openQuery(product, input, token)]);
  await expect.poll(() => runningOn('"slow"')).toBe(1);
  readers[0].disconnect();
  await new Promise((done) => setTimeout(done, 300));
  expect(await runningOn('"slow"')).toBe(1);
  readers[1].disconnect();
  await expect.poll(() => runningOn('"slow"')).toBe(0);
});

test('at most four queries of a connection run at once, and other data does not wait for them', async () => {
  const readers = await Promise.all(
    Array.from({ length: 7 }, (_, index) =>
      openQuery(
        product,
        {
          ask: specOf(datasets.slow!.id, {
            dimensions: [{ id: 'd', column: idIn('slow', 'wait'), kind: 'value' as const }],
            filters: [{ op: 'greater' as const, column: idIn('slow', 'i'), value: index }],
          }),
          zone: 'UTC',
        },
        token,
      ),
    ),
  );
  await expect.poll(() => runningOn('"slow"')).toBeGreaterThanOrEqual(3);
  await new Promise((done) => setTimeout(done, 500));
  expect(await runningOn('"slow"')).toBeLessThanOrEqual(4);
  const sample = await product.call('POST /sample', {}, { token });
  const all = (await product.call('GET /datasets', {}, { token })).body;
  const own = all.find(({ applicationId }) => applicationId === sample.body.id)!;
  expect(rowsOf(await resultOf(product, specOf(own.id), { token }))).toEqual([[own.rows]]);
  readers.forEach(({ disconnect }) => disconnect());
  await expect.poll(() => runningOn('"slow"')).toBe(0);
});

test('changes of a table are detected, and renamed columns keep their ids', async () => {
  await database.execute('create table goods (id int, title text, price int, old text)');
  await database.execute("insert into goods values (1, 'tea', 3, 'x')");
  const tables = [{ schema: 'public', name: 'goods' }];
  const { id } = (await product.call('POST /applications/:id/tables', { id: application, tables }, { token })).body[0]!;
  const load = async () => (await product.call('GET /datasets/:id', { id }, { token })).body;
  const before = await load();
  const columnOf = (name: string) => before.columns.find((column) => column.name === name)!.id;
  const find = async () => (await product.call('GET /datasets/:id/schema-changes', { id }, { token })).body;
  expect(await find()).toEqual({ added: [], missing: [], changed: [] });
  await database.execute(`alter table goods rename column title to name;
    alter table goods drop column old, add column stock int, alter column price type numeric using price + 0.5`);
  expect(await find()).toMatchObject({
    added: [{ name: 'name' }, { name: 'stock' }],
    missing: [{ name: 'title' }, { name: 'old' }],
    changed: [{ name: 'price', from: 'integer', to: 'number' }],
  });
  const count = {
    measures: [{ id: 'm', formula: { kind: 'sum' as const, column: columnOf('price') }, show: 'value' as const }],
  };
  expect(rowsOf(await resultOf(product, { ...specOf(id), ...count }, { token }))).toEqual([[3.5]]);
  const clash = { id, renames: { [columnOf('title')]: 'name', [columnOf('old')]: 'name' } };
  expect((await product.call('POST /datasets/:id/schema-changes', clash, { token })).body).toMatchObject({
    code: 'columns_clash',
  });
  const update = { id, renames: { [columnOf('title')]: 'name' } };
  const { body: after } = await product.call('POST /datasets/:id/schema-changes', update, { token });
  expect(after.columns.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'integer'],
    ['title', 'text'],
    ['price', 'number'],
    ['stock', 'integer'],
  ]);
  expect(after.columns[1]!.id).toBe(columnOf('title'));
  const page = (await product.call('POST /datasets/:id/rows', { id }, { token })).body;
  expect(page.rows).toEqual([[1, 'tea', 3.5, null]]);
  expect(await find()).toEqual({ added: [], missing: [], changed: [] });
});
