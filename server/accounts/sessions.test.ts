import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { signIn as signInAs } from '#server/testing/client.ts';
import { createMember, createOwner, openTestProduct, ownerAccount, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let ownerToken: string;

beforeAll(async () => {
  product = await openTestProduct();
  ownerToken = (await createOwner(product)).token;
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const hour = 60 * 60 * 1000;

async function signIn(userAgent = 'a browser'): Promise<string> {
  const credentials = { identifier: 'owner', password: ownerAccount.password };
  return (await signInAs(product, credentials, { headers: { 'user-agent': userAgent } })).token;
}

const statusOf = async (token: string) => (await product.call('GET /me', {}, { token })).status;
const rowOf = (token: string) => token.split('.')[0];

test('sessions are listed newest first, with their origin', async () => {
  const token = await signIn('Firefox on a boat');
  const { body } = await product.call('GET /sessions', {}, { token });
  expect(body[0]).toMatchObject({ current: true, userAgent: 'Firefox on a boat', address: '127.0.0.1' });
  expect(body.filter(({ current }) => current)).toHaveLength(1);
  expect(Date.parse(body[0]!.expiresAt) - Date.now()).toBeGreaterThan(7 * 24 * hour - 60_000);
  expect(JSON.stringify(body)).not.toContain(rowOf(token));
});

test('signing out ends the session at once', async () => {
  const token = await signIn();
  expect(await statusOf(token)).toBe(200);
  expect((await product.call('DELETE /sessions/current', {}, { token })).status).toBe(204);
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(ownerToken)).toBe(200);
});

test('one session can end another by its id, at once', async () => {
  const [lost, current] = [await signIn('lost'), await signIn('kept')];
  expect(await statusOf(lost)).toBe(200);
  const { body } = await product.call('GET /sessions', {}, { token: current });
  const { id } = body.find(({ userAgent }) => userAgent === 'lost')!;
  const end = () => product.call('DELETE /sessions/:id', { id }, { token: current });
  expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
  expect([await statusOf(lost), await statusOf(current)]).toEqual([401, 200]);
});

test('all other sessions can be ended together', async () => {
  const tokens = [await signIn(), await signIn(), await signIn()];
  await product.call('DELETE /sessions', {}, { token: tokens[0] });
  expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 401, 401]);
  ownerToken = tokens[0]!;
});

test("a member can neither see nor end another's session", async () => {
  const member = await createMember(product, ownerToken);
  const own = await product.call('GET /sessions', {}, { token: ownerToken });
  const ids = own.body.map(({ id }) => id);
  const theirs = await product.call('GET /sessions', {}, { token: member.token });
  expect(theirs.body.some(({ id }) => ids.includes(id))).toBe(false);
  expect((await product.call('DELETE /sessions/:id', { id: ids[0]! }, { token: member.token })).status).toBe(404);
  expect(await statusOf(ownerToken)).toBe(200);
});

test('using a session extends it', async () => {
  const token = await signIn();
  await product.query(`update sessions set expires_at = now() + interval '2 days' where token = $1`, [rowOf(token)]);
  expect(await statusOf(token)).toBe(200);
  const [row] = await product.query('select expires_at from sessions where token = $1', [rowOf(token)]);
  expect((row!.expires_at as Date).getTime() - Date.now()).toBeGreaterThan(6 * 24 * hour);
});

test('a session expires and is no longer listed', async () => {
  const token = await signIn('expired');
  await product.query(`update sessions set expires_at = now() - interval '1 second' where token = $1`, [rowOf(token)]);
  expect(await statusOf(token)).toBe(401);
  const { body } = await product.call('GET /sessions', {}, { token: ownerToken });
  expect(body.map(({ userAgent }) => userAgent)).not.toContain('expired');
});

test('all sessions of the member see a changed name at once', async () => {
  const [one, two] = [await signIn(), await signIn()];
  expect(await statusOf(two)).toBe(200);
  await product.call('PATCH /me', { name: '新名字' }, { token: one });
  expect((await product.call('GET /me', {}, { token: two })).body.name).toBe('新名字');
});

const none = Buffer.from('{"alg":"none"}').toString('base64url');
const signed = (value: string, secret: string) =>
  `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`;

describe('a token', () => {
  test.each<[string, (token: string) => string]>([
    ['without its signature', (token) => token.split('.')[0]!],
    ['with an empty signature', (token) => `${token.split('.')[0]}.`],
    ['with a changed value', (token) => `x${token.slice(1)}`],
    ['with a changed signature', (token) => token.replace(/.(.{5})$/, (_, rest) => `!${rest}`)],
    ['with a signature cut short', (token) => token.slice(0, -10)],
    ['signed with another secret', (token) => signed(token.split('.')[0]!, 'x'.repeat(43))],
    ['signed with an empty secret', (token) => signed(token.split('.')[0]!, ' ')],
    ['that claims to need no signature', (token) => `${none}.${Buffer.from(token).toString('base64url')}.`],
    ['with a third part', (token) => `${token}.x`],
  ])('%s is refused', async (_, change) => {
    const token = await signIn();
    const changed = change(token);
    expect(changed).not.toBe(token);
    expect(await statusOf(changed)).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });

  test('is accepted only from the Authorization header', async () => {
    const token = await signIn();
    expect((await product.send(`/api/me?token=${encodeURIComponent(token)}`)).status).toBe(401);
    const cookies = ['better-auth.session_token', 'session', 'token'].map(
      (name) => `${name}=${encodeURIComponent(token)}`,
    );
    expect((await product.send('/api/me', { headers: { cookie: cookies.join('; ') } })).status).toBe(401);
  });
});
