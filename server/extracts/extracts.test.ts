import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { type ConnectedDatabase, openConnectedDatabase } from '#server/testing/connected-database.ts';
import { extractsIn } from '#server/testing/extracts.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { waitForImport } from '#server/testing/data.ts';
import { share } from '#server/testing/access.ts';

let product: TestProduct;
let database: ConnectedDatabase;
let token: string;
let connection: string;
let application: string;
let extracts: ReturnType<typeof extractsIn>;

beforeAll(async () => {
  [product, database] = await Promise.all([openTestProduct(), openConnectedDatabase()]);
  token = (await createOwner(product)).token;
  connection = (await product.call('POST /connections', { name: 'Shop', ...database.settings }, { token })).body.id;
  application = (await product.call('POST /applications', { name: 'Extracts', kind: 'files' }, { token })).body.id;
  extracts = extractsIn(product, application, token);
});
afterAll(() => Promise.all([product.close(), database.close()]));

const loadDataset = async (id: string): Promise<Dataset> =>
  (await product.call('GET /datasets/:id', { id }, { token })).body;
const rowsIn = async (id: string) =>
  (await product.call('POST /datasets/:id/rows', { id, limit: 1000 }, { token })).body.rows;

/** Creates a table in the database, and the dataset that reads it. */
async function connectTable(name: string, definition: string): Promise<Dataset> {
  await database.execute(`create table ${name} ${definition}`);
  const tables = [{ schema: 'public', name }];
  const { body } = await product.call('POST /applications/:id/tables', { id: connection, tables }, { token });
  return loadDataset(body[0]!.id);
}

const columnOf = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;
const once = { schedule: null, zone: 'UTC' };

test('a table is loaded once, with its types, a version and an import', async () => {
  const source = await connectTable('goods', '(id bigint, title text, price numeric, sold timestamptz, is_new bool)');
  await database.execute(`insert into goods values (1, '茶', 2.5, '2026-01-01 10:00:00.123456Z', true),
    (2, '=1+1', null, null, false)`);
  const extract = await extracts.create({
    dataset: { name: 'goods' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: null },
    ...once,
  });
  expect(extract).toMatchObject({
    state: 'idle',
    failure: null,
    nextRunAt: null,
    sourceName: 'goods',
    lastValue: null,
  });
  const loaded = await loadDataset(extract.datasetId!);
  expect(loaded).toMatchObject({ rows: 2, name: 'goods', connection: null });
  expect(loaded.columns.map(({ name, type }) => [name, type])).toEqual(
    source.columns.map(({ name, type }) => [name, type]),
  );
  const cells = await rowsIn(extract.datasetId!);
  expect(cells).toEqual([
    [1, '茶', 2.5, '2026-01-01T10:00:00.123456Z', true],
    [2, '=1+1', null, null, false],
  ]);
  const { body: versions } = await product.call('GET /datasets/:id/versions', { id: loaded.id }, { token });
  expect(versions).toMatchObject([{ cause: 'replace', added: 2, detail: 'goods' }]);
  const { body: imports } = await product.call('GET /applications/:id/imports', { id: application }, { token });
  expect(imports[0]).toMatchObject({ id: extract.importId, state: 'done', rows: 2, file: 'goods' });
});

test('a whole table replaces its rows; renamed columns keep their place and new ones are added', async () => {
  const source = await connectTable('stock', '(item text, amount int)');
  await database.execute("insert into stock values ('tea', 1), ('cup', 2)");
  const { id, datasetId } = await extracts.create({
    dataset: { name: 'stock' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: null },
    ...once,
  });
  const before = await loadDataset(datasetId!);
  await database.execute(`delete from stock; insert into stock values ('pot', 3);
    alter table stock rename column amount to pieces; alter table stock add column note text default 'new'`);
  const renames = { [columnOf(source, 'amount')]: 'pieces' };
  await product.call('POST /datasets/:id/schema-changes', { id: source.id, renames }, { token });
  expect(await extracts.run(id)).toMatchObject({ failure: null });
  const after = await loadDataset(datasetId!);
  expect(after.columns.map(({ name }) => name)).toEqual(['item', 'amount', 'note']);
  expect(after.columns[1]!.id).toBe(before.columns[1]!.id);
  expect(await rowsIn(datasetId!)).toEqual([['pot', 3, 'new']]);
});

