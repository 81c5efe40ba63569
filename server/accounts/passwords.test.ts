import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { signIn } from '#server/testing/client.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import {
  createMember,
  createOwner,
  openTestProduct,
  ownerAccount,
  type TestProduct,
  tokenIn,
} from '#server/testing/product.ts';
import { exchange, requestText } from '#server/testing/raw.ts';

let mailbox: Mailbox;
let product: TestProduct;
let ownerToken: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  product = await openTestProduct({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://data.example.com/' });
  ownerToken = (await createOwner(product)).token;
});
beforeEach(() => product.query('delete from limits'));
afterAll(async () => {
  await product.close();
  await mailbox.close();
});

const newPassword = 'a new password';

const linkIn = (text: string) => /https?:\S+/.exec(text)![0];
const statusOf = async (token: string) => (await product.call('GET /me', {}, { token })).status;
const reset = (token: string, password = newPassword) => product.call('POST /auth/reset', { token, password });

async function canSignIn(identifier: string, password: string): Promise<boolean> {
  return (await product.call('POST /auth/signin', { identifier, password })).status === 200;
}

function requestReset(identifier: string, language = 'en') {
  return product.call('POST /auth/forgot', { identifier }, { headers: { 'accept-language': language } });
}

async function requestResetLink(identifier = 'owner'): Promise<string> {
  await requestReset(identifier);
  return tokenIn(linkIn((await mailbox.next()).text));
}

describe('a forgotten password', () => {
  test.each(['owner', 'OWNER@example.com'])('sends an email with a link to %s', async (identifier) => {
    expect((await requestReset(identifier)).status).toBe(204);
    const { to, text } = await mailbox.next();
    expect(to).toEqual([ownerAccount.email]);
    expect(text).toMatch(/^Reset your Shuju password\n/);
    expect(text).toContain(`Hello ${ownerAccount.name},`);
    expect(linkIn(text)).toMatch(/^https:\/\/data\.example\.com\/auth\/reset\?token=[\w-]{43}$/);
  });

  test('sends the email in the language of the request', async () => {
    await requestReset('owner', 'zh-CN');
    expect((await mailbox.next()).text).toMatch(/^重置您的 Shuju（数据）密码\n掌柜，您好：\n/u);
  });

  test('sends a link to the public address, whatever the Host header says', async () => {
    const headers = {
      ...(await product.browserHeaders()),
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      origin: 'https://evil.example',
      'content-type': 'application/json',
    };
    await exchange(product.url, requestText('POST', '/api/auth/forgot', headers, '{"identifier":"owner"}'));
    const { text } = await mailbox.next();
    expect(text).toContain('https://data.example.com/auth/reset');
    expect(text).not.toContain('evil');
  });

  test('for an unknown account gets the same response and sends nothing', async () => {
    const [existing, unknown] = [await requestReset('owner'), await requestReset('nobody@example.com')];
    expect([unknown.status, unknown.body]).toEqual([existing.status, existing.body]);
    await mailbox.next();
    await requestReset('owner');
    await mailbox.next();
    expect(mailbox.emails).toEqual([]);
  });

  test('is limited to ten requests, for existing and unknown accounts alike', async () => {
    for (const identifier of ['owner', 'nobody']) {
      for (let i = 0; i < 10; i++) expect((await requestReset(identifier)).status).toBe(204);
      expect((await requestReset(identifier)).status).toBe(429);
    }
    for (let i = 0; i < 10; i++) await mailbox.next();
  });
});

describe('a reset link', () => {
  test('sets the password once and ends all sessions', async () => {
    const member = await createMember(product, ownerToken);
    const { username } = member.member;
    expect(await statusOf(member.token)).toBe(200);
    const token = await requestResetLink(username);
    expect((await reset(token)).status).toBe(204);
    expect(await statusOf(member.token)).toBe(401);
    expect(await canSignIn(username, newPassword)).toBe(true);
    expect(await canSignIn(username, member.password)).toBe(false);
    expect((await reset(token)).body.code).toBe('link_invalid');
  });

  test('works for one of 20 simultaneous requests', async () => {
    const { member } = await createMember(product, ownerToken);
    const token = await requestResetLink(member.username);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(token, `password ${i}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  test('expires after an hour', async () => {
    const token = await requestResetLink();
    const [row] = await product.query('select max(expires_at) as at from verifications');
    expect(Math.abs((row!.at as Date).getTime() - Date.now() - 60 * 60 * 1000)).toBeLessThan(60_000);
    await product.query(`update verifications set expires_at = now() - interval '1 second'`);
    expect((await reset(token)).body.code).toBe('link_invalid');
    expect(await canSignIn('owner', ownerAccount.password)).toBe(true);
  });

  test('is stored only as a hash', async () => {
    const token = await requestResetLink();
    expect(JSON.stringify(await product.query('select * from verifications'))).not.toContain(token);
  });

  test('becomes invalid when the password changes', async () => {
    const [first, second] = [await requestResetLink(), await requestResetLink()];
    expect((await reset(first)).status).toBe(204);
    expect((await reset(second)).body.code).toBe('link_invalid');
    const third = await requestResetLink();
    ownerToken = (await signIn(product, { identifier: 'owner', password: newPassword })).token;
    const change = { current: newPassword, password: newPassword };
    expect((await product.call('POST /me/password', change, { token: ownerToken })).status).toBe(204);
    expect((await reset(third)).body.code).toBe('link_invalid');
  });

  test('is not used up by a rejected password', async () => {
    const { member } = await createMember(product, ownerToken);
    const token = await requestResetLink(member.username);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });

  test('can be created by the owner, for existing members only', async () => {
    const { member } = await createMember(product, ownerToken);
    const make = (id: string) => product.call('POST /members/:id/reset-link', { id }, { token: ownerToken });
    const { path } = (await make(member.id)).body;
    expect(path).toMatch(/^\/auth\/reset\?token=[\w-]{43}$/);
    expect((await reset(tokenIn(path))).status).toBe(204);
    expect(await canSignIn(member.username, newPassword)).toBe(true);
    expect((await make('nobody')).status).toBe(404);
  });
});

describe('a changed password', () => {
  test('needs the current one, keeps this session and ends the others', async () => {
    const member = await createMember(product, ownerToken);
    const credentials = { identifier: member.member.username, password: member.password };
    const other = (await signIn(product, credentials)).token;
    const change = (current: string) =>
      product.call('POST /me/password', { current, password: newPassword }, { token: member.token });
    expect(await statusOf(other)).toBe(200);
    expect((await change('wrong')).body.code).toBe('wrong_password');
    expect(await statusOf(other)).toBe(200);
    expect((await change(member.password)).status).toBe(204);
    expect([await statusOf(member.token), await statusOf(other)]).toEqual([200, 401]);
    expect(await canSignIn(credentials.identifier, newPassword)).toBe(true);
  });

  test('cannot be guessed from an open session', async () => {
    const { token } = await createMember(product, ownerToken);
    const guess = () => product.call('POST /me/password', { current: 'guess', password: newPassword }, { token });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  test('is stored as a salted hash', async () => {
    const rows = await product.query('select password from credentials');
    expect(new Set(rows.map(({ password }) => password)).size).toBe(rows.length);
    for (const { password } of rows) expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });
});
