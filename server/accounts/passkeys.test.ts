import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { parseConfig } from '#server/config.ts';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { siteOf } from './site.ts';

const site = 'https://data.example.com';
let product: TestProduct;
let owner: NewSession;

beforeAll(async () => {
  product = await openTestProduct({ PUBLIC_URL: site });
  owner = await createOwner(product);
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

type PasskeyMember = NewSession & { password: string };
type PasskeyOptions = { challenge: string; rp: { id: string }; rpId: string };

async function begin({ token, password }: PasskeyMember): Promise<PasskeyOptions> {
  const { body } = await product.call('POST /me/passkeys/begin', { password }, { token });
  return body.options as PasskeyOptions;
}

async function beginSignIn(): Promise<PasskeyOptions> {
  return (await product.call('POST /auth/passkey/begin', {})).body.options as PasskeyOptions;
}

async function createMemberWithPasskey(name = 'Laptop') {
  const person = await createMember(product, owner.token);
  const device = createAuthenticator(site);
  const response = device.create(await begin(person));
  const added = await product.call('POST /me/passkeys', { name, response }, { token: person.token });
  expect(added.status).toBe(200);
  return { person, device, passkey: added.body };
}

const signIn = (response: ReturnType<ReturnType<typeof createAuthenticator>['sign']>) =>
  product.call('POST /auth/passkey', { response });

test('a passkey signs in its member without a code, and each response works once', async () => {
  const { person, device, passkey } = await createMemberWithPasskey();
  expect(passkey).toEqual({ id: passkey.id, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null });
  const options = await beginSignIn();
  expect(options.rpId).toBe('data.example.com');
  const response = device.sign(options);
  const admitted = await signIn(response);
  expect([admitted.status, admitted.body.member]).toEqual([200, person.member]);
  expect((await product.call('GET /me', {}, { token: admitted.body.token })).status).toBe(200);
  expect((await signIn(response)).body.code).toBe('passkey_refused');
  expect((await signIn(device.sign(options))).body.code).toBe('passkey_refused');
  const [listed] = (await product.call('GET /me/passkeys', {}, { token: person.token })).body;
  expect(listed!.lastUsedAt).not.toBeNull();
});

test('a response from another site, an unknown device, without user verification or to another challenge is rejected', async () => {
  const { person, device } = await createMemberWithPasskey();
  const stranger = createAuthenticator(site);
  const unverified = device.sign(await beginSignIn(), { isVerified: false });
  const inventedChallenge = device.sign({ challenge: 'A'.repeat(56) });
  const wrongPurpose = device.sign(await begin(person));
  const good = device.sign(await beginSignIn());
  const forged = {
    ...good,
    response: { ...good.response, signature: good.response.signature.replace(/.{4}$/, 'AAAA') },
  };
  for (const response of [stranger.sign(await beginSignIn()), unverified, inventedChallenge, wrongPurpose, forged]) {
    const { status, body } = await signIn(response);
    expect([status, body.code]).toEqual([400, 'passkey_refused']);
  }
});

test('a passkey of another site, or with the challenge of someone else or a used one, cannot be added', async () => {
  const [person, other] = [await createMember(product, owner.token), await createMember(product, owner.token)];
  const add = (response: ReturnType<ReturnType<typeof createAuthenticator>['create']>, { token } = person) =>
    product.call('POST /me/passkeys', { name: 'x', response }, { token });
  expect((await add(createAuthenticator('https://evil.example').create(await begin(person)))).body.code).toBe(
    'passkey_refused',
  );
  const lying = createAuthenticator('https://evil.example', 'data.example.com');
  expect((await add(lying.create(await begin(person)))).body.code).toBe('passkey_refused');
  expect((await add(createAuthenticator(site).create(await begin(other)))).body.code).toBe('passkey_refused');
  const options = await begin(person);
  const device = createAuthenticator(site);
  expect((await add(device.create(options))).status).toBe(200);
  expect((await add(createAuthenticator(site).create(options))).body.code).toBe('passkey_refused');
  expect((await add(device.create(await begin(other)), other)).body.code).toBe('passkey_refused');
});

test('a wrong password adds no passkey, and a member can have at most twenty', async () => {
  const { person } = await createMemberWithPasskey();
  const wrong = await product.call('POST /me/passkeys/begin', { password: 'wrong' }, { token: person.token });
  expect(wrong.body.code).toBe('wrong_password');
  await product.query(
    `insert into passkeys (id, member_id, name, credential_id, public_key, host)
     select md5(n || $1), $1, 'x', md5(n || $1), '', 'x' from generate_series(1, 19) n`,
    [person.member.id],
  );
  const full = await product.call('POST /me/passkeys/begin', { password: person.password }, { token: person.token });
  expect(full.body.code).toBe('passkeys_full');
});

test('only its member can rename and remove a passkey, and a removed one no longer works', async () => {
  const { person, device, passkey } = await createMemberWithPasskey();
  const { id } = passkey;
  expect((await product.call('PATCH /me/passkeys/:id', { id, name: 'x' }, { token: owner.token })).status).toBe(404);
  expect((await product.call('DELETE /me/passkeys/:id', { id }, { token: owner.token })).status).toBe(404);
  for (const name of ['   ', '\u200f\u202e', 'x'.repeat(100_000)])
    expect((await product.call('PATCH /me/passkeys/:id', { id, name }, { token: person.token })).status).toBe(400);
  expect((await product.call('PATCH /me/passkeys/:id', { id, name: '‏手机' }, { token: person.token })).status).toBe(
    204,
  );
  expect((await product.call('DELETE /me/passkeys/:id', { id }, { token: person.token })).status).toBe(204);
  expect((await signIn(device.sign(await beginSignIn()))).body.code).toBe('passkey_refused');
});

test('passkeys are bound to the public address, and unsupported addresses are reported', () => {
  const siteAt = (origin: string, PUBLIC_URL = '') => siteOf({ origin, config: parseConfig({ PUBLIC_URL }) });
  expect(siteAt('http://inside:3000', site)).toEqual({ origin: site, host: 'data.example.com' });
  expect(siteAt('http://localhost:3000')).toEqual({ origin: 'http://localhost:3000', host: 'localhost' });
  for (const origin of [
    'http://data.example.com',
    'https://192.168.1.5',
    'https://[::1]:3000',
    'https://',
    'http://a b',
  ])
    expect(() => siteAt(origin)).toThrow('passkeys_unavailable');
});
