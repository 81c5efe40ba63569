import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { relate } from '#server/testing/model.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const idOf = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;

test('an alert is checked when rows of a related dataset arrive', async () => {
  const goods = await loadFile(product, token, 'goods.csv', 'code,limit\na,5\nb,7\n');
  const sales = await loadFile(product, token, 'sales.csv', 'good,amount\na,1\nb,2\nc,3\n');
  const relation = await relate({ product, token }, sales, goods, [[idOf(sales, 'good'), idOf(goods, 'code')]]);
  const alerts = alertsIn(product, token);
  const id = await alerts.create(
    alertOf(
      {
        dataset: sales.id,
        formula: { kind: 'max', column: `${relation}.${idOf(goods, 'limit')}` },
        filters: [],
        time: null,
        by: null,
        isRunning: false,
      },
      { condition: { kind: 'above', value: 10 }, schedule: { kind: 'arrival' } },
    ),
  );
  await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(7);
  expect(await alerts.stateOf(id)).toBe('quiet');
  const upload = await uploadFile(product, token, 'more.csv', 'code,limit\nc,20\n');
  const plan = proposalOf(upload, { id: goods.id });
  const columns = plan.columns.map((column) => ({ ...column, id: idOf(goods, column.name) }));
  const application = { id: goods.applicationId };
  await loadUploaded(product, token, upload, { application, plan: { ...plan, columns } });
  await expect.poll(() => alerts.stateOf(id), { timeout: 30_000 }).toBe('firing');
});
