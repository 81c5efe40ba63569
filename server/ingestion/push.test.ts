import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';

let product: TestProduct;
let pusher: Pusher;

beforeAll(async () => {
  product = await openTestProduct();
  pusher = await createPusher(product, (await createOwner(product)).token);
});
afterAll(() => product.close());

test('an event makes its dataset and columns, and shows as a row', async () => {
  const answer = await pusher.push('orders', {
    city: '上海',
    amount: 12.5,
    count: 3,
    paid: true,
    at: '2026-01-31T16:30:00Z',
  });
  expect([answer.status, answer.body]).toEqual([200, { accepted: 1, refused: [] }]);
  expect(await pusher.rowsOf('orders', 1)).toEqual([
    { city: '上海', amount: 12.5, count: 3, paid: true, at: '2026-01-31T16:30:00Z' },
  ]);
});
