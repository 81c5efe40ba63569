import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { api, type ApiKey } from '#contract/api.ts';
import { methodOf } from '#contract/route.ts';
import { apiKeys } from '#server/testing/client.ts';
import { idsFrom, inputOf, type TestResources } from '#server/testing/id-fields.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createResources } from '#server/testing/resources.ts';

let product: TestProduct;
let owner: NewSession;
let editor: NewSession;
let resources: TestResources;
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  editor = await createMember(product, owner.token, 'editor');
  resources = await createResources(product, editor, 'plain');
});
afterAll(() => product.close());

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** What is created is deleted later; whoever signs out can do nothing more. */
const positionOf = (key: ApiKey) => (key.includes('/sessions') ? methods.length : methods.indexOf(methodOf(key)));
const keys = apiKeys
  .filter((key) => api[key].access !== 'anyone' && methods.includes(methodOf(key)))
  .toSorted((one, other) => positionOf(one) - positionOf(other));

const callers = 6;

/** Of calls that exclude each other, one may win, and the others must say why they failed. */
test.each(keys)('%s can be called several times at the same moment', async (key) => {
  await product.query('delete from limits');
  const { token } = api[key].access === 'owner' ? owner : editor;
  const input = inputOf(key, idsFrom(resources)(key));
  const calls = Array.from({ length: callers }, () => product.call(key, input, { token }));
  const answers = await Promise.all(calls);
  const failures = answers.filter(({ status }) => status >= 500);
  expect(failures.map(({ status, body }) => [status, body])).toEqual([]);
});
