import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const fieldsOf = (name: string) => ({ name, description: '', claim: '', members: [] });
const create = (name: string) => product.call('POST /groups', fieldsOf(name), { token });

test('of several groups that are created or renamed at the same moment, one gets the name', async () => {
  const created = await Promise.all(Array.from({ length: 8 }, () => create('Sales')));
  expect(created.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = created.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body])).toEqual(
    refused.map(() => [409, expect.objectContaining({ code: 'name_taken' })]),
  );
  const ids = (await Promise.all(['a', 'b', 'c', 'd'].map(create))).map(({ body }) => body.id);
  const renamed = await Promise.all(
    ids.map((id) => product.call('PUT /groups/:id', { id, ...fieldsOf('Support') }, { token })),
  );
  expect(renamed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
});
