import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { z } from 'zod';

import { api } from '#contract/api.ts';
import { catalogue } from '#contract/error-catalogue.ts';
import { methodOf } from '#contract/route.ts';
import { apiKeys } from '#server/testing/client.ts';
import {
  badTokens,
  inputs,
  listBadBodies,
  listBadFields,
  listBadHeaders,
  type MalformedRequest,
  rawBytes,
  requireExample,
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
  requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
});

async function expectRefusals(cases: MalformedRequest[]): Promise<void> {
  for (const { name, parts } of cases) {
    const { status, body } = await exchange(product.url, ...parts);
    expect([name, status, body]).toEqual([name, catalogue[body.code as keyof typeof catalogue]?.status, wellFormed]);
    expect([name, Math.floor(status / 100)]).toEqual([name, 4]);
  }
}

test('every route has a valid example input', () => {
  for (const key of apiKeys) requireExample(key, api[key].input, inputs[key]);
});

test('a route without an example input fails with a message that says where to add one', () => {
  const schema = z.strictObject({ id: z.string(), text: z.string() });
  expect(() => requireExample('GET /me', schema, { id: 'nothing' })).toThrow(
    'GET /me has no valid example input (see "text"): add it to chosenInputs in server/testing/malformed.ts',
  );
});

test.each(apiKeys.filter((key) => methodOf(key) !== 'GET'))('%s rejects every malformed body', async (key) => {
  await expectRefusals(listBadBodies(key, headers));
});

test.each(apiKeys)('%s rejects invalid values in every field', async (key) => {
  await expectRefusals(listBadFields(key, headers));
});

test.each(apiKeys)('%s rejects malformed queries and headers', async (key) => {
  await expectRefusals(listBadHeaders(key, headers));
});

test('every kind of invalid token is rejected', async () => {
  await expectRefusals(
    badTokens.map((authorization) => ({
      name: authorization.slice(0, 50),
      parts: [Buffer.from(requestText('GET', '/api/me', { authorization }), 'latin1')],
    })),
  );
});

test.each(['', '=', ';;;', '%', 'XSRF-TOKEN', 'XSRF-TOKEN=%zz', 'XSRF-TOKEN=a; XSRF-TOKEN=b', '__proto__=1', '\xff'])(
  'a request with the cookie %j is rejected',
  async (cookie) => {
    const extra = { ...headers, cookie, 'content-type': 'application/json' };
    await expectRefusals([
      { name: cookie, parts: [Buffer.from(requestText('PATCH', '/api/me', extra, '{"name":"x"}'), 'latin1')] },
    ]);
  },
);

test.each(Object.entries(rawBytes))('%s on a raw connection is rejected', async (name, bytes) => {
  await expectRefusals([{ name, parts: [bytes] }]);
});

test('unusual but harmless headers are accepted', async () => {
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

test('the server is healthy afterwards and the owner is still signed in', async () => {
  expect((await product.send('/readyz')).status).toBe(200);
  expect((await product.send('/api/me', { headers })).status).toBe(200);
});
