import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  type DishonestProvider,
  openDishonestProvider,
  openProvider,
  signInAt,
  type TestProvider,
  oidcSettings,
} from '#server/testing/oidc.ts';
import {
  createInvitation,
  createMember,
  createOwner,
  openTestProduct,
  type TestProduct,
} from '#server/testing/product.ts';
import { share } from '#server/testing/access.ts';
import { loadFile } from '#server/testing/data.ts';
import { runQuery, specOf, rowsOf } from '#server/testing/queries.ts';
import { regionRows, ruleOf, setRules } from '#server/testing/row-rules.ts';

let provider: TestProvider;
let product: TestProduct;
let owner: string;

beforeAll(async () => {
  provider = await openProvider();
  product = await openTestProduct(oidcSettings(provider.issuer));
  provider.allow(`${product.url}/auth/oidc`);
  owner = (await createOwner(product)).token;
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

type OidcStart = { url: string; cookie: string };

async function begin(at: TestProduct, input: { invitation?: string; returnUrl?: string } = {}): Promise<OidcStart> {
  const answer = await at.call('POST /auth/oidc/begin', input);
  const set = answer.headers.get('set-cookie') ?? '';
  return { url: answer.body.url, cookie: /shuju-oidc=[^;]+/.exec(set)?.[0] ?? '' };
}

async function finish(at: TestProduct, cookie: string, input: { code: string; state: string }) {
  const headers = await at.browserHeaders();
  return at.call('POST /auth/oidc', input, { headers: { cookie: `${headers['cookie']}; ${cookie}` } });
}

const codeAndState = ({ searchParams }: URL) => ({
  code: searchParams.get('code')!,
  state: searchParams.get('state')!,
});

async function signInWithProvider(login: string, input?: { invitation?: string; returnUrl?: string }) {
  const { url, cookie } = await begin(product, input);
  return finish(product, cookie, codeAndState(await signInAt(url, login)));
}

describe('with a real provider', () => {
  test('an invited person joins, and later signs in without an invitation', async () => {
    expect((await product.call('GET /installation', {})).body.provider).toBe('Acme');
    expect((await signInWithProvider('ann')).body.code).toBe('sign_up_closed');
    const invitation = await createInvitation(product, owner, 'editor');
    const { status, body } = await signInWithProvider('ann', { invitation, returnUrl: '/application' });
    expect([status, body.returnUrl]).toEqual([200, '/application']);
    expect(body.member).toMatchObject({
      name: 'Someone called ann',
      username: 'ann',
      email: 'ann@example.com',
      role: 'editor',
    });
    const token = body.token;
    expect((await product.call('GET /me', {}, { token })).status).toBe(200);
    expect((await product.call('GET /me/protection', {}, { token })).body.hasPassword).toBe(false);
    // A member without a password is not asked for one.
    expect((await product.call('POST /me/two-step', {}, { token })).status).toBe(200);
    expect((await signInWithProvider('ann')).body.member.id).toBe(body.member.id);
    expect((await signInWithProvider('bob', { invitation })).body.code).toBe('link_invalid');
  });

  test('the groups in the claims of each sign-in decide which rows a member sees', async () => {
    const dataset = await loadFile(product, owner, 'sales.csv', regionRows);
    await share(product, owner, ['application', dataset.applicationId], { everyone: 'view' });
    const region = dataset.columns.find(({ name }) => name === 'region')!.id;
    const createGroup = async (name: string, claim: string) =>
      (await product.call('POST /groups', { name, description: '', claim, members: [] }, { token: owner })).body.id;
    const [south, north] = [await createGroup('South', 'acme-south'), await createGroup('North', 'acme-north')];
    await setRules(product, owner, dataset.id, [
      ruleOf({ kind: 'group', id: south }, region, ['广东'], 'south'),
      ruleOf({ kind: 'group', id: north }, region, ['北京', '上海'], 'north'),
    ]);
    const invitation = await createInvitation(product, owner, 'viewer');
    const regionsFor = async (groups: string[]) => {
      provider.setGroups('gus', groups);
      const { token } = (await signInWithProvider('gus', { invitation })).body;
      const dimensions = [{ id: 'd', kind: 'value' as const, column: region }];
      const { result, error } = await runQuery(product, specOf(dataset.id, { dimensions }), { token });
      return result ? new Set(rowsOf(result).map(([value]) => value)) : error.code;
    };
    expect(await regionsFor(['acme-south', 'others'])).toEqual(new Set(['广东']));
    await expect.poll(() => regionsFor(['acme-north'])).toEqual(new Set(['上海', '北京']));
    await expect.poll(() => regionsFor([])).toBe('rows_hidden');
  });

  test('a member without a password must set one before unlinking the provider', async () => {
    const invitation = await createInvitation(product, owner, 'viewer');
    const { body } = await signInWithProvider('dora', { invitation });
    const as = { token: body.token };
    const providers = async () => (await product.call('GET /me/protection', {}, as)).body.providers;
    const [linked] = await providers();
    expect(linked).toMatchObject({ address: provider.issuer, isOnlyWay: true });
    const unlink = () => product.call('DELETE /me/providers/:id', { id: linked!.id }, as);
    expect((await unlink()).body.code).toBe('only_way_in');
    expect(await providers()).toHaveLength(1);
    expect((await product.call('POST /me/password', { password: 'my first password' }, as)).status).toBe(204);
    const wrong = { current: 'not the one', password: 'another password' };
    expect((await product.call('POST /me/password', wrong, as)).body.code).toBe('wrong_password');
    expect((await product.call('POST /me/password', { password: 'another password' }, as)).body.code).toBe(
      'wrong_password',
    );
    expect((await unlink()).status).toBe(204);
    expect(await providers()).toEqual([]);
    const signedIn = await product.call('POST /auth/signin', { identifier: 'dora', password: 'my first password' });
    expect(signedIn.status).toBe(200);
    expect((await signInWithProvider('dora')).body.member.id).toBe(body.member.id);
  });

  test('an existing member with the same email is signed in and keeps the password', async () => {
    const { member } = await createMember(product, owner);
    const { body } = await signInWithProvider(member.username);
    expect(body.member.id).toBe(member.id);
    expect((await product.call('GET /me/protection', {}, { token: body.token })).body.hasPassword).toBe(true);
    await product.call('POST /members/:id/disable', { id: member.id }, { token: owner });
    expect((await signInWithProvider(member.username)).body.code).toBe('account_disabled');
  });

  test('with open sign-up, an account with an unverified email is taken over by its verified owner', async () => {
    await product.call('PATCH /installation', { signUp: 'open' }, { token: owner });
    const squatter = { name: 'Eve', username: 'evil', email: 'victim@example.com', password: 'the squatter knows it' };
    const { token } = (await product.call('POST /auth/signup', squatter)).body;
    const { body } = await signInWithProvider('victim');
    expect(body.member.email).toBe('victim@example.com');
    expect((await product.call('GET /me', {}, { token })).status).toBe(401);
    const refused = await product.call('POST /auth/signin', { identifier: 'evil', password: squatter.password });
    expect(refused.body.code).toBe('wrong_credentials');
    expect((await signInWithProvider('carol')).body.member.role).toBe('viewer');
    await product.call('PATCH /installation', { signUp: 'invitation' }, { token: owner });
  });

  test('a code works once, in the same browser, with its own state', async () => {
    const { url, cookie } = await begin(product);
    const callback = codeAndState(await signInAt(url, 'ann'));
    const other = await begin(product);
    const refused = async (answer: ReturnType<typeof finish>) => (await answer).body.code;
    expect(await refused(finish(product, '', callback))).toBe('oidc_refused');
    expect(await refused(finish(product, other.cookie, callback))).toBe('oidc_refused');
    expect(await refused(finish(product, `${cookie.slice(0, -6)}000000`, callback))).toBe('oidc_refused');
    expect((await finish(product, cookie, callback)).status).toBe(200);
    expect(await refused(finish(product, cookie, callback))).toBe('oidc_refused');
    expect(
      await refused(
        finish(product, other.cookie, { ...callback, state: new URL(other.url).searchParams.get('state')! }),
      ),
    ).toBe('oidc_refused');
  });
});

describe('a dishonest provider', () => {
  let liar: DishonestProvider;
  let other: TestProduct;
  let token: string;
  beforeAll(async () => {
    liar = await openDishonestProvider();
    other = await openTestProduct(oidcSettings(liar.issuer));
    token = (await createOwner(other)).token;
    await other.call('PATCH /installation', { signUp: 'open' }, { token });
  });
  afterAll(async () => {
    await other.close();
    await liar.close();
  });

  async function codeWith(lies: Record<string, unknown>): Promise<string> {
    const { url, cookie } = await begin(other);
    const { searchParams } = new URL(url);
    liar.setClaims({ nonce: searchParams.get('nonce'), ...lies });
    const { status, body } = await finish(other, cookie, { code: 'c', state: searchParams.get('state')! });
    return status === 200 ? 'in' : body.code;
  }

  test('is trusted only with fresh tokens for this client and a verified email', async () => {
    const past = Math.floor(Date.now() / 1000) - 3600;
    expect(await codeWith({})).toBe('in');
    expect(await codeWith({ nonce: 'another' })).toBe('oidc_refused');
    expect(await codeWith({ aud: 'another-client' })).toBe('oidc_refused');
    expect(await codeWith({ aud: ['shuju', 'x'], azp: 'another-client' })).toBe('oidc_refused');
    expect(await codeWith({ iss: 'https://elsewhere.example' })).toBe('oidc_refused');
    expect(await codeWith({ exp: past })).toBe('oidc_refused');
    expect(await codeWith({ sub: 'new', email: 'owner@example.com', email_verified: false })).toBe('oidc_email');
    expect(await codeWith({ sub: 'new', email: 'a@b\nc.example' })).toBe('oidc_email');
    expect(await codeWith({ sub: 'long', email: 'long@example.com', name: '\u202e'.repeat(1000) })).toBe('in');
    const [{ name }] = (await other.query(`select name from members where email = 'long@example.com'`)) as [
      { name: string },
    ];
    expect(name).toBe('long');
  });

  test.each([
    [
      'redirects',
      (_: unknown, answer: ServerResponse) => void answer.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
    ],
    [
      'sends an endless response',
      (_: unknown, answer: ServerResponse) => {
        const more = () => answer.destroyed || answer.write(Buffer.alloc(64 * 1024), () => setImmediate(more));
        more();
      },
    ],
    ['sends no JSON', (_: unknown, answer: ServerResponse) => void answer.end('<html>')],
  ])('is rejected when it %s', async (_, reply) => {
    liar.replies['/token'] = reply;
    expect(await codeWith({})).toBe('oidc_refused');
    delete liar.replies['/token'];
  });
});

test('a provider on a private address is not called unless allowed, and incomplete settings prevent startup', async () => {
  const inside = await openTestProduct({ ...oidcSettings('http://127.1:1'), PRIVATE_ADDRESSES: 'refuse' });
  await createOwner(inside);
  expect((await inside.call('POST /auth/oidc/begin', {})).body.code).toBe('oidc_refused');
  await inside.close();
  await expect(openTestProduct({ OIDC_ISSUER: 'https://id.example' })).rejects.toThrow('set all three');
  const without = await openTestProduct();
  expect((await without.call('POST /auth/oidc/begin', {})).body.code).toBe('not_found');
  await without.close();
});
