import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiInput, ApiKey } from '#contract/api.ts';
import { staleHeader } from '#contract/shell.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

/** Status of a call, and what it makes stale. */
async function staleAfter<K extends ApiKey>(key: K, input: ApiInput<K>, extra = { token }) {
  const { status, headers } = await product.call(key, input, extra);
  return { status, stale: headers.get(staleHeader) };
}

test('a change says which query keys it makes stale', async () => {
  const created = await product.call('POST /applications', { name: 'Shop', kind: 'events' }, { token });
  expect([created.status, created.headers.get(staleHeader)]).toEqual([200, 'applications']);
  const { id } = created.body;
  const key = await staleAfter('POST /applications/:id/keys', { id, name: 'site' });
  expect(key).toEqual({ status: 200, stale: `application/${id}/keys` });
  expect(await staleAfter('DELETE /applications/:id', { id })).toEqual({ status: 204, stale: 'applications trash' });
});

test('a refused change says it too: the page may show what no longer exists', async () => {
  const refused = await staleAfter('DELETE /applications/:id', { id: 'gone' });
  expect(refused).toEqual({ status: 404, stale: 'applications trash' });
});

test('reading makes nothing stale', async () => {
  expect(await staleAfter('GET /applications', {})).toEqual({ status: 200, stale: null });
});

test('a caller who may not make a change, or sends wrong input, learns nothing', async () => {
  const viewer = await createMember(product, token);
  const input = { name: 'Shop', kind: 'events' } as const;
  expect(await staleAfter('POST /applications', input, viewer)).toEqual({ status: 403, stale: null });
  expect(await staleAfter('POST /applications', input, { token: 'nobody' })).toEqual({ status: 401, stale: null });
  expect(await staleAfter('POST /applications', { ...input, name: '' })).toEqual({ status: 400, stale: null });
});
