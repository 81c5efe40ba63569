import { afterAll, beforeAll, expect, test } from 'vitest';

import { versionNumberSchema } from '#contract/route.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let ownerToken: string;

beforeAll(async () => {
  product = await openTestProduct();
  ownerToken = (await createOwner(product)).token;
});
afterAll(() => product.close());

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', '请先登录。'],
  ['en-GB,en;q=0.9', 'Sign in first.'],
  ['fr-FR,fr;q=0.9,en;q=0.8,zh;q=0.7', 'Sign in first.'],
  ['tlh', '请先登录。'],
  ['', '请先登录。'],
])('the message for %s is in that language', async (language, message) => {
  const { body } = await product.call('GET /me', {}, { headers: { 'accept-language': language } });
  expect(body.message).toBe(message);
});

async function invalidNameMessage(language: string): Promise<string> {
  const headers = { 'accept-language': language };
  return (await product.call('PATCH /me', { name: 5 as never }, { token: ownerToken, headers })).body.message;
}

test('a validation error is in the language of the client and names the field', async () => {
  expect(await invalidNameMessage('en')).toBe(
    'The request is invalid: name: Invalid input: expected string, received number',
  );
  expect(await invalidNameMessage('zh')).toMatch(/^请求内容有误：name: \P{ASCII}+/u);
});

test('every response has its own request id, unless the client sends a trace id', async () => {
  const requestId = async (headers: Record<string, string>) =>
    (await product.send('/api/me', { headers })).body.requestId;
  const ids = await Promise.all([{ 'request-id': 'mine' }, { traceparent: 'mine' }].map(requestId));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await requestId({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).toBe(traceId);
});

test.each([
  ['53100', 507, 'disk_full'],
  ['53200', 503, 'unavailable'],
  ['25006', 503, 'unavailable'],
  ['57P03', 503, 'unavailable'],
  ['40P01', 503, 'unavailable'],
])('a database error %s is not reported as internal', async (state, status, code) => {
  await product.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '${state}'; end $$;
    create trigger refuse before insert on applications execute function refuse()`);
  const refused = await product.call('POST /applications', { name: 'Shop', kind: 'events' }, { token: ownerToken });
  await product.query('drop function refuse cascade');
  expect([refused.status, refused.body.code]).toEqual([status, code]);
});

test('a version above the integer range is rejected without a lookup', async () => {
  const id = 'nothing';
  const number = 2 ** 31;
  const calls = [
    product.call('POST /datasets/:id/versions/:number/restore', { id, number }, { token: ownerToken }),
    product.call('POST /datasets/:id/rows', { id, version: number }, { token: ownerToken }),
    product.call('GET /dashboards/:id/versions/:number', { id, number }, { token: ownerToken }),
  ];
  for (const { status, body } of await Promise.all(calls)) expect([status, body.code]).toEqual([400, 'invalid_input']);
  expect(versionNumberSchema.safeParse(number - 1).success).toBe(true);
});

test('an internal error reveals no details', async () => {
  await product.query('alter table invitations rename to hidden');
  const failed = await product.call(
    'GET /invitations',
    {},
    { token: ownerToken, headers: { 'accept-language': 'en' } },
  );
  await product.query('alter table hidden rename to invitations');
  expect(failed.status).toBe(500);
  expect(failed.body).toEqual({
    code: 'internal',
    message: `Something went wrong on the server. If you report it, include ${failed.body.requestId}.`,
    requestId: failed.body.requestId,
  });
});
