import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { createMember, createOwner, openTestProduct, ownerAccount, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let ownerToken: string;

beforeAll(async () => {
  product = await openTestProduct({ TRUST_PROXY: '127.0.0.1' });
  ownerToken = (await createOwner(product)).token;
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const { password } = ownerAccount;

function signIn(identifier: string, password: string, headers: Record<string, string> = {}) {
  return product.call(
    'POST /auth/signin',
    { identifier, password },
    { headers: { 'accept-language': 'en', ...headers } },
  );
}

test.each(['owner', 'OWNER', 'owner@example.com', 'Owner@Example.COM', '  owner  '])(
  'a member signs in as %j',
  async (identifier) => {
    const { status, body } = await signIn(identifier, password);
    expect([status, body]).toEqual([
      200,
      { token: expect.any(String), member: expect.objectContaining({ username: 'owner' }) },
    ]);
    const { token } = body as NewSession;
    expect((await product.call('GET /me', {}, { token })).status).toBe(200);
  },
);

test('an unknown account and a wrong password get the same response', async () => {
  const answers = await Promise.all([
    signIn('owner', 'wrong'),
    signIn('nobody', 'wrong'),
    signIn('no@body.com', password),
  ]);
  for (const { status, body } of answers) {
    expect([status, { ...body, requestId: '' }]).toEqual([
      401,
      { code: 'wrong_credentials', message: 'Wrong account or password.', requestId: '' },
    ]);
  }
});

/** CPU time of a call, all threads together. */
async function costOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('an unknown account costs a password hash like an existing one', async () => {
  await signIn('owner', 'wrong');
  const existing = await costOf(() => signIn('owner', 'wrong'));
  const unknown = await costOf(() => signIn('nobody', 'wrong'));
  const hashless = await costOf(() => product.call('GET /installation', {}));
  expect(unknown).toBeGreaterThan(hashless * 2);
  expect(unknown / existing).toBeGreaterThan(0.3);
});

test('after ten wrong attempts an account is locked for a while, by both of its names and even with the right password', async () => {
  for (let i = 0; i < 10; i++) expect((await signIn(i % 2 ? 'owner' : 'owner@example.com', 'wrong')).status).toBe(401);
  for (const identifier of ['owner', 'owner@example.com', 'OWNER']) {
    const answer = await signIn(identifier, password);
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(answer.body.message).toBe('Too many attempts. Try again in 5 minutes.');
  }
  const { body } = await signIn('owner', password, { 'accept-language': 'zh' });
  expect(body.message).toBe('尝试次数过多，请在 5 分钟后再试。');
});

test('an unknown account is locked in the same way, so that locking reveals nothing', async () => {
  for (let i = 0; i < 10; i++) await signIn('nobody', 'wrong');
  expect((await signIn('nobody', 'wrong')).status).toBe(429);
});

test('a locked account does not lock another', async () => {
  const member = await createMember(product, ownerToken);
  for (let i = 0; i < 11; i++) await signIn('owner', 'wrong');
  expect((await signIn(member.member.username, member.password)).status).toBe(200);
});

test('simultaneous attempts cannot exceed the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn('owner', 'wrong')));
  const count = (expected: number) => answers.filter(({ status }) => status === expected).length;
  expect([count(401), count(429)]).toEqual([10, 30]);
});

test('a successful sign-in resets the counter', async () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 6; i++) expect((await signIn('owner', 'wrong')).status).toBe(401);
    expect((await signIn('owner', password)).status).toBe(200);
  }
});

test('an address that tries many accounts is locked, and other addresses are not', async () => {
  await product.query(`insert into limits values ('address:203.0.113.5', 100, $1)`, [Date.now() + 60_000]);
  const answer = await signIn('owner', password, { 'x-forwarded-for': '203.0.113.5' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(60|59|58)$/)]);
  expect((await signIn('owner', password, { 'x-forwarded-for': '203.0.113.6' })).status).toBe(200);
});

test('every wrong attempt counts against its address', async () => {
  for (let i = 0; i < 3; i++) await signIn(`nobody${i}`, 'wrong', { 'x-forwarded-for': '203.0.113.7' });
  expect(await product.query(`select points from limits where key = 'address:203.0.113.7'`)).toEqual([{ points: 3 }]);
});
