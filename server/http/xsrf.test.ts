import { afterAll, beforeAll, expect, test } from 'vitest';

import { api, type ApiKey } from '#contract/api.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiKeys, requestOf } from '#server/testing/client.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let ownerToken: string;
let valid: string;
let foreign: string;

beforeAll(async () => {
  product = await openTestProduct();
  ownerToken = (await createOwner(product)).token;
  valid = (await product.browserHeaders())['x-xsrf-token']!;
  const other = await openTestProduct();
  foreign = (await other.browserHeaders())['x-xsrf-token']!;
  await other.close();
});
afterAll(() => product.close());

/** Routes authorized by their input alone: they ignore sessions, so none can be misused. */
const isCookieless = (key: ApiKey) => 'cookieless' in api[key];
const changing = apiKeys.filter((key) => methodOf(key) !== 'GET' && !isCookieless(key));

async function codeWith(key: ApiKey, headers: Record<string, string>): Promise<[number, string]> {
  const { path, init } = requestOf(key, { id: 'nobody' });
  const { status, body } = await product.send(path, {
    ...init,
    headers: {
      ...(init.body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${ownerToken}`,
      ...headers,
    },
  });
  return [status, body.code];
}

test.each(changing)('%s needs the cookie and the same value in the header', async (key) => {
  const refused = [403, 'xsrf_refused'];
  const nonce = valid.split('.')[0]!;
  const attempts: Record<string, Record<string, string>> = {
    'neither of them': {},
    'the cookie alone': { cookie: `XSRF-TOKEN=${valid}` },
    'the header alone': { 'x-xsrf-token': valid },
    'an empty header': { cookie: `XSRF-TOKEN=${valid}`, 'x-xsrf-token': '' },
    'different values': { cookie: `XSRF-TOKEN=${valid}`, 'x-xsrf-token': `${valid}x` },
    'an unsigned cookie': { cookie: `XSRF-TOKEN=${nonce}`, 'x-xsrf-token': nonce },
    'an invented cookie': { cookie: 'XSRF-TOKEN=a.b', 'x-xsrf-token': 'a.b' },
    "another installation's cookie": { cookie: `XSRF-TOKEN=${foreign}`, 'x-xsrf-token': foreign },
  };
  for (const [name, headers] of Object.entries(attempts)) {
    expect([name, await codeWith(key, headers)]).toEqual([name, refused]);
  }
});

test.each(changing.filter((key) => !key.startsWith('DELETE /sessions')))('%s is accepted with both', async (key) => {
  const [status, code] = await codeWith(key, await product.browserHeaders());
  expect(status).toBeLessThan(500);
  expect(code).not.toBe('xsrf_refused');
});

test('only the anonymous routes of public links need neither', () => {
  const cookieless = apiKeys.filter(isCookieless);
  expect(cookieless.filter((key) => api[key].access !== 'anyone' || !pathOf(key).startsWith('/shares/'))).toEqual([]);
  expect(cookieless.length).toBeGreaterThan(0);
});

test('the cookie is set for a client that has none, and only then', async () => {
  const fresh = await product.send('/api/installation');
  expect(fresh.headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Strict$/);
  const returning = await product.send('/api/installation', { headers: await product.browserHeaders() });
  expect(returning.headers.get('set-cookie')).toBeNull();
});
