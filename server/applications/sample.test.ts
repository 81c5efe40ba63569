import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Application } from '#contract/applications/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import type { Engine } from '#engine/engine.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
// Days in the zone of the shop, which has no daylight saving time.
const dayOf = (column: string) => `(${column}::timestamp + interval 8 hours)::date`;
const today = `(now()::timestamp + interval 8 hours)::date`;

const tables = ['orders', 'visits', 'products', 'customers'];

let product: TestProduct;
let engine: Engine;
let token: string;
let sample: Application;
let loads: { status: number; body: Application }[];

beforeAll(async () => {
  product = await openTestProduct();
  engine = openDuckdb(1);
  ({ token } = await createOwner(product));
  const headers = { 'accept-language': 'en' };
  loads = await Promise.all(Array.from({ length: 50 }, () => product.call('POST /sample', {}, { token, headers })));
  sample = loads[0]!.body;
});
afterAll(async () => {
  await engine.close();
  await product.close();
});

async function loadDataset(name: string): Promise<Dataset> {
  const { body } = await product.call('GET /applications/:id/datasets', { id: sample.id }, { token });
  const { id } = body.find((dataset) => dataset.name === name)!;
  return (await product.call('GET /datasets/:id', { id }, { token })).body;
}

/** Runs SQL over the datasets, with columns by name. */
async function runQuery(sql: string): Promise<unknown[][]> {
  const sources = tables.map(async (name) => {
    const { id, columns } = await loadDataset(name);
    const files = await product.query('select file from segments where dataset_id = $1', [id]);
    const segments = files.map(({ file }) => path.join(product.directory, 'segments', `${String(file)}.duckdb`));
    return { at: 'files' as const, name, columns, segments, hasRowIds: true };
  });
  const { values } = await engine.query({ sql, params: [], sources: await Promise.all(sources) }, { seconds: 60 });
  return values;
}

const queryNumber = async (sql: string) => Number((await runQuery(sql))[0]![0]);
const listFiles = () => readdir(path.join(product.directory, 'segments'));

test('50 concurrent requests create one application, named in the caller’s language', async () => {
  expect(new Set(loads.map(({ status, body }) => `${status} ${body.id}`))).toEqual(new Set([`200 ${sample.id}`]));
  expect(sample).toMatchObject({ name: 'Sample shop', kind: 'sample', health: 'good', datasets: 4 });
  expect(await listFiles()).toHaveLength(4);
});

test('there are half a million visits, a hundred thousand orders, sixty products and twenty thousand customers', async () => {
  const [orders, visits, products, customers] = await Promise.all(
    tables.map(async (name) => (await loadDataset(name)).rows),
  );
  expect(visits).toBeGreaterThanOrEqual(500_000);
  expect(orders).toBeGreaterThanOrEqual(120_000);
  expect(products).toBe(60);
  expect(customers).toBeGreaterThan(20_000);
});

test('rows can be paged through, and the version history names their source', async () => {
  const { id, columns } = await loadDataset('orders');
  const page = await product.call('POST /datasets/:id/rows', { id, offset: 100_000, limit: 3 }, { token });
  expect(page.body.rows).toHaveLength(3);
  expect(page.body.rows[0]).toHaveLength(columns.length);
  expect(page.body.rows[0]![0]).toBe(200_001);
  const versions = await product.call('GET /datasets/:id/versions', { id }, { token });
  expect(versions.body).toMatchObject([{ number: 1, cause: 'sample', current: true, removed: 0 }]);
});

test('every dataset and column has a label and description in both languages', async () => {
  for (const name of tables) {
    const dataset = await loadDataset(name);
    const texts = [dataset, ...dataset.columns].flatMap(({ label, description }) => [label, description]);
    expect(texts.filter(({ en_US, zh_CN }) => !/^[ -~]+$/.test(en_US) || !/\p{Script=Han}|^SKU$/u.test(zh_CN))).toEqual(
      [],
    );
  }
});

test('no cell is empty except the visit of store orders', async () => {
  for (const name of tables) {
    const { columns } = await loadDataset(name);
    const counts = columns.map((column) => `count(*) filter ("${column.name}" is null)`);
    const nulls = (await runQuery(`select ${counts.join(', ')} from ${name}`)).map(([n]) => n);
    expect(columns.filter((_, index) => nulls[index] !== 0).map((column) => column.name)).toEqual(
      name === 'orders' ? ['visit'] : [],
    );
  }
  expect(await queryNumber(`select count(*) from orders where (visit is null) <> (channel = 'store')`)).toBe(0);
});

