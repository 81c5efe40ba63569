import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signIn } from '#server/testing/client.ts';
import { startSeparatePostgres, type SeparatePostgres } from '#server/testing/postgres.ts';
import { createMember, createOwner, openTestProduct, ownerAccount, type TestProduct } from '#server/testing/product.ts';
import { codeOf, stepOf } from './codes.ts';

let database: SeparatePostgres;
let one: TestProduct;
let two: TestProduct;
let ownerToken: string;

beforeAll(async () => {
  database = await startSeparatePostgres();
  const settings = { DATABASE_URL: database.url, SHUJU_SECRET: 'a secret that both of the servers know' };
  // Started together, so that both find an empty database.
  [one, two] = await Promise.all([
    openTestProduct(settings, { database: 'shared' }),
    openTestProduct(settings, { database: 'shared' }),
  ]);
  ownerToken = (await createOwner(one)).token;
});
afterAll(async () => {
  await one.close();
  await two.close();
  await database.close();
});

const statusOn = async (product: TestProduct, token: string) => (await product.call('GET /me', {}, { token })).status;

async function signInOwner(): Promise<string> {
  const credentials = { identifier: 'owner', password: ownerAccount.password };
  return (await signIn(one, credentials)).token;
}

/** A session that the second server has cached. */
async function cachedSession(token: string): Promise<string> {
  expect(await statusOn(two, token)).toBe(200);
  return token;
}

/** Shorter than the cache lifetime: the change must be pushed. */
const soon = { timeout: 4_500, interval: 20 };

describe('two servers on one database', () => {
  test('share members and sessions', async () => {
    expect(await statusOn(two, ownerToken)).toBe(200);
    expect((await two.call('POST /auth/owner', ownerAccount)).body.code).toBe('owner_exists');
  });

  test('both reject a session soon after it was signed out on one of them', async () => {
    const token = await cachedSession(await signInOwner());
    await one.call('DELETE /sessions/current', {}, { token });
    await expect.poll(() => statusOn(two, token), soon).toBe(401);
  });

  test('both reject the other sessions soon after a password change', async () => {
    const member = await createMember(one, ownerToken);
    const credentials = { identifier: member.member.username, password: member.password };
    const other = await cachedSession((await signIn(one, credentials)).token);
    const change = { current: member.password, password: 'a new password' };
    await one.call('POST /me/password', change, { token: member.token });
    await expect.poll(() => statusOn(two, other), soon).toBe(401);
    expect(await statusOn(two, member.token)).toBe(200);
  });

  test('both reject all sessions soon after a password reset', async () => {
    const member = await createMember(one, ownerToken);
    const token = await cachedSession(member.token);
    const { body } = await one.call('POST /members/:id/reset-link', { id: member.member.id }, { token: ownerToken });
    await one.call('POST /auth/reset', { token: body.path.split('=')[1]!, password: 'a new password' });
    await expect.poll(() => statusOn(two, token), soon).toBe(401);
  });

  test('accept a two-step code once, even if it arrives at both simultaneously', async () => {
    const { member, token, password } = await createMember(one, ownerToken);
    const { secret } = (await one.call('POST /me/two-step', { password }, { token })).body;
    const code = codeOf(secret, stepOf(Date.now()));
    await one.call('POST /me/two-step/confirm', { code }, { token });
    await one.query('update two_steps set used_step = 0 where member_id = $1', [member.id]);
    const credentials = { identifier: member.username, password, code };
    const answers = await Promise.all(
      [one, two, one, two, one, two].map((server) => server.call('POST /auth/signin', credentials)),
    );
    expect(answers.filter(({ body }) => 'token' in body)).toHaveLength(1);
  });

  test('share the rate limits', async () => {
    const wrong = { identifier: 'somebody', password: 'wrong' };
    for (let i = 0; i < 10; i++) await (i % 2 ? one : two).call('POST /auth/signin', wrong);
    expect((await one.call('POST /auth/signin', wrong)).status).toBe(429);
    expect((await two.call('POST /auth/signin', wrong)).status).toBe(429);
  });
});

describe('while the database is down', () => {
  test('a server is alive but not ready, reveals no internals, and recovers', async () => {
    const token = await cachedSession(await signInOwner());
    await database.stop();
    expect([(await one.send('/healthz')).status, (await one.send('/readyz')).status]).toEqual([200, 503]);
    expect((await one.send('/readyz')).body.code).toBe('unavailable');
    const failed = await two.call('GET /me', {}, { token, headers: { 'accept-language': 'en' } });
    expect([failed.status, Object.keys(failed.body)]).toEqual([503, ['code', 'message', 'requestId']]);
    expect(JSON.stringify(failed.body)).not.toMatch(/postgres|socket|connect|select|\//i);
    await database.startAgain();
    await expect.poll(async () => (await one.send('/readyz')).status).toBe(200);
    expect(await statusOn(two, token)).toBe(200);
  });

  test('an ended session is not accepted from the cache', async () => {
    const token = await cachedSession(await signInOwner());
    await database.stop();
    await database.startAgain();
    await one.query('delete from sessions where token = $1', [token.split('.')[0]]);
    expect(await statusOn(two, token)).toBe(401);
  });

  test("and afterwards, servers receive each other's changes again", async () => {
    const token = await cachedSession(await signInOwner());
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await cachedSession(token);
    await one.call('DELETE /sessions/current', {}, { token });
    await expect.poll(() => statusOn(two, token), soon).toBe(401);
  });
});
