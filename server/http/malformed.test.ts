import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { catalogue } from '#contract/catalogue.ts';
import { methodOf } from '#contract/route.ts';
import { apiKeys } from '#server/testing/client.ts';
import {
  badTokens,
  listBadBodies,
  listBadFields,
  listBadHeads,
  type Malformed,
  rawBytes,
} from '#server/testing/malformed.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { exchange, requestText } from '#server/testing/raw.ts';

let product: TestProduct;
let headers: Record<string, string>;

beforeAll(async () => {
  product = await openTestProduct();
  const { token } = await createOwner(product);
  headers = { ...(await product.browserHeaders()), authorization: `Bearer ${token}` };
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const wellFormed = expect.objectContaining({
  code: expect.toSatisfy((code: string) => code in catalogue),
  message: expect.stringMatching(/./),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
});

async function expectRefusals(cases: Malformed[]): Promise<void> {
  for (const { name, parts } of cases) {
    const { status, body } = await exchange(product.url, ...parts);
    expect([name, status, body]).toEqual([name, catalogue[body.code as keyof typeof catalogue]?.status, wellFormed]);
    expect([name, Math.floor(status / 100)]).toEqual([name, 4]);
  }
}

test.each(apiKeys.filter((key) => methodOf(key) !== 'GET'))('%s refuses every bad body', async (key) => {
  await expectRefusals(listBadBodies(key, headers));
});

test.each(apiKeys)('%s refuses wrong values in every field', async (key) => {
  await expectRefusals(listBadFields(key, headers));
});

test.each(apiKeys)('%s refuses bad queries and headers', async (key) => {
  await expectRefusals(listBadHeads(key, headers));
});

test('a token that is none of ours is refused, whatever it looks like', async () => {
  await expectRefusals(
    badTokens.map((authorization) => ({
      name: authorization.slice(0, 50),
      parts: [Buffer.from(requestText('GET', '/api/me', { authorization }), 'latin1')],
    })),
  );
});

test.each(['', '=', ';;;', '%', 'XSRF-TOKEN', 'XSRF-TOKEN=%zz', 'XSRF-TOKEN=a; XSRF-TOKEN=b', '__proto__=1', '\xff'])(
  'the cookie %j does no harm',
  async (cookie) => {
    const extra = { ...headers, cookie, 'content-type': 'application/json' };
    await expectRefusals([
      { name: cookie, parts: [Buffer.from(requestText('PATCH', '/api/me', extra, '{"name":"x"}'), 'latin1')] },
    ]);
  },
);

test.each(Object.entries(rawBytes))('%s on a bare connection is refused', async (name, bytes) => {
  await expectRefusals([{ name, parts: [bytes] }]);
});

test('odd but harmless headers are no obstacle', async () => {
  const odd = {
    'user-agent': '\xff\xfe\t',
    'accept-language': '\xff,,;q=x',
    accept: '\xff',
    'x-forwarded-for': '\xff',
  };
  const signIn = JSON.stringify({ identifier: 'owner', password: 'the owner password' });
  const request = requestText(
    'POST',
    '/api/auth/signin',
    { 'content-type': 'application/json', ...headers, ...odd },
    signIn,
  );
  expect((await exchange(product.url, Buffer.from(request, 'latin1'))).status).toBe(200);
});

test('after all of that the server is well and the owner still signed in', async () => {
  expect((await product.send('/readyz')).status).toBe(200);
  expect((await product.send('/api/me', { headers })).status).toBe(200);
});
