import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const listen = (bearer: string, query = '') =>
  fetch(`${product.url}/api/live${query}`, { headers: { authorization: `Bearer ${bearer}` } });

/** Opens a stream whose client began to load its data some milliseconds ago; returns its first event. */
async function firstEventAfter(age: number): Promise<unknown> {
  const { body } = await listen(token, `?age=${age}`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data: ')) text += (await reader.read()).value;
  await reader.cancel();
  return JSON.parse(text.slice(text.indexOf('{'), text.indexOf('\n\n', text.indexOf('{'))));
}

test('an open page receives changes', async () => {
  const response = await listen(token);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe(': here\n\n');
  const created = await product.call('POST /applications', { name: 'Shop', kind: 'events' }, { token });
  expect((await reader.read()).value).toBe(`data: ${JSON.stringify({ kind: 'application', id: created.body.id })}\n\n`);
  await reader.cancel();
});

test('changes between loading a page and opening its stream are delivered', async () => {
  const startedAt = performance.now();
  const { body } = await product.call('POST /applications', { name: 'Early', kind: 'events' }, { token });
  // The notification of the database follows the response.
  await expect
    .poll(() => firstEventAfter(Math.ceil(performance.now() - startedAt)))
    .toEqual({ kind: 'application', id: body.id });
});

test.each([3_600_000, 60_001])(
  'a page whose data is %i ms old must reload it, because earlier changes are unknown',
  async (age) => {
    expect(await firstEventAfter(age)).toEqual({ kind: 'missed' });
  },
);

test('a page whose data is older than the connection to the database must reload it', async () => {
  const other = await openTestProduct();
  const owner = await createOwner(other);
  const headers = { authorization: `Bearer ${owner.token}` };
  const { body } = await fetch(`${other.url}/api/live?age=50000`, { headers });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data: ')) text += (await reader.read()).value;
  expect(text).toContain('{"kind":"missed"}');
  await reader.cancel();
  await other.close();
});

test('streams end when the server may miss changes, so that pages reconnect and reload', async () => {
  const { body } = await listen(token);
  const ended = new Response(body).text();
  await product.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await expect(ended).resolves.toContain(': here');
  await expect.poll(async () => (await listen(token)).status).toBe(200);
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
