import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import {
  createInvitation,
  createMember,
  createOwner,
  newAccount,
  openTestProduct,
  type TestProduct,
  tokenIn,
} from '#server/testing/product.ts';
import { createShare } from '#server/testing/shares.ts';

/*
 * A token works only for its own purpose, and only in the installation that issued it; elsewhere it is treated as
 * unknown.
 */

let products: TestProduct[];
let owners: NewSession[];
beforeAll(async () => {
  products = await Promise.all([0, 1].map(() => openTestProduct()));
  owners = await Promise.all(products.map(createOwner));
});
afterAll(() => Promise.all(products.map(({ close }) => close())));

/** One token of every kind, by purpose. */
async function tokensOf(product: TestProduct, owner: NewSession): Promise<Record<string, string>> {
  const { member } = await createMember(product, owner.token);
  const { id } = await createDashboard(product, owner.token, dashboardOf('Sales'));
  const share = await createShare(product, owner.token, { id });
  const token = share.path!.replace('/share/', '');
  const key = { name: 'Key', scope: 'edit', days: null } as const;
  return {
    invitation: await createInvitation(product, owner.token),
    reset: tokenIn((await product.call('POST /members/:id/reset-link', { id: member.id }, owner)).body.path),
    share: token,
    pass: (await product.call('POST /shares/open', { token })).body.pass,
    key: (await product.call('POST /me/keys', key, owner)).body.secret,
    session: owner.token,
  };
}

/** What each token is for, and the error codes for any other token. */
const endpoints: Record<
  string,
  { code: string[]; attempt: (product: TestProduct, token: string) => Promise<TokenResponse> }
> = {
  invitation: {
    code: ['link_invalid', 'invalid_input'],
    attempt: (product, invitation) => product.call('POST /auth/invitation', { invitation }),
  },
  signUp: {
    code: ['link_invalid', 'invalid_input'],
    attempt: (product, invitation) => product.call('POST /auth/signup', { ...newAccount(), invitation }),
  },
  reset: {
    code: ['link_invalid', 'invalid_input'],
    attempt: (product, token) => product.call('POST /auth/reset', { token, password: 'a new password' }),
  },
  share: { code: ['share_gone'], attempt: (product, token) => product.call('POST /shares/open', { token }) },
  pass: { code: ['share_gone'], attempt: (product, pass) => product.call('POST /shares/read', { pass }) },
  key: { code: ['unauthenticated'], attempt: (product, token) => product.call('GET /dashboards', {}, { token }) },
  session: {
    code: ['unauthenticated', 'key_not_here'],
    attempt: (product, token) => product.call('GET /me', {}, { token }),
  },
  reportSubscription: {
    code: ['letter_link_dead', 'invalid_input', 'key_in_address'],
    attempt: (product, token) => product.call('GET /letters/subscription', { token }),
  },
};
type TokenResponse = { status: number; body: { code?: string } };
const opens = (token: string, purpose: string) =>
  token === purpose || (token === 'session' && purpose === 'key') || (token === 'invitation' && purpose === 'signUp');

test('a token works for its own purpose only, and in its own installation only', async () => {
  const [current, elsewhere] = await Promise.all(products.map((product, index) => tokensOf(product, owners[index]!)));
  for (const [purpose, { code, attempt }] of Object.entries(endpoints)) {
    for (const [name, token] of [...Object.entries(current!), ...Object.entries(elsewhere!)]) {
      const isOwn = opens(name, purpose) && current![name] === token;
      if (isOwn) continue;
      const { status, body } = await attempt(products[0]!, token);
      expect([purpose, name, status, body.code]).toEqual([purpose, name, expect.any(Number), expect.toBeOneOf(code)]);
    }
  }
  for (const [name, token] of Object.entries(current!).toReversed()) {
    const { status } = await endpoints[name]!.attempt(products[0]!, token);
    expect([name, status]).toEqual([name, expect.toBeOneOf([200, 204])]);
  }
});
