import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { share } from '#server/testing/access.ts';
import { signIn } from '#server/testing/client.ts';
import { dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { openMailbox, type Mailbox } from '#server/testing/mail.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { createMember, createOwner, openTestProduct, type TestProduct, tokenIn } from '#server/testing/product.ts';

let mailbox: Mailbox;
let database: TestDatabase;
let one: TestProduct;
let two: TestProduct;
let owner: NewSession;

beforeAll(async () => {
  [mailbox, database] = await Promise.all([openMailbox(), createTestDatabase()]);
  const settings = {
    DATABASE_URL: database.url,
    SHUJU_SECRET: 'a secret that both of the servers know',
    SMTP_URL: mailbox.url,
  };
  [one, two] = await Promise.all([
    openTestProduct(settings, { database: 'shared' }),
    openTestProduct(settings, { database: 'shared' }),
  ]);
  owner = await createOwner(one);
});
afterAll(async () => {
  await Promise.all([one.close(), two.close(), mailbox.close()]);
  await database.close();
});

const asOwner = () => ({ token: owner.token });
const statusOn = async (product: TestProduct, token: string) => (await product.call('GET /me', {}, { token })).status;
/** Shorter than the cache lifetime: the change must be pushed. */
const soon = { timeout: 4_500, interval: 20 };

/** Opens an event stream; returns whether it has ended. */
async function openStream(product: TestProduct, token: string): Promise<() => boolean> {
  const { body } = await fetch(`${product.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  let hasEnded = false;
  void (async () => {
    for await (const _ of body!) continue;
    hasEnded = true;
  })();
  return () => hasEnded;
}

describe('a disabled member', () => {
  test('is locked out within seconds on every server (sessions, keys and streams), until enabled again', async () => {
    const { member, token, password } = await createMember(one, owner.token, 'editor');
    const key = (await one.call('POST /me/keys', { name: 'K', scope: 'read', days: null }, { token })).body.secret;
    const listByKey = async () => (await two.call('GET /dashboards', {}, { token: key })).status;
    expect([await statusOn(two, token), await listByKey()]).toEqual([200, 200]);
    const streams = await Promise.all([openStream(one, token), openStream(two, token), openStream(two, key)]);
    const others = await openStream(two, owner.token);
    expect((await one.call('POST /members/:id/disable', { id: member.id }, asOwner())).status).toBe(204);
    await expect.poll(() => streams.map((ended) => ended()), soon).toEqual([true, true, true]);
    await expect.poll(async () => [await statusOn(two, token), await listByKey()], soon).toEqual([401, 401]);
    expect(others()).toBe(false);

    const credentials = { identifier: member.username, password };
    expect((await two.call('POST /auth/signin', credentials)).body.code).toBe('account_disabled');
    // A wrong password does not reveal that the account is disabled.
    const wrong = await two.call('POST /auth/signin', { ...credentials, password: 'not the password' });
    expect(wrong.body.code).toBe('wrong_credentials');
    expect((await one.call('GET /members', {}, asOwner())).body.find(({ id }) => id === member.id)?.disabledAt).toMatch(
      /^\d{4}-/,
    );
    await one.call('POST /members/:id/enable', { id: member.id }, asOwner());
    await signIn(two, credentials);
    expect(await listByKey()).toBe(200);
    expect(await statusOn(two, token)).toBe(401);
  });

  test('has no session left from a concurrent sign-in', async () => {
    const { member, password } = await createMember(one, owner.token);
    const credentials = { identifier: member.username, password };
    const admissions = Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? one : two).call('POST /auth/signin', credentials),
    );
    const disabling = one.call('POST /members/:id/disable', { id: member.id }, asOwner());
    await Promise.all([...admissions, disabling]);
    expect(await one.query('select id from sessions where member_id = $1', [member.id])).toEqual([]);
  });

  test('gets no notifications, and is not offered for sharing', async () => {
    const { member } = await createMember(one, owner.token, 'editor');
    const { id } = await createDashboard(one, owner.token, dashboardOf('Sales'));
    await one.call('POST /members/:id/disable', { id: member.id }, asOwner());
    await share(one, owner.token, ['dashboard', id], { members: [{ id: member.id, right: 'view' }] });
    expect(await one.query('select id from notifications where member_id = $1', [member.id])).toEqual([]);
    const names = (await one.call('GET /members/names', {}, asOwner())).body;
    expect(names.some((each) => each.id === member.id)).toBe(false);
  });
});

describe('roles', () => {
  test('change at once on every server, and open streams reconnect', async () => {
    const { member, token } = await createMember(one, owner.token, 'viewer');
    const make = () => two.call('POST /applications', { name: 'A', kind: 'files' }, { token });
    expect((await make()).status).toBe(403);
    const hasEnded = await openStream(two, token);
    await one.call('PATCH /members/:id', { id: member.id, role: 'editor' }, asOwner());
    await expect.poll(hasEnded, soon).toBe(true);
    await expect.poll(async () => (await make()).status, soon).toBe(200);
  });

  test('always leave at least one owner, even with concurrent changes', async () => {
    const { id } = owner.member;
    const toViewer = { id, role: 'viewer' as const };
    expect((await one.call('PATCH /members/:id', toViewer, asOwner())).body.code).toBe('last_owner');
    expect((await one.call('POST /members/:id/disable', { id }, asOwner())).body.code).toBe('own_account');
    expect((await one.call('DELETE /members/:id', { id }, asOwner())).body.code).toBe('own_account');
    const second = await createMember(one, owner.token);
    await one.call('PATCH /members/:id', { id: second.member.id, role: 'owner' }, asOwner());
    const answers = await Promise.all([
      one.call('POST /members/:id/disable', { id: second.member.id }, asOwner()),
      two.call('POST /members/:id/disable', { id }, { token: second.token }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const [left] = await one.query(`select count(*)::int n from members where role = 'owner' and disabled_at is null`);
    expect(left).toEqual({ n: 1 });
    await one.query('update members set disabled_at = null where id = $1', [id]);
    owner = await signIn(one, { identifier: 'owner', password: 'the owner password' });
    await one.call('PATCH /members/:id', { id: second.member.id, role: 'viewer' }, asOwner());
  });
});

describe('handing over and removing', () => {
  test('items belong to the successor at once on every server', async () => {
    const from = await createMember(one, owner.token, 'editor');
    const to = await createMember(one, owner.token, 'editor');
    const { id } = await createDashboard(one, from.token, dashboardOf('Sales'));
    await share(one, from.token, ['dashboard', id]);
    const sees = async (token: string) => (await two.call('GET /dashboards/:id', { id }, { token })).status;
    expect([await sees(from.token), await sees(to.token)]).toEqual([200, 404]);
    const input = { id: from.member.id, to: to.member.id };
    expect((await one.call('POST /members/:id/transfer', input, asOwner())).status).toBe(204);
    await expect.poll(async () => [await sees(from.token), await sees(to.token)], soon).toEqual([404, 200]);

    expect((await one.call('DELETE /members/:id', { id: from.member.id }, asOwner())).status).toBe(204);
    await expect.poll(() => statusOn(two, from.token), soon).toBe(401);
    expect(await sees(to.token)).toBe(200);
    expect((await one.call('DELETE /members/:id', { id: from.member.id }, asOwner())).status).toBe(404);
    expect((await one.call('POST /members/:id/transfer', input, asOwner())).status).toBe(404);
  });
});

describe('emails', () => {
  test('an invitation is emailed, and works once', async () => {
    await one.call('PATCH /me', { name: 'Bad\u202e\nSubject: x' }, asOwner());
    const input = { role: 'editor', email: 'New@Example.com' } as const;
    const created = await one.call('POST /invitations', input, { ...asOwner(), headers: { 'accept-language': 'en' } });
    const email = await mailbox.next();
    expect([created.status, email.to]).toEqual([200, ['new@example.com']]);
    expect(email.text).toMatch(/^You’re invited to Shuju\n/);
    expect(email.text).toContain('Bad Subject: x invited you');
    expect(email.text).toContain(created.body.path);
    const invitation = tokenIn(created.body.path);
    expect((await one.call('POST /auth/invitation', { invitation })).body.email).toBe('new@example.com');
    expect((await one.call('GET /invitations', {}, asOwner())).body[0]).toMatchObject({ email: 'new@example.com' });
    const account = {
      name: 'New',
      username: 'newone',
      email: 'new@example.com',
      password: 'a new password',
      invitation,
    };
    expect((await one.call('POST /auth/signup', account)).status).toBe(200);
    const second = { ...account, username: 'another', email: 'another@example.com' };
    expect((await one.call('POST /auth/signup', second)).body.code).toBe('link_invalid');
    expect((await one.call('POST /invitations', input, asOwner())).body.code).toBe('email_taken');
  });

  test('a test email arrives', async () => {
    expect((await one.call('POST /installation/mail-test', {}, asOwner())).status).toBe(204);
    expect((await mailbox.next()).to).toEqual(['owner@example.com']);
  });

  test("the error contains the mail server's message, and an invitation that was not sent is removed", async () => {
    const other = await openTestProduct({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const { token } = await createOwner(other);
    const test = await other.call('POST /installation/mail-test', {}, { token, headers: { 'accept-language': 'en' } });
    expect([test.status, test.body.code]).toEqual([422, 'mail_failed']);
    expect(test.body.message).toContain('ECONNREFUSED');
    const invited = await other.call('POST /invitations', { role: 'viewer', email: 'a@example.com' }, { token });
    expect(invited.body.code).toBe('mail_failed');
    expect((await other.call('GET /invitations', {}, { token })).body).toEqual([]);
    await other.close();
  });
});
