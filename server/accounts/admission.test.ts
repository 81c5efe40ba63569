import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createInvitation,
  createMember,
  createOwner,
  newAccount,
  openTestProduct,
  ownerAccount,
  type TestProduct,
} from '#server/testing/product.ts';

let product: TestProduct;
let ownerToken: string;

beforeAll(async () => {
  product = await openTestProduct();
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Counts each outcome: the error code of a rejection, or the status of a success. */
function tally(answers: { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) counts[body.code ?? status] = (counts[body.code ?? status] ?? 0) + 1;
  return counts;
}

describe('the owner', () => {
  test('does not exist in an empty installation, and nobody can sign up', async () => {
    expect((await product.call('GET /installation', {})).body).toMatchObject({ hasOwner: false, signUp: 'invitation' });
    expect((await product.call('POST /auth/signup', newAccount())).body.code).toBe('sign_up_closed');
    await product.query(`insert into settings values ('signUp', '"open"')`);
    expect((await product.call('POST /auth/signup', newAccount())).body.code).toBe('sign_up_closed');
    await product.query('delete from settings');
  });

  test('is created once by 200 simultaneous attempts', async () => {
    await product.browserHeaders();
    const answers = await times(200, (index) =>
      product.call('POST /auth/owner', { ...newAccount(), email: `owner${index}@example.com` }),
    );
    expect(tally(answers)).toEqual({ 200: 1, owner_exists: 199 });
    expect(await product.query('select role from members')).toEqual([{ role: 'owner' }]);
    await product.query('delete from members');
  });

  test('is created with the submitted fields and is signed in', async () => {
    const { token, member } = await createOwner(product);
    ownerToken = token;
    const { password: _, ...account } = ownerAccount;
    expect(member).toMatchObject({ ...account, role: 'owner' });
    expect((await product.call('GET /me', {}, { token })).body).toEqual(member);
    expect((await product.call('GET /installation', {})).body.hasOwner).toBe(true);
  });

  test('can never be created again', async () => {
    const answer = await product.call('POST /auth/owner', newAccount());
    expect([answer.status, answer.body.code]).toEqual([409, 'owner_exists']);
  });
});

describe('sign-up', () => {
  test('is rejected without an invitation', async () => {
    const answer = await product.call('POST /auth/signup', newAccount());
    expect([answer.status, answer.body.code]).toEqual([403, 'sign_up_closed']);
  });

  test('without an invitation creates a viewer once the owner has opened sign-up', async () => {
    await product.call('PATCH /installation', { signUp: 'open' }, { token: ownerToken });
    const answer = await product.call('POST /auth/signup', newAccount());
    expect([answer.status, answer.body.member.role]).toEqual([200, 'viewer']);
    await product.call('PATCH /installation', { signUp: 'invitation' }, { token: ownerToken });
    expect((await product.call('POST /auth/signup', newAccount())).body.code).toBe('sign_up_closed');
  });

  test('with an invitation gives the role of the invitation', async () => {
    expect((await createMember(product, ownerToken, 'editor')).member.role).toBe('editor');
    expect((await createMember(product, ownerToken, 'viewer')).member.role).toBe('viewer');
  });

  test('reports which of email and username is taken, ignoring case, and keeps the invitation', async () => {
    const invitation = await createInvitation(product, ownerToken);
    const code = async (change: object) =>
      (await product.call('POST /auth/signup', { ...newAccount(), ...change, invitation })).body.code;
    expect(await code({ email: 'OWNER@example.com' })).toBe('email_taken');
    expect(await code({ username: 'OwNeR' })).toBe('username_taken');
    expect(await code({})).toBeUndefined();
  });
});

describe('an invitation', () => {
  test('can be read before it is used and names the sender', async () => {
    const invitation = await createInvitation(product, ownerToken, 'editor');
    const { body } = await product.call('POST /auth/invitation', { invitation });
    expect(body).toMatchObject({ role: 'editor', invitedBy: ownerAccount.name });
  });

  test('admits one person, even with 50 simultaneous sign-ups', async () => {
    const invitation = await createInvitation(product, ownerToken);
    const answers = await times(50, () => product.call('POST /auth/signup', { ...newAccount(), invitation }));
    expect(tally(answers)).toEqual({ 200: 1, link_invalid: 49 });
    expect((await product.call('POST /auth/invitation', { invitation })).status).toBe(410);
  });

  test('expires', async () => {
    const invitation = await createInvitation(product, ownerToken);
    await product.query(`update invitations set expires_at = now() - interval '1 second'`);
    expect((await product.call('POST /auth/invitation', { invitation })).body.code).toBe('link_invalid');
    expect((await product.call('POST /auth/signup', { ...newAccount(), invitation })).body.code).toBe('link_invalid');
    expect((await product.call('GET /invitations', {}, { token: ownerToken })).body).toEqual([]);
  });

  test('can be withdrawn once', async () => {
    const invitation = await createInvitation(product, ownerToken);
    const { body } = await product.call('GET /invitations', {}, { token: ownerToken });
    const withdraw = () => product.call('DELETE /invitations/:id', { id: body[0]!.id }, { token: ownerToken });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404]);
    expect((await product.call('POST /auth/signup', { ...newAccount(), invitation })).body.code).toBe('link_invalid');
  });

  test('is stored only as a hash', async () => {
    const invitation = await createInvitation(product, ownerToken);
    expect(JSON.stringify(await product.query('select * from invitations'))).not.toContain(invitation);
  });
});

describe('a name', () => {
  test.each(['王小明', 'O’Neil <script>alert(1)</script>', "'; drop table members; --", '👩‍👩‍👧 العربية', '{{7*7}} ${x}'])(
    'may be %s',
    async (name) => {
      const { body } = await product.call('PATCH /me', { name }, { token: ownerToken });
      expect(body.name).toBe(name);
      expect((await product.call('GET /me', {}, { token: ownerToken })).body.name).toBe(name);
    },
  );

  test.each([' ', '\t\n', '\u3000', '\u200b\u200d', '\u202e', '\ufeff', '\u2800', '\u3164', '\u00ad'])(
    'without visible characters is rejected: %j',
    async (name) => {
      const answer = await product.call('PATCH /me', { name }, { token: ownerToken });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    },
  );
});
