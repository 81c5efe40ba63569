import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import { api, type ApiKey } from '#contract/api.ts';
import { isReading, type KeyScope, keyScopes, takesKey } from '#contract/keys.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiKeys } from '#server/testing/client.ts';
import { idIn, inputOf, missing, placesOf, thingAt, word } from '#server/testing/places.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { closeThings, makeThings, type Things } from '#server/testing/things.ts';

/*
 * Every route, by who calls it and by every place in its input where an id stands. Ann has one of everything, all of it
 * private; Bo has the same, open to all. Whoever puts an id of Ann's where one of theirs could stand is answered as if
 * there were no such thing, and reads nothing of it.
 */

let product: TestProduct;
let [owner, bo, vi]: Admission[] = [];
let [closed, open]: Things[] = [];
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  const ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
  closed = await makeThings(product, ann, word);
  await closeThings(product, ann, closed, product.query);
  open = await makeThings(product, bo, 'plain');
});
afterAll(() => product.close());

async function tell(key: ApiKey, input: object, token?: string) {
  const { status, body } = await product.call(key, input, { token });
  const text = typeof body === 'string' ? (body as string) : (JSON.stringify(body) ?? '');
  return { status, code: (body as { code?: string } | null)?.code, text };
}

const inside = apiKeys.filter((key) => api[key].access !== 'anyone' && key !== 'GET /live');
const withIds = inside.filter((key) => placesOf(key).length > 0);
/** A role that is too low is told so before anything is looked for. */
const isTooLow = (key: ApiKey, { member }: Admission) =>
  api[key].access === 'owner' || (api[key].access === 'editor' && member.role === 'viewer');

describe('whoever has no right to something', () => {
  test.each(withIds)('%s answers as if it were not there', async (key) => {
    for (const person of [bo!, vi!])
      for (const place of placesOf(key)) {
        const id = (thing: string) => (other: string) => (other === place ? thing : idIn(open!)(key)(other));
        const theirs = idIn(closed!)(key)(place);
        const told = await tell(key, inputOf(key, id(theirs)), person.token);
        const nothing = await tell(key, inputOf(key, id(missing)), person.token);
        const seen = [key, place, person.member.role];
        expect([...seen, told.status, told.code]).toEqual([...seen, nothing.status, nothing.code]);
        expect([...seen, told.text.includes(word)]).toEqual([...seen, false]);
        if (isTooLow(key, person)) expect([...seen, told.status]).toEqual([...seen, 403]);
        else if (place === 'id' && thingAt(key, place) !== 'export')
          expect([...seen, told.status]).toEqual([...seen, 404]);
      }
  });

  test.each(inside.filter((key) => methodOf(key) === 'GET' && !pathOf(key).includes(':')))(
    '%s lists nothing of it',
    async (key) => {
      for (const { token } of [bo!, vi!])
        expect(
          (
            await tell(
              key,
              inputOf(key, () => missing),
              token,
            )
          ).text,
        ).not.toContain(word);
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

  test.each(inside)('%s opens no more to it than to whoever made it', async (key) => {
    const input = inputOf(key, idIn(closed!)(key));
    for (const scope of keyScopes) {
      const told = await tell(key, input, keys[scope]);
      const seen = [key, scope, told.text.includes(word)];
      if (!takesKey(key)) expect([...seen, told.code]).toEqual([key, scope, false, 'key_not_here']);
      else if (scope === 'read' && !isReading(key, api[key]))
        expect([...seen, told.code]).toEqual([key, scope, false, 'key_reads_only']);
      else if (placesOf(key).length > 0) {
        const { status, code } = await tell(key, input, bo!.token);
        expect([...seen, told.status, told.code]).toEqual([key, scope, false, status, code]);
      } else expect(seen).toEqual([key, scope, false]);
    }
  });
});

test('what anyone may call with an id is known', () => {
  const open = apiKeys.filter((key) => api[key].access === 'anyone' && placesOf(key).length > 0);
  // The id of a picture is a random value that only members are told; the token of a file comes in a letter alone, and
  // that of a link is what admits to it.
  expect(new Set(open)).toEqual(
    new Set(['GET /avatars/:id', 'GET /letters/:token/file', 'GET /shares/:token/picture']),
  );
});

/** For these there is nothing among one's own things: nothing was kept aside, no card asks, an upload is used up. */
const empty = new Set<ApiKey>([
  'POST /datasets/:id/rejects/load',
  'POST /dashboards/:id/rows',
  'POST /dashboards/:id/values',
  'GET /data/dashboards/:id/cards/:card.:format',
  'DELETE /imports/:id',
  'DELETE /dashboards/:id/draft',
  'DELETE /uploads/:id',
]);

/** What takes something away comes after what needs it. */
const order = (key: ApiKey) =>
  /^DELETE \/(applications|dashboards)\/:id$/.test(key)
    ? 3
    : /^DELETE \/\w+\/:id$/.test(key)
      ? 2
      : methodOf(key) === 'DELETE'
        ? 1
        : 0;

describe('whoever made something', () => {
  const needing = withIds.filter((key) => 'needs' in api[key] && !empty.has(key));
  test.each(needing.sort((a, b) => order(a) - order(b)))('%s is open to them', async (key) => {
    const { status, code } = await tell(key, inputOf(key, idIn(open!)(key)), bo!.token);
    expect([key, [403, 404].includes(status) ? code : 'open']).toEqual([key, 'open']);
  });
});
