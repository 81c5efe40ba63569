import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { api, type ApiKey } from '#contract/api.ts';
import { isReadRoute, type KeyScope, keyScopes, takesKey } from '#contract/accounts/keys.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiKeys } from '#server/testing/client.ts';
import {
  idsFrom,
  inputOf,
  missingId,
  idFieldsOf,
  kindAt,
  marker,
  type TestResources,
} from '#server/testing/id-fields.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { makePrivate, createResources } from '#server/testing/resources.ts';

/*
 * Calls every route as several callers, with every field that takes an id. Ann owns one resource of each kind, all
 * private; Bo owns the same, open to everyone. A request with one of Ann's ids must get the same response as one with a
 * missing id.
 */

let product: TestProduct;
let [owner, bo, vi]: NewSession[] = [];
let [closed, open]: TestResources[] = [];
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  const ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
  closed = await createResources(product, ann, marker);
  await makePrivate(product, ann, closed, product.query);
  open = await createResources(product, bo, 'plain');
});
afterAll(() => product.close());

async function callAs(key: ApiKey, input: object, token?: string) {
  const { status, body } = await product.call(key, input, { token });
  const text = typeof body === 'string' ? (body as string) : (JSON.stringify(body) ?? '');
  return { status, code: (body as { code?: string } | null)?.code, text };
}

const inside = apiKeys.filter((key) => api[key].access !== 'anyone' && key !== 'GET /live');
const withIds = inside.filter((key) => idFieldsOf(key).length > 0);
/** An insufficient role is rejected before any lookup. */
const isTooLow = (key: ApiKey, { member }: NewSession) =>
  api[key].access === 'owner' || (api[key].access === 'editor' && member.role === 'viewer');

describe('without access', () => {
  test.each(withIds)('%s responds as if it did not exist', async (key) => {
    for (const person of [bo!, vi!])
      for (const field of idFieldsOf(key)) {
        const idWith = (value: string) => (other: string) => (other === field ? value : idsFrom(open!)(key)(other));
        const privateId = idsFrom(closed!)(key)(field);
        const forbidden = await callAs(key, inputOf(key, idWith(privateId)), person.token);
        const missing = await callAs(key, inputOf(key, idWith(missingId)), person.token);
        const label = [key, field, person.member.role];
        expect([...label, forbidden.status, forbidden.code]).toEqual([...label, missing.status, missing.code]);
        expect([...label, forbidden.text.includes(marker)]).toEqual([...label, false]);
        if (isTooLow(key, person)) expect([...label, forbidden.status]).toEqual([...label, 403]);
        else if (field === 'id' && kindAt(key, field) !== 'export')
          expect([...label, forbidden.status]).toEqual([...label, 404]);
      }
  });

  test.each(inside.filter((key) => methodOf(key) === 'GET' && !pathOf(key).includes(':')))(
    '%s lists none of the private resources',
    async (key) => {
      for (const { token } of [bo!, vi!])
        expect(
          (
            await callAs(
              key,
              inputOf(key, () => missingId),
              token,
            )
          ).text,
        ).not.toContain(marker);
    },
  );
});

describe('a personal key', () => {
  const keys: Partial<Record<KeyScope, string>> = {};
  beforeAll(async () => {
    for (const scope of keyScopes) {
      const { body } = await product.call('POST /me/keys', { name: scope, scope, days: 7 }, { token: bo!.token });
      keys[scope] = body.secret;
    }
  });

  test.each(inside)('grants no more than its member may do with %s', async (key) => {
    const input = inputOf(key, idsFrom(closed!)(key));
    for (const scope of keyScopes) {
      const response = await callAs(key, input, keys[scope]);
      const label = [key, scope, response.text.includes(marker)];
      if (!takesKey(api[key])) expect([...label, response.code]).toEqual([key, scope, false, 'key_not_here']);
      else if (scope === 'read' && !isReadRoute(key, api[key]))
        expect([...label, response.code]).toEqual([key, scope, false, 'key_reads_only']);
      else if (idFieldsOf(key).length > 0) {
        const { status, code } = await callAs(key, input, bo!.token);
        expect([...label, response.status, response.code]).toEqual([key, scope, false, status, code]);
      } else expect(label).toEqual([key, scope, false]);
    }
  });
});

test('the anonymous routes that take an id are as listed', () => {
  const open = apiKeys.filter((key) => api[key].access === 'anyone' && idFieldsOf(key).length > 0);
  // Avatar ids are random and known to members only; the token of a file is in an email only, and that of a link grants
  // access to it.
  expect(new Set(open)).toEqual(
    new Set(['GET /avatars/:id', 'GET /letters/:token/file', 'GET /shares/:token/picture']),
  );
});

/**
 * Routes for which the test resources lack something: rejected rows, a card with a query, an unused upload, a connected
 * database.
 */
const empty = new Set<ApiKey>([
  'POST /datasets/:id/rejects/load',
  'POST /dashboards/:id/rows',
  'POST /dashboards/:id/values',
  'GET /data/dashboards/:id/cards/:card.:format',
  'DELETE /imports/:id',
  'DELETE /dashboards/:id/draft',
  'DELETE /uploads/:id',
  'GET /applications/:id/connection',
  'PUT /applications/:id/connection',
  'GET /applications/:id/tables',
  'GET /applications/:id/tables/columns',
  'POST /applications/:id/tables',
  'GET /datasets/:id/schema-changes',
  'POST /datasets/:id/schema-changes',
  'POST /applications/:id/sql/preview',
  'POST /applications/:id/sql',
  'POST /datasets/:id/sql/changes',
  'PUT /datasets/:id/sql',
]);

/** Deletions come after the routes that need the resource. */
const order = (key: ApiKey) =>
  /^DELETE \/(applications|dashboards)\/:id$/.test(key)
    ? 3
    : /^DELETE \/\w+\/:id$/.test(key)
      ? 2
      : methodOf(key) === 'DELETE'
        ? 1
        : 0;

describe('the creator of the resources', () => {
  const withRight = withIds.filter((key) => 'needs' in api[key] && !empty.has(key));
  test.each(withRight.sort((a, b) => order(a) - order(b)))('may call %s', async (key) => {
    const { status, code } = await callAs(key, inputOf(key, idsFrom(open!)(key)), bo!.token);
    expect([key, [403, 404].includes(status) ? code : 'open']).toEqual([key, 'open']);
  });
});
