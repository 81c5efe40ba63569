import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

test('only the owner sees the system status', async () => {
  const { body } = await product.call('GET /system', {}, { token });
  expect(body).toMatchObject({ node: process.versions.node, database: { kind: 'own' }, waiting: 0 });
  expect(body.database.bytes).toBeGreaterThan(1_000_000);
  expect(body.disk.free).toBeLessThanOrEqual(body.disk.total);
  const { token: editor } = await createMember(product, token, 'editor');
  expect((await product.call('GET /system', {}, { token: editor })).status).toBe(403);
});

test('the owner sees disk usage and limits', async () => {
  const dataset = await loadFile(product, token, 'orders.csv', 'city,amount\nBerlin,1\n');
  const [table] = await loadTables(dataset);
  expect(table).toMatchObject({ name: 'orders', rows: 1, olderBytes: 0, versions: 1, isTrashed: false });
  const { body } = await product.call('GET /storage', {}, { token });
  expect(body.parts.segments).toBeGreaterThanOrEqual(table!.bytes);
  expect(body.parts.database).toBeGreaterThan(1_000_000);
  expect(body.limits).toMatchObject({ uploadBytes: 20 * 1024 ** 3, trashDays: 30 });
  await product.call('DELETE /datasets/:id', { id: dataset.id }, { token });
  expect(await loadTables(dataset)).toMatchObject([{ isTrashed: true }]);
});

const loadTables = async ({ id }: { id: string }) =>
  (await product.call('GET /storage', {}, { token })).body.datasets.filter((each) => each.id === id);

test('the changelog position is stored per member, for all browsers', async () => {
  const { token: other } = await createMember(product, token);
  expect((await product.call('GET /changelog/seen', {}, { token })).body).toEqual({ seen: null });
  await product.call('PUT /changelog/seen', { seen: 12 }, { token });
  expect((await product.call('GET /changelog/seen', {}, { token })).body).toEqual({ seen: 12 });
  expect((await product.call('GET /changelog/seen', {}, { token: other })).body).toEqual({ seen: null });
});
