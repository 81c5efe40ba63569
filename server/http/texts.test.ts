import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import { api, type ApiKey } from '#contract/api.ts';
import { catalogue } from '#contract/catalogue.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiKeys } from '#server/testing/client.ts';
import { leavesOf } from '#server/testing/leaves.ts';
import { inputs } from '#server/testing/malformed.ts';
import { idIn, inputOf } from '#server/testing/places.ts';
import { createOwner, newAccount, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { makeThings, type Things } from '#server/testing/things.ts';

/*
 * Every place where the contract takes text, with every kind of text that has brought programs down. Nothing of it is a
 * fault of ours: it is refused with a code, or taken and given back as it was, at most without the spaces around it.
 */

const texts: Record<string, string> = {
  'a long text': 'x'.repeat(100_001),
  'only spaces': ' \t\n\u3000 ',
  'only marks of direction': '\u202e\u200f\u2066',
  'a text that runs backwards': ' ab\u202edc\u2067 ',
  'a NUL': 'a\0b',
  'half of a character': 'a\ud800b',
  'what means something elsewhere': `<img src=x onerror=alert(1)>"'; drop table members; --%_\\{{x}}\${x}`,
};
/** What no field takes: no person means it, and the database cannot keep it. */
const never = new Set(['a long text', 'a NUL', 'half of a character']);

let product: TestProduct;
let owner: Admission;
let things: Things;
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  await product.call('PATCH /installation', { signUp: 'open' }, owner);
  things = await makeThings(product, owner, 'plain');
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

// Whoever signs up is someone new each time; what comes from outside has no thing of ours in it.
const isOutside = (key: ApiKey) => api[key].access === 'anyone';
function rightInput(key: ApiKey): object {
  if (key === 'POST /auth/signup') return newAccount();
  return isOutside(key) ? inputs[key] : inputOf(key, idIn(things)(key));
}

const inAddress = (key: ApiKey, path: string[]) =>
  ['GET', 'DELETE'].includes(methodOf(key)) || pathOf(key).includes(`:${path[0]}`);

/** What is the same here as on another route, and would only take longer. */
const asBefore: Partial<Record<ApiKey, string>> = {
  'POST /queries/rows': 'ask',
  'POST /exports': 'ask',
  'POST /dashboards/:id/exports': 'state',
  'PATCH /charts/:id': 'chart',
  'PUT /dashboards/:id': 'dashboard',
};

/** The strings under a name, wherever in an answer. */
function stringsAt(answer: unknown, name: string): string[] {
  if (typeof answer !== 'object' || !answer) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === name ? [value, ...stringsAt(value, name)].flat().filter(isText) : stringsAt(value, name),
  );
}
const isText = (value: unknown): value is string => typeof value === 'string';

/** What there is now where something was written. */
async function readBack(key: ApiKey, input: object, body: unknown): Promise<unknown> {
  const reading = `GET ${pathOf(key).replace('/draft', '')}` as ApiKey;
  if (methodOf(key) === 'POST' || !apiKeys.includes(reading)) return body;
  const { id } = input as { id?: string };
  return (await product.call(reading, id === undefined ? {} : { id }, owner)).body;
}

// What someone is let in by changes in the end only.
const isLate = (key: ApiKey) => Number(key.includes('password'));
const withText = apiKeys.filter((key) => leavesOf(api[key].input, {}).length > 0);

test.each(withText.sort((a, b) => isLate(a) - isLate(b)))(
  '%s takes text as text or refuses it',
  async (key) => {
    for (const [name, text] of Object.entries(texts))
      for (const { path, put } of leavesOf(api[key].input, rightInput(key))) {
        // Nobody can write half of a character into an address.
        const isImpossible = inAddress(key, path) && !text.isWellFormed();
        if (isImpossible || path[0] === asBefore[key]) continue;
        const told = [key, path.join('.'), name];
        const input = put(text) as object;
        const { status, body } = await product.call(key, input, owner);
        expect([...told, status, body]).toEqual([...told, right(name), expect.toSatisfy(isNoFault)]);
        if (status >= 400) expect([...told, body.code in catalogue]).toEqual([...told, true]);
        else if (methodOf(key) !== 'GET') {
          const kept = stringsAt(
            await readBack(key, input, body),
            path.findLast((part) => part !== '0')!,
          );
          if (kept.length > 0) expect([...told, kept]).toEqual([...told, expect.toSatisfy(holds(text))]);
        }
      }
  },
  120_000,
);

const right = (name: string) => expect.toSatisfy((status: number) => (status >= 400 ? status < 500 : !never.has(name)));
const isNoFault = (body: unknown) => !JSON.stringify(body ?? '').includes('"internal"');
const holds = (text: string) => (kept: string[]) => kept.includes(text) || kept.includes(text.trim());