test('visits and orders cover the last two years in chronological order', async () => {
  for (const [table, column] of [
    ['visits', 'visited_at'],
    ['orders', 'ordered_at'],
  ] as const) {
    const [[first], [last]] = (await runQuery(`select min(${column}), max(${column}) from ${table}`)) as [
      string[],
      string[],
    ];
    const length = Date.parse(last!) - Date.parse(first!);
    expect(length / day).toBeGreaterThan(729);
    expect(length / day).toBeLessThan(733);
    expect(Date.parse(last!)).toBeLessThanOrEqual(Date.now());
    expect(Date.now() - Date.parse(last!)).toBeLessThan(day / 2);
    const steps = `select ${column} < lag(${column}) over (order by "#row") as is_back from ${table}`;
    expect(await queryNumber(`select count(*) from (${steps}) where is_back`)).toBe(0);
  }
});

test('orders reference a launched product and a converted visit', async () => {
  const inTime = `p.launched_on <= ${dayOf('o.ordered_at')} and p.name = o.product and p.category = o.category`;
  expect(await queryNumber(`select count(*) from orders o anti join products p on o.sku = p.sku and ${inTime}`)).toBe(
    0,
  );
  const cause = 'v.id = o.visit and v.converted and v.visited_at < o.ordered_at and v.city = o.city';
  expect(
    await queryNumber(`select count(*) from orders o anti join visits v on ${cause} where visit is not null`),
  ).toBe(0);
  expect(await queryNumber('select count(*) from visits v anti join orders o on v.id = o.visit where converted')).toBe(
    0,
  );
});

test('each order belongs to one customer of its city who joined by then', async () => {
  const hasJoined = `c.customer = o.customer and c.city = o.city and c.joined_on <= ${dayOf('o.ordered_at')}`;
  expect(await queryNumber(`select count(*) from orders o anti join customers c on ${hasJoined}`)).toBe(0);
  expect(await queryNumber('select count(*) - count(distinct customer) from customers')).toBe(0);
  const [levels] = await runQuery(
    'select level from orders join customers using (customer) group by level order by count(*)',
  );
  expect(levels).toEqual(['钻石', '金卡', '银卡', '普通']);
});

test('orders are related to products and to customers', async () => {
  const { id } = await loadDataset('orders');
  const { body } = await product.call('GET /datasets/:id/relations', { id }, { token });
  expect(body.map(({ label, from, to, cardinality, keys }) => [label, from.name, to.name, cardinality, keys])).toEqual([
    [
      { en_US: 'Product', zh_CN: '商品' },
      'orders',
      'products',
      'many_to_one',
      [expect.objectContaining({ columnName: 'sku', relatedColumnName: 'sku' })],
    ],
    [
      { en_US: 'Customer', zh_CN: '顾客' },
      'orders',
      'customers',
      'many_to_one',
      [expect.objectContaining({ columnName: 'customer', relatedColumnName: 'customer' })],
    ],
  ]);
});

test('weekends are busier than other days, and evenings than nights', async () => {
  const isWeekend = (column: string) => `isodow(${dayOf(column)}) >= 6`;
  const ratio = (table: string, column: string) =>
    queryNumber(`select (count(*) filter (${isWeekend(column)}) / 2.0) / (count(*) filter (not ${isWeekend(column)}) / 5.0)
      from ${table}`);
  expect(await ratio('visits', 'visited_at')).toBeGreaterThan(1.15);
  expect(await ratio('orders', 'ordered_at')).toBeGreaterThan(1.3);
  const hour = 'hour(visited_at::timestamp + interval 8 hours)';
  expect(
    await queryNumber(`select count(*) filter (${hour} = 21) / count(*) filter (${hour} = 4) from visits`),
  ).toBeGreaterThan(10);
});

test('the sales of 11.11 and 6.18 stand out, and the business grows', async () => {
  const byDay = `select ${dayOf('visited_at')} as day, count(*) as n from visits group by day having day < ${today}`;
  const isAround = 'abs(around.day - sale.day) between 15 and 60';
  const [peaks] = await runQuery(`with by_day as (${byDay})
    select any_value(sale.n) / median(around.n) from by_day sale join by_day around on ${isAround}
    where (month(sale.day), day(sale.day)) in ((11, 11), (6, 18)) group by sale.day`);
  expect(peaks!.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...(peaks as number[]))).toBeGreaterThan(1.5);
  const visitsIn = (from: number, to: number) => `sum(n) filter (${today} - day between ${to} and ${from})`;
  expect(await queryNumber(`select ${visitsIn(365, 1)} / ${visitsIn(730, 366)} from (${byDay})`)).toBeGreaterThan(1.2);
});