test('a growing column appends only rows beyond the last value', async () => {
  const source = await connectTable('orders', '(id bigint, city text)');
  await database.execute("insert into orders select i, 'city ' || i from generate_series(1, 100) i");
  const { id, datasetId, lastValue } = await extracts.create({
    dataset: { name: 'orders' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: columnOf(source, 'id') },
    ...once,
  });
  expect(lastValue).toBe(100);
  expect(await extracts.run(id)).toMatchObject({ lastValue: 100, failure: null });
  expect((await loadDataset(datasetId!)).rows).toBe(100);
  await database.execute("insert into orders select i, 'city ' || i from generate_series(101, 130) i");
  expect(await extracts.run(id)).toMatchObject({ lastValue: 130, failure: null });
  const rows = await rowsIn(datasetId!);
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 130 }, (_, index) => index + 1));
  const { body: versions } = await product.call('GET /datasets/:id/versions', { id: datasetId! }, { token });
  expect(versions.map(({ added }) => added)).toEqual([30, 100]);
});

test('a large table is loaded in parts', async () => {
  const source = await connectTable('readings', '(id int, value double precision)');
  await database.execute('insert into readings select i, i / 4.0 from generate_series(1, 210000) i');
  const { datasetId, lastValue } = await extracts.create({
    dataset: { name: 'readings' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: columnOf(source, 'id') },
    ...once,
  });
  expect([lastValue, (await loadDataset(datasetId!)).rows]).toEqual([210_000, 210_000]);
  const { body: versions } = await product.call('GET /datasets/:id/versions', { id: datasetId! }, { token });
  expect(versions.map(({ added }) => added)).toEqual([10_000, 100_000, 100_000]);
});

test('a growing time column is exact to the microsecond, and rows of the last minute wait for the next run', async () => {
  const source = await connectTable('visits', '(at timestamptz, page text)');
  await database.execute(
    "insert into visits values ('2026-01-01 10:00:00.123456Z', 'a'), (now() + interval '1h', 'z')",
  );
  const { id, datasetId, lastValue } = await extracts.create({
    dataset: { name: 'visits' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: columnOf(source, 'at') },
    ...once,
  });
  expect(lastValue).toBe('2026-01-01T10:00:00.123456Z');
  await database.execute("insert into visits values ('2026-01-01 10:00:00.123457Z', 'b')");
  expect(await extracts.run(id)).toMatchObject({ lastValue: '2026-01-01T10:00:00.123457Z' });
  expect((await rowsIn(datasetId!)).map(([, page]) => page)).toEqual(['a', 'b']);
});

test('a run that would reject rows of a whole table waits for confirmation and reports it', async () => {
  const source = await connectTable('prices', '(item text, price text)');
  await database.execute("insert into prices values ('tea', '3'), ('cup', '5')");
  const { id, datasetId } = await extracts.create({
    dataset: { name: 'prices' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: null },
    ...once,
  });
  const dataset = await loadDataset(datasetId!);
  const change = { id: datasetId!, column: columnOf(dataset, 'price'), type: 'integer' as const };
  expect((await product.call('PATCH /datasets/:id/columns/:column', change, { token })).status).toBe(200);
  await database.execute("insert into prices values ('pot', 'free')");
  const stopped = await extracts.run(id);
  expect(stopped.failure?.code).toBe('extract_unconfirmed');
  expect((await loadDataset(datasetId!)).rows).toBe(2);
  await product.call('POST /imports/:id/confirm', { id: stopped.importId! }, { token });
  expect(await waitForImport(product, token, stopped.importId!)).toMatchObject({ state: 'done', rows: 2, rejected: 1 });
  expect((await extracts.list()).find((each) => each.id === id)?.failure).toBeNull();
});

test('an import of an earlier run publishes nothing', async () => {
  const source = await connectTable('fenced', '(price text)');
  await database.execute("insert into fenced values ('1')");
  const { id, datasetId } = await extracts.create({
    dataset: { name: 'fenced' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: null },
    ...once,
  });
  const dataset = await loadDataset(datasetId!);
  const change = { id: datasetId!, column: columnOf(dataset, 'price'), type: 'integer' as const };
  await product.call('PATCH /datasets/:id/columns/:column', change, { token });
  await database.execute("insert into fenced values ('2'), ('free')");
  const { importId } = await extracts.run(id);
  // As if another server had taken over the extract and started another import.
  await product.query("update extracts set import_id = 'another' where id = $1", [id]);
  await product.call('POST /imports/:id/confirm', { id: importId! }, { token });
  expect(await waitForImport(product, token, importId!)).toMatchObject({ failure: { code: 'cancelled' } });
  expect((await loadDataset(datasetId!)).rows).toBe(1);
});

