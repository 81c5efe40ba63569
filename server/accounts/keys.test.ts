import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { api, type ApiKey } from '#contract/api.ts';
import { isReadRoute, takesKey } from '#contract/accounts/keys.ts';
import { pathOf } from '#contract/route.ts';
import { apiKeys, requestOf } from '#server/testing/client.ts';
import { inputs } from '#server/testing/malformed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let database: TestDatabase;
let one: TestProduct;
let two: TestProduct;
let owner: NewSession;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, SHUJU_SECRET: 'a secret that both of the servers know' };
  [one, two] = await Promise.all([
    openTestProduct(settings, { database: 'shared' }),
    openTestProduct(settings, { database: 'shared' }),
  ]);
  owner = await createOwner(one);
});
afterAll(async () => {
  await one.close();
  await two.close();
  await database.close();
});

async function createKey(scope: 'read' | 'edit', token = owner.token, days: 7 | null = 7) {
  const { status, body } = await one.call('POST /me/keys', { name: '脚本', scope, days }, { token });
  expect(status).toBe(200);
  return body;
}

/** As a program sends it: no cookie, no anti-forgery header. */
async function callWith(secret: string, path: string, init: RequestInit = {}, product = one) {
  const headers = { authorization: `Bearer ${secret}`, ...(init.body ? { 'content-type': 'application/json' } : {}) };
  const { status, body } = await product.send(path, { ...init, headers });
  return [status, body.code] as const;
}

test('a key is shown once, stored hashed, listed with its last use, and reads without a cookie', async () => {
  const { token } = await createMember(one, owner.token);
  const { key, secret } = await createKey('read', token);
  expect(secret).toMatch(/^sjp_[\w-]{40}$/);
  expect(key).toMatchObject({ name: '脚本', scope: 'read', hint: secret.slice(-4), lastUsedAt: null });
  expect(JSON.stringify(await one.query('select * from personal_keys'))).not.toContain(secret.slice(4, 20));
  expect(await callWith(secret, '/api/applications')).toEqual([200, undefined]);
  const [listed] = (await one.call('GET /me/keys', {}, { token })).body;
  expect(listed).toEqual({ ...key, lastUsedAt: expect.any(String) });
});

test('a read key cannot change anything; an edit key can, within the role of its member', async () => {
  const make = { method: 'POST', body: JSON.stringify({ name: 'Shop', kind: 'events' }) };
  expect(await callWith((await createKey('read')).secret, '/api/applications', make)).toEqual([403, 'key_reads_only']);
  expect((await callWith((await createKey('edit')).secret, '/api/applications', make))[0]).toBe(200);
  const viewer = await createMember(one, owner.token, 'viewer');
  const { secret } = await createKey('edit', viewer.token);
  expect(await callWith(secret, '/api/applications', make)).toEqual([403, 'forbidden']);
});

test('a session still needs the anti-forgery token', async () => {
  const make = { method: 'POST', body: JSON.stringify({ name: 'Shop', kind: 'events' }) };
  expect(await callWith(owner.token, '/api/applications', make)).toEqual([403, 'xsrf_refused']);
});

describe('routes without key access', () => {
  const closed = apiKeys.filter((key) => api[key].access !== 'anyone' && !takesKey(api[key]));
  // A new route among those that need a session declares `needsSession`, or is in a table of `sessionRoutes`.
  test('are all routes of their area, and all routes of keys', () => {
    const areaOf = (key: ApiKey) => (/\/keys\b/.test(key) ? 'keys' : pathOf(key).split('/')[1]!);
    const areas = new Set(closed.map(areaOf));
    expect(apiKeys.filter((key) => areas.has(areaOf(key)) && takesKey(api[key]))).toEqual([]);
    expect([...areas]).toEqual(
      expect.arrayContaining(['me', 'sessions', 'members', 'invitations', 'installation', 'keys']),
    );
    expect(closed).toContain('POST /me/password');
    expect(closed).toContain('POST /applications/:id/keys');
  });

  test('reject a key of any scope', async () => {
    const { secret } = await createKey('edit');
    const headers = {
      ...(await one.browserHeaders()),
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
    };
    for (const key of closed) {
      const { path, init } = requestOf(key, inputs[key]);
      const { 'content-type': _, ...bare } = headers;
      const { status, body } = await one.send(path, { ...init, headers: init.body ? headers : bare });
      expect([key, status, body.code]).toEqual([key, 403, 'key_not_here']);
      // A program has no page from which it could copy the anti-forgery token.
      const alone = { authorization: headers.authorization, ...(init.body && { 'content-type': 'application/json' }) };
      const plain = await one.send(path, { ...init, headers: alone });
      expect([key, plain.status, plain.body.code]).toEqual([key, 403, 'key_not_here']);
    }
    expect((await one.call('GET /me', {}, { token: owner.token })).status).toBe(200);
  });
});

test('every route that changes something rejects a read key', async () => {
  const { secret } = await createKey('read');
  const changing = apiKeys.filter(
    (key) => api[key].access !== 'anyone' && takesKey(api[key]) && !isReadRoute(key, api[key]),
  );
  for (const key of changing) {
    const { path, init } = requestOf(key, inputs[key]);
    expect([key, ...(await callWith(secret, path, init))]).toEqual([key, 403, 'key_reads_only']);
  }
});

test('a key in the URL is rejected, with advice to revoke it', async () => {
  const { secret } = await createKey('read');
  for (const query of [`access_token=${secret}`, `key=${secret}&x=1`])
    expect((await one.send(`/api/applications?${query}`)).body.code).toBe('key_in_address');
});

test('a revoked key stops working on all servers, an expired key expires automatically, and keys of others cannot be revoked', async () => {
  const { key, secret } = await createKey('read', owner.token, null);
  const other = await createMember(one, owner.token);
  expect((await one.call('DELETE /me/keys/:id', { id: key.id }, { token: other.token })).status).toBe(404);
  const statusOnTwo = async () => (await callWith(secret, '/api/applications', {}, two))[0];
  expect(await statusOnTwo()).toBe(200);
  expect((await one.call('DELETE /me/keys/:id', { id: key.id }, { token: owner.token })).status).toBe(204);
  await expect.poll(statusOnTwo, { timeout: 4_500, interval: 20 }).toBe(401);
  const late = await createKey('read');
  await one.query(`update personal_keys set expires_at = now() - interval '1 minute' where id = $1`, [late.key.id]);
  expect(await callWith(late.secret, '/api/applications')).toEqual([401, 'unauthenticated']);
  expect(await callWith('sjp_nothing', '/api/applications')).toEqual([401, 'unauthenticated']);
});
