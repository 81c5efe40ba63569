import { afterAll, beforeAll, expect, test } from 'vitest';

import { runQuery, resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';

let product: TestProduct;
let token: string;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  await loadFile(product, token, 'orders.csv', 'city,amount\nBerlin,10\nBerlin,20\nOslo,5\n');
  for (const name of ['Shop', 'Web']) {
    const pusher = await createPusher(product, token, name);
    await pusher.push('visits', [{ page: name }]);
    await pusher.dataset('visits', 1);
  }
});
afterAll(() => product.close());

const failure = async (sql: string, params: Parameters<typeof sqlOf>[1] = [], by = token) => {
  const { status, error } = await runQuery(product, sqlOf(sql, params), { token: by });
  return { status, code: error?.code, at: error?.at };
};

test('an editor queries datasets by name in SQL, with parameters', async () => {
  const { token: editor } = await createMember(product, token, 'editor');
  const sql = 'select city, sum(amount) as total from orders where amount >= $least group by city order by city';
  const result = await resultOf(product, sqlOf(sql, [{ name: 'least', type: 'integer', value: 10 }]), {
    token: editor,
  });
  expect(rowsOf(result)).toEqual([['Berlin', 30]]);
  expect(result.proof).toMatchObject({ sql, params: [10], rowsRead: 3, datasets: [{ name: 'orders' }] });
});

test('a viewer cannot query in SQL', async () => {
  const { token: viewer } = await createMember(product, token, 'viewer');
  expect(await failure('select 1', [], viewer)).toMatchObject({ status: 403, code: 'forbidden' });
});

test('datasets of the same name are distinguished by application', async () => {
  expect(await failure('select * from visits')).toEqual({ status: 422, code: 'sql_table_ambiguous', at: 14 });
  // In brackets, because ClickHouse applies an order only to the query before it.
  const all = 'select page from "Shop".visits union all select page from "Web"."visits"';
  const sql = `select page from (${all}) as t order by 1`;
  const result = await resultOf(product, sqlOf(sql), { token });
  expect(rowsOf(result)).toEqual([['Shop'], ['Web']]);
  expect(result.proof.datasets.map(({ application }) => application).sort()).toEqual(['Shop', 'Web']);
});

test('a dataset name works with and without its application, in upper and lower case', async () => {
  const sql = 'select (select count(*) from ORDERS) + (select count(*) from "Files".orders) + count(*) from orders';
  const result = await resultOf(product, sqlOf(sql), { token });
  expect([rowsOf(result), result.proof.datasets.length]).toEqual([[[9]], 1]);
});

test('a missing or trashed dataset is unknown, with its position', async () => {
  expect(await failure('select * from nothing')).toEqual({ status: 422, code: 'sql_table_unknown', at: 14 });
  expect(await failure('select * from odrers')).toEqual({ status: 422, code: 'sql_table_misspelt', at: 14 });
  const gone = await loadFile(product, token, 'gone.csv', 'a,b\n1,2\n');
  await resultOf(product, sqlOf('select * from gone'), { token });
  await product.call('DELETE /datasets/:id', { id: gone.id }, { token });
  expect(await failure('select * from gone')).toMatchObject({ code: 'sql_table_unknown' });
});

test('missing and unknown parameters are refused', async () => {
  expect(await failure('select $a')).toMatchObject({ status: 422, code: 'sql_param_missing' });
  const b = { name: 'b', type: 'text' as const, value: 'x' };
  expect(await failure('select 1', [b])).toMatchObject({ status: 422, code: 'sql_param_unknown' });
  expect(await failure('select $b', [b, b])).toMatchObject({ status: 422, code: 'sql_param_unknown' });
  expect(await failure('select $b', [{ ...b, type: 'integer' }])).toMatchObject({ code: 'sql_param_misfit' });
});

test('SQL that is too long has its own error', async () => {
  const long = `select 1 -- ${'x'.repeat(100_000)}`;
  expect(await failure(long)).toMatchObject({ status: 422, code: 'sql_too_long' });
});

test('an SQL error has its position, and only one SELECT is allowed', async () => {
  expect(await failure('select citty from orders')).toMatchObject({ code: 'sql_column_misspelt', at: 7 });
  expect(await failure('select ) 1')).toMatchObject({ status: 422, code: 'sql_syntax' });
  expect(await failure('select 1; select 2')).toMatchObject({ code: 'sql_several' });
  expect(await failure('drop table orders')).toMatchObject({ code: 'sql_not_select' });
  expect(await failure("select * from read_csv('/etc/passwd')")).toMatchObject({ code: 'sql_function_refused' });
});

test('an SQL error is translated and includes the original message', async () => {
  const messagesFor = async (language: string) => {
    const { error } = await runQuery(product, sqlOf('select citty from orders'), {
      token,
      headers: { 'accept-language': language },
    });
    return [error?.message, error?.original];
  };
  // The message of the engine.
  const original = expect.stringContaining('citty');
  expect(await messagesFor('zh-CN')).toEqual(['没有名为 citty 的列，是否要写 city？', original]);
  expect(await messagesFor('en-US')).toEqual(["There's no column citty. Did you mean city?", original]);
});

test('SQL queries are recorded in the history with their outcome', async () => {
  const { token: editor } = await createMember(product, token, 'editor');
  const history = () => product.call('GET /queries/history', {}, { token: editor }).then(({ body }) => body);
  await resultOf(product, sqlOf('select 1 as one'), { token: editor });
  await failure('select ) 1', [], editor);
  await resultOf(product, sqlOf('select 1 as one'), { token: editor });
  // The history is written concurrently with the answer.
  await expect.poll(history).toMatchObject([
    { sql: 'select 1 as one', rows: 1, error: null, params: [] },
    { sql: 'select ) 1', rows: null, error: 'sql_syntax' },
  ]);
  await product.call('DELETE /queries/history', {}, { token: editor });
  expect(await history()).toEqual([]);
  expect((await product.call('GET /queries/history', {}, { token })).body.length).toBeGreaterThan(0);
});