test('a category launched about eight months ago grows fast', async () => {
  const [[age]] = (await runQuery(
    `select ${today} - min(${dayOf('ordered_at')}) from orders where category_en = 'Cold brew'`,
  )) as [[number]];
  expect(age).toBeGreaterThan(230);
  expect(age).toBeLessThan(256);
  const ordersIn = (from: number, to: number) =>
    `count(*) filter (${today} - ${dayOf('ordered_at')} between ${to} and ${from})`;
  const growth = `select ${ordersIn(30, 1)} / ${ordersIn(243, 214)} from orders where category_en = 'Cold brew'`;
  expect(await queryNumber(growth)).toBeGreaterThan(2);
});

test('an outage about three months ago leaves five almost empty hours', async () => {
  const hour = (column: string) => `date_trunc('hour', ${column}::timestamp + interval 8 hours)`;
  const [hours] = await runQuery(`
    with busy as (select ${hour('visited_at')} as slot, count(*) as n from visits group by slot),
      slots as (select unnest(range(${today}::timestamp - interval 120 days, ${today}::timestamp, interval 1 hour)) as slot)
    select slot::varchar from slots left join busy using (slot)
    where coalesce(n, 0) < 5 and hour(slot) between 12 and 22 order by slot`);
  expect(hours).toHaveLength(5);
  expect(new Set(hours!.map((slot) => String(slot).slice(0, 10))).size).toBe(1);
  const orders = await queryNumber(
    `select count(*) from orders where ${hour('ordered_at')} between '${String(hours![0])}' and '${String(hours![4])}'`,
  );
  expect(orders).toBeLessThan(5);
});

test('a two-week campaign about five weeks ago has its own source and lifts visits by a third', async () => {
  const [days] = await runQuery(
    `select distinct ${today} - ${dayOf('visited_at')} from visits where source = 'livestream' order by 1`,
  );
  expect(days).toHaveLength(14);
  expect([days![0], days![13]]).toEqual([expect.any(Number), Number(days![0]) + 13]);
  expect(Number(days![0])).toBeGreaterThanOrEqual(28);
  expect(await queryNumber("select count(*) from orders where source = 'livestream'")).toBeGreaterThan(300);
  const share = `select avg((source = 'livestream')::integer) from visits
    where ${today} - ${dayOf('visited_at')} between ${String(days![0])} and ${String(days![13])}`;
  expect(await queryNumber(share)).toBeGreaterThan(0.3);
});

test('only editors may load and remove the sample', async () => {
  const viewer = await createMember(product, token);
  expect((await product.call('POST /sample', {}, { token: viewer.token })).status).toBe(403);
  expect((await product.call('DELETE /sample', {}, { token: viewer.token })).status).toBe(403);
});

test('loading the sample again restores it from the trash', async () => {
  expect((await product.call('DELETE /applications/:id', { id: sample.id }, { token })).status).toBe(204);
  expect((await product.call('POST /sample', {}, { token })).body).toMatchObject({ id: sample.id, trashedAt: null });
});

test('removing the sample, even from the trash, leaves no file and no row', async () => {
  await product.call('DELETE /applications/:id', { id: sample.id }, { token });
  expect((await product.call('DELETE /sample', {}, { token })).status).toBe(204);
  expect((await product.call('DELETE /sample', {}, { token })).status).toBe(204);
  expect(await listFiles()).toEqual([]);
  for (const table of ['applications', 'datasets', 'columns', 'versions', 'segments', 'relations'])
    expect(await product.query(`select * from ${table}`)).toEqual([]);
});

test('a failed load leaves nothing behind, and the next one uses the caller’s language', async () => {
  const folder = path.join(product.directory, 'segments');
  await rm(folder, { recursive: true });
  expect((await product.call('POST /sample', {}, { token })).status).toBe(500);
  expect(await product.query('select * from applications')).toEqual([]);
  await mkdir(folder);
  const { body } = await product.call('POST /sample', {}, { token, headers: { 'accept-language': 'zh-CN' } });
  expect(body).toMatchObject({ name: '示例商店', datasets: 4 });
});
