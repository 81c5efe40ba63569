import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  ({ token } = await createOwner(product));
});
afterAll(() => product.close());

test('the file of rejected rows has all of them', async () => {
  const { id } = await loadFile(product, token, 'orders.csv', 'city\nOslo\n');
  const rows = 100_500;
  await product.query(`insert into rejects (dataset_id, line, value, reason, cells)
    select '${id}', line, '', 'not_date', '{}' from generate_series(1, ${rows}) as line`);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${product.url}/api/datasets/${id}/rejects/file`, { headers });
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: rows }, (_, index) => index + 1),
  );
});