test('a schedule runs when it is due, and plans its next run', async () => {
  const source = await connectTable('hours', '(id int)');
  await database.execute('insert into hours values (1)');
  const { id, datasetId, nextRunAt, lastRunAt } = await extracts.create({
    dataset: { name: 'hours' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: columnOf(source, 'id') },
    schedule: { kind: 'every', minutes: 60 },
    zone: 'UTC',
  });
  expect(Date.parse(nextRunAt!) - Date.parse(lastRunAt!)).toBeGreaterThan(59 * 60_000);
  await database.execute('insert into hours values (2)');
  await product.query("update extracts set next_run_at = now() - interval '3h' where id = $1", [id]);
  await expect.poll(async () => (await loadDataset(datasetId!)).rows).toBe(2);
  await extracts.settled(id);
  const changed = await product.call(
    'PUT /extracts/:id',
    { id, schedule: { kind: 'daily', at: '06:00' }, zone: 'Asia/Shanghai' },
    { token },
  );
  expect(changed.body.nextRunAt).toMatch(/T22:00:00/);
  expect((await product.call('DELETE /extracts/:id', { id }, { token })).status).toBe(204);
  expect((await loadDataset(datasetId!)).rows).toBe(2);
});

test('an extract fails with one notice once its creator has lost access', async () => {
  const source = await connectTable('secrets', '(id int)');
  await database.execute('insert into secrets values (1)');
  const { token: editor, member } = await createMember(product, token, 'editor');
  await share(product, token, ['application', connection], { members: [{ id: member.id, right: 'view' }] });
  const own = (await product.call('POST /applications', { name: 'Own', kind: 'files' }, { token: editor })).body.id;
  const theirs = extractsIn(product, own, editor);
  const { id, datasetId } = await theirs.create({
    dataset: { name: 'secrets' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: columnOf(source, 'id') },
    ...once,
  });
  await database.execute('insert into secrets values (2)');
  await share(product, token, ['application', connection]);
  const refused = await product.call('POST /extracts/:id/run', { id }, { token: editor });
  expect(refused.body).toMatchObject({ code: 'extract_unseen' });
  for (let round = 0; round < 2; round++) {
    await product.query('update extracts set next_run_at = now(), last_run_at = null where id = $1', [id]);
    expect((await theirs.settled(id)).failure?.code).toBe('extract_unseen');
  }
  expect((await product.call('GET /datasets/:id', { id: datasetId! }, { token: editor })).body.rows).toBe(1);
  const { body } = await product.call('GET /notifications', {}, { token: editor });
  const notices = body.groups.filter(({ notice }) => notice.kind === 'extract_failed');
  expect(notices).toMatchObject([{ count: 1, notice: { extract: id, name: 'secrets' } }]);
  const another = await theirs.try({
    dataset: { name: 'more' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: null },
    ...once,
  });
  expect(another.body).toMatchObject({ code: 'dataset_gone' });
});

test('an extract of a disabled member does not run', async () => {
  const source = await connectTable('left_behind', '(id int)');
  await database.execute('insert into left_behind values (1)');
  const { token: editor, member } = await createMember(product, token, 'editor');
  await share(product, token, ['application', connection], { members: [{ id: member.id, right: 'view' }] });
  await share(product, token, ['application', application], { members: [{ id: member.id, right: 'edit' }] });
  const { id } = await extractsIn(product, application, editor).create({
    dataset: { name: 'left behind' },
    source: { kind: 'dataset', dataset: source.id, growingColumn: null },
    ...once,
  });
  await product.query('update members set disabled_at = now() where id = $1', [member.id]);
  expect((await extracts.run(id)).failure?.code).toBe('extract_nobody');
  const { body } = await product.call('GET /notifications', {}, { token });
  expect(body.groups.map(({ notice }) => notice)).toContainEqual(expect.objectContaining({ extract: id }));
});

test('only connected tables and growing columns of integers or times are accepted', async () => {
  const source = await connectTable('mixed', '(id int, name text)');
  const input = { dataset: { name: 'mixed' }, ...once };
  const text = { kind: 'dataset' as const, dataset: source.id, growingColumn: columnOf(source, 'name') };
  expect((await extracts.try({ ...input, source: text })).body).toMatchObject({ code: 'extract_growing_column' });
  const loaded = (await extracts.list()).find((each) => each.datasetId)!;
  const own = { kind: 'dataset' as const, dataset: loaded.datasetId!, growingColumn: null };
  expect((await extracts.try({ ...input, source: own })).body).toMatchObject({ code: 'extract_not_connected' });
  const taken = { dataset: { name: 'goods' }, source: { ...text, growingColumn: null }, ...once };
  expect((await extracts.try(taken)).body).toMatchObject({ code: 'name_taken' });
});
