import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const listen = (bearer: string) => fetch(`${product.url}/api/live`, { headers: { authorization: `Bearer ${bearer}` } });

test('an open page receives changes', async () => {
  const response = await listen(token);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe(': here\n\n');
  const created = await product.call('POST /applications', { name: 'Shop', kind: 'events' }, { token });
  expect((await reader.read()).value).toBe(`data: ${JSON.stringify({ kind: 'application', id: created.body.id })}\n\n`);
  await reader.cancel();
});

test('the stream needs a session', async () => {
  expect((await listen('nothing')).status).toBe(401);
});

test('a stopping server does not wait for its event streams', async () => {
  const other = await openTestProduct();
  const owner = await createOwner(other);
  const response = await fetch(`${other.url}/api/live`, { headers: { authorization: `Bearer ${owner.token}` } });
  const ended = response.text();
  await other.close();
  await expect(ended).resolves.toContain(': here');
});
