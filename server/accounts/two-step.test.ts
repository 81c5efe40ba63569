import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { signIn } from '#server/testing/client.ts';
import { createMember, createOwner, openTestProduct, type TestProduct, tokenIn } from '#server/testing/product.ts';
import { codeOf, findStep, stepOf } from './codes.ts';

let product: TestProduct;
let owner: NewSession;

beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

type TwoStepMember = NewSession & { password: string; secret: string; codes: string[] };

const codeNow = (secret: string) => codeOf(secret, stepOf(Date.now()));

/** A member with two-step verification; the current code has not been used. */
async function createTwoStepMember(): Promise<TwoStepMember> {
  const person = await createMember(product, owner.token);
  const { token, password } = person;
  const { secret } = (await product.call('POST /me/two-step', { password }, { token })).body;
  const confirmed = await product.call('POST /me/two-step/confirm', { code: codeNow(secret) }, { token });
  expect(confirmed.status).toBe(200);
  await product.query('update two_steps set used_step = 0 where member_id = $1', [person.member.id]);
  return { ...person, secret, codes: confirmed.body.codes };
}

const attempt = ({ member, password }: TwoStepMember, extra: { code?: string; trust?: boolean } = {}, cookie = '') =>
  product
    .browserHeaders()
    .then((headers) =>
      product.call(
        'POST /auth/signin',
        { identifier: member.username, password, ...extra },
        { headers: { ...headers, cookie: `${headers['cookie']}; ${cookie}` } },
      ),
    );

describe('codes', () => {
  // The secret of RFC 6238 is 12345678901234567890; its examples have eight digits, our codes are the last six.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [20000000000, '353130'],
  ])('at %i seconds is %s', (seconds, code) => {
    expect(codeOf(secret, stepOf(seconds * 1000))).toBe(code);
  });

  test('are valid for the neighbouring time steps too, and not beyond', () => {
    const now = 1111111111_000;
    const steps = [-2, -1, 0, 1, 2].map((offset) => findStep(secret, codeOf(secret, stepOf(now) + offset), now));
    expect(steps.map((step) => step && step - stepOf(now))).toEqual([undefined, -1, 0, 1, undefined]);
  });
});

test('a code is requested after the right password only, and works once', async () => {
  const person = await createTwoStepMember();
  expect((await attempt({ ...person, password: 'wrong' })).body).toMatchObject({ code: 'wrong_credentials' });
  expect((await attempt(person)).body).toEqual({ needs: 'code' });
  expect((await attempt(person, { code: '000000' })).body.code).toBe('wrong_code');
  const code = codeNow(person.secret);
  const { token } = (await attempt(person, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).body as NewSession;
  expect((await product.call('GET /me', {}, { token })).status).toBe(200);
  expect((await attempt(person, { code })).body.code).toBe('wrong_code');
});

test('one code sent many times at once works once', async () => {
  const person = await createTwoStepMember();
  const code = codeNow(person.secret);
  const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(person, { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a backup code works once, however it is typed, and only for its own member', async () => {
  const [person, other] = [await createTwoStepMember(), await createTwoStepMember()];
  const code = person.codes[0]!;
  expect((await attempt(other, { code })).body.code).toBe('wrong_code');
  expect((await attempt(person, { code: ` ${code.toUpperCase().replace('-', ' ')} ` })).body).toHaveProperty('token');
  expect((await attempt(person, { code })).body.code).toBe('wrong_code');
  expect((await product.call('GET /me/protection', {}, { token: person.token })).body.codesLeft).toBe(9);
  const stored = JSON.stringify(await product.query('select * from backup_codes, two_steps'));
  expect(stored).not.toContain(person.codes[1]!.replace('-', ''));
  expect(stored).not.toContain(person.secret);
});

test('new backup codes replace the old ones', async () => {
  const person = await createTwoStepMember();
  const { password, token } = person;
  expect((await product.call('POST /me/two-step/codes', { password: 'wrong' }, { token })).body.code).toBe(
    'wrong_password',
  );
  const renewed = await product.call('POST /me/two-step/codes', { password }, { token });
  expect((await attempt(person, { code: person.codes[0]! })).body.code).toBe('wrong_code');
  expect((await attempt(person, { code: renewed.body.codes[0]! })).status).toBe(200);
});

test('after ten wrong codes even a right one is rejected for a while, though the password is right each time', async () => {
  const person = await createTwoStepMember();
  for (let i = 0; i < 10; i++) {
    expect((await attempt(person, { code: '000000' })).body.code).toBe('wrong_code');
    expect((await attempt(person)).body).toEqual({ needs: 'code' });
  }
  expect((await attempt(person, { code: codeNow(person.secret) })).body.code).toBe('too_many_attempts');
});

test('a trusted browser is not asked for a code until the password changes', async () => {
  const [person, other] = [await createTwoStepMember(), await createTwoStepMember()];
  const trusted = await attempt(person, { code: codeNow(person.secret), trust: true });
  const setCookie = trusted.headers.getSetCookie().find((each) => each.startsWith('shuju-device='))!;
  expect(setCookie).toMatch(/; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
  const cookie = setCookie.split(';')[0]!;
  expect((await attempt(person, {}, cookie)).body).toHaveProperty('token');
  expect((await attempt(other, {}, cookie)).body).toEqual({ needs: 'code' });
  expect((await attempt(person, {}, `${cookie}x`)).body).toEqual({ needs: 'code' });
  const change = { current: person.password, password: 'another password' };
  await product.call('POST /me/password', change, { token: person.token });
  expect((await attempt({ ...person, password: 'another password' }, {}, cookie)).body).toEqual({ needs: 'code' });
});

test('two-step verification is turned off with the password, and then no code is requested', async () => {
  const person = await createTwoStepMember();
  const off = (password: string) => product.call('POST /me/two-step/off', { password }, { token: person.token });
  expect((await off('wrong')).body.code).toBe('wrong_password');
  expect((await product.call('POST /me/two-step', person, { token: person.token })).body.code).toBe('invalid_input');
  const repeated = await product.call('POST /me/two-step', { password: person.password }, { token: person.token });
  expect(repeated.body.code).toBe('two_step_on');
  expect((await off(person.password)).status).toBe(204);
  expect((await attempt(person)).body).toHaveProperty('token');
  expect(await product.query('select * from backup_codes where member_id = $1', [person.member.id])).toEqual([]);
});

test('no code is requested before the first one has confirmed the setup', async () => {
  const { member, password, token } = await createMember(product, owner.token);
  expect((await product.call('POST /me/two-step/confirm', { code: '123456' }, { token })).body.code).toBe('wrong_code');
  await product.call('POST /me/two-step', { password }, { token });
  expect((await product.call('POST /me/two-step/codes', { password }, { token })).body.code).toBe('two_step_off');
  await signIn(product, { identifier: member.username, password });
  expect((await product.call('GET /me/protection', {}, { token })).body).toEqual({
    hasPassword: true,
    twoStepSince: null,
    codesLeft: 0,
    providers: [],
  });
});

test('the owner can turn two-step verification off for a member who lost the phone; a reset link does not', async () => {
  const person = await createTwoStepMember();
  const { id } = person.member;
  const link = await product.call('POST /members/:id/reset-link', { id }, { token: owner.token });
  await product.call('POST /auth/reset', { token: tokenIn(link.body.path), password: 'another password' });
  const back = { ...person, password: 'another password' };
  expect((await attempt(back)).body).toEqual({ needs: 'code' });
  expect((await product.call('DELETE /members/:id/two-step', { id }, { token: owner.token })).status).toBe(204);
  expect((await attempt(back)).body).toHaveProperty('token');
});
