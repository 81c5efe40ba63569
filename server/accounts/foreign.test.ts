import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import { dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import {
  createInvitation,
  createMember,
  createOwner,
  newAccount,
  openTestProduct,
  type TestProduct,
  tokenIn,
} from '#server/testing/product.ts';
import { makeShare } from '#server/testing/shares.ts';

/*
 * Whatever opens one door opens no other, and nothing that another installation gave out opens any: it is answered
 * there as what never was.
 */

let products: TestProduct[];
let owners: Admission[];
beforeAll(async () => {
  products = await Promise.all([0, 1].map(() => openTestProduct()));
  owners = await Promise.all(products.map(createOwner));
});
afterAll(() => Promise.all(products.map(({ close }) => close())));

/** One of everything that opens something, by what it opens. */
async function tokensOf(product: TestProduct, owner: Admission): Promise<Record<string, string>> {
  const { member } = await createMember(product, owner.token);
  const { id } = await makeDashboard(product, owner.token, dashboardOf('Sales'));
  const share = await makeShare(product, owner.token, { id });
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

/** What each of them opens, and what is said to whoever brings something else. */
const doors: Record<string, { code: string[]; knock: (product: TestProduct, token: string) => Promise<Answer> }> = {
  invitation: {
    code: ['link_invalid', 'invalid_input'],
    knock: (product, invitation) => product.call('POST /auth/invitation', { invitation }),
  },
  signUp: {
    code: ['link_invalid', 'invalid_input'],
    knock: (product, invitation) => product.call('POST /auth/signup', { ...newAccount(), invitation }),
  },
  reset: {
    code: ['link_invalid', 'invalid_input'],
    knock: (product, token) => product.call('POST /auth/reset', { token, password: 'a new password' }),
  },
  share: { code: ['share_gone'], knock: (product, token) => product.call('POST /shares/open', { token }) },
  pass: { code: ['share_gone'], knock: (product, pass) => product.call('POST /shares/read', { pass }) },
  key: { code: ['unauthenticated'], knock: (product, token) => product.call('GET /dashboards', {}, { token }) },
  session: {
    code: ['unauthenticated', 'key_not_here'],
    knock: (product, token) => product.call('GET /me', {}, { token }),
  },
  letter: {
    code: ['letter_link_dead', 'invalid_input', 'key_in_address'],
    knock: (product, token) => product.call('GET /letters/subscription', { token }),
  },
};
type Answer = { status: number; body: { code?: string } };
const opens = (token: string, door: string) =>
  token === door || (token === 'session' && door === 'key') || (token === 'invitation' && door === 'signUp');

test('a token opens its own door, no other, and none of another installation', async () => {
  const [here, elsewhere] = await Promise.all(products.map((product, place) => tokensOf(product, owners[place]!)));
  for (const [door, { code, knock }] of Object.entries(doors)) {
    for (const [name, token] of [...Object.entries(here!), ...Object.entries(elsewhere!)]) {
      const isOwn = opens(name, door) && here![name] === token;
      if (isOwn) continue;
      const { status, body } = await knock(products[0]!, token);
      expect([door, name, status, body.code]).toEqual([door, name, expect.any(Number), expect.toBeOneOf(code)]);
    }
  }
  for (const [name, token] of Object.entries(here!).toReversed()) {
    const { status } = await doors[name]!.knock(products[0]!, token);
    expect([name, status]).toEqual([name, expect.toBeOneOf([200, 204])]);
  }
});
