import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { askOf, resultOf } from '#server/testing/queries.ts';

let product: TestProduct;
let token: string;
let dataset: Dataset;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  dataset = await loadFile(product, token, 'orders.csv', 'city,amount\n上海,1\n北京,2\n');
});
afterAll(() => product.close());

/** The name of the dataset in the proof of a query. */
const nameInProof = async () => (await resultOf(product, askOf(dataset.id), { token })).proof.datasets[0]!.name;

let lastNumber = 0;
/** Renames the dataset without an event, as if it had not arrived yet. */
async function renameSilently(): Promise<string> {
  const name = `silent ${++lastNumber}`;
  await product.query('update datasets set name = $1 where id = $2', [name, dataset.id]);
  return name;
}

/** Waits until queries use the cache: not within a second of a change. */
const waitForCache = () =>
  expect
    .poll(async () => {
      await nameInProof();
      const name = await renameSilently();
      return (await nameInProof()) === name;
    })
    .toBe(false);

test('a change on another server is seen when its event arrives', async () => {
  await waitForCache();
  const name = await renameSilently();
  const event = { kind: 'dataset', id: dataset.id, application: dataset.applicationId, version: 1, rows: 2 };
  await product.query(`select pg_notify('changes', $1)`, [JSON.stringify(event)]);
  await expect.poll(nameInProof, { interval: 5, timeout: 4_000 }).toBe(name);
});

test('a change on this server is seen at once, before its event arrives', async () => {
  await waitForCache();
  const name = await renameSilently();
  const description = { en_US: 'Orders', zh_CN: '订单' };
  await product.call('PATCH /datasets/:id', { id: dataset.id, description }, { token });
  expect(await nameInProof()).toBe(name);
});

test('while events cannot be received, nothing is cached', async () => {
  await waitForCache();
  await product.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`);
  const name = await renameSilently();
  await expect.poll(nameInProof, { interval: 5, timeout: 4_000 }).toBe(name);
});
