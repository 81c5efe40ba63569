import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import { api, type ApiKey } from '#contract/api.ts';
import { catalogue } from '#contract/catalogue.ts';
import { addressInputOf } from '#contract/data-addresses.ts';
import { isReading } from '#contract/keys.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { askOf } from '#server/testing/ask.ts';
import { apiKeys, requestOf } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Extreme, extremesOf, jsonOf, neverTaken } from '#server/testing/extremes.ts';
import { requireNamed } from '#server/testing/failures.ts';
import { type Leaf, leavesOf } from '#server/testing/leaves.ts';
import { inputs } from '#server/testing/malformed.ts';
import { idIn, inputOf } from '#server/testing/places.ts';
import { createMember, createOwner, newAccount, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { makeThings, type Things } from '#server/testing/things.ts';

/*
 * Every place in the contract where a value stands, with the extremes of its kind and of its schema. No answer is a
 * fault of ours: the value is refused with a code, or taken. Text that is taken is given back as it was, at most without
 * the spaces around it.
 */

/** Text, numbers and times, so that every kind of question has a column to be about. */
const csv = 'city,amount,paid\nA,1.5,2026-01-31\nB,2.5,2026-02-28\n';

let product: TestProduct;
let owner: Admission;
let things: Things;
let headers: Record<string, string>;
let question: object;
let columns: { text: string; number: string; time: string };
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  await product.call('PATCH /installation', { signUp: 'open' }, owner);
  const orders = await loadFile(product, owner.token, 'orders.csv', csv);
  const [text, number, time] = orders.columns.map(({ id }) => id) as [string, string, string];
  columns = { text, number, time };
  const metric = { name: 'n', label: { en_US: 'n', zh_CN: 'n' }, format: 'plain' as const, unit: '' };
  const counted = await product.call(
    'POST /datasets/:id/metrics',
    { id: orders.id, ...metric, formula: { kind: 'count' } },
    owner,
  );
  things = {
    ...(await makeThings(product, owner, 'plain')),
    dataset: orders.id,
    column: text,
    person: (await createMember(product, owner.token)).member.id,
    metric: counted.body.metrics[0]!.id,
  };
  question = askOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column: text }] });
  headers = { ...(await product.browserHeaders()), authorization: `Bearer ${owner.token}` };
}, 180_000);
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

// Whoever signs up is someone new each time; what comes from outside has no thing of ours in it.
function validInput(key: ApiKey): object {
  if (key === 'POST /queries') return { ask: question, zone: 'Asia/Shanghai', place: 'card', fresh: false };
  if (key === 'POST /auth/signup') return newAccount();
  return api[key].access === 'anyone' ? inputs[key] : inputOf(key, idIn(things)(key));
}

const numeric = new Set<unknown>(['width', 'bins', 'sum', 'average', 'min', 'max', 'median', 'percentile']);

/** An input in which what is called nothing is a column that fits, so that questions are asked and not only refused. */
function withColumns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withColumns);
  if (typeof part !== 'object' || !part || !isPlain(part)) return part;
  const made = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withColumns(value)]));
  const { from, to } = made;
  const value = made['value'] ?? (isSample(from) ? to : from) ?? [made['values']].flat()[0];
  if (isSample(from) !== isSample(to)) made[isSample(from) ? 'from' : 'to'] = value;
  if (isSample(made['column'])) made['column'] = columns[typeAt(made, value)];
  if (isSample(made['by'])) made['by'] = columns.text;
  if (isSample(made['dataset'])) made['dataset'] = things.dataset;
  if (isSample(made['dimension'])) made['dimension'] = 'd';
  if (isSample(made['measure'])) made['measure'] = 'n';
  if ('direction' in made && isSample(made['id'])) made['id'] = made['kind'] === 'dimension' ? 'd' : 'n';
  return made;
}

function typeAt(part: Record<string, unknown>, value: unknown): keyof typeof columns {
  if ('grain' in part || 'span' in part || /^\d{4}-\d\d-/.test(String(value))) return 'time';
  return numeric.has(part['kind']) || (value !== undefined && typeof value !== 'string') ? 'number' : 'text';
}

const isSample = (value: unknown) => value === 'nothing' || value === 'c_1';
const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** Parts of inputs that another route tries already. */
const triedElsewhere: Partial<Record<ApiKey, string>> = {
  'POST /dashboards/:id/exports': 'state',
  'PATCH /charts/:id': 'chart',
  'POST /dashboards': 'dashboard',
  'PUT /dashboards/:id': 'dashboard',
  'POST /alerts': 'watch',
  'PUT /alerts/:id': 'watch',
};
const isTriedElsewhere = (key: ApiKey, path: string[]) =>
  (path.length > 0 && path[0] === triedElsewhere[key]) || (path.includes('ask') && key !== 'POST /queries');

/** The places of a route, each once: a schema under the same names is the same wherever a union or a list has it. */
function placesOf(key: ApiKey): Leaf[] {
  const seen = new Map<unknown, Set<string>>();
  return leavesOf(api[key].input, validInput(key)).filter(({ schema, path }) => {
    const names = path.slice(-2).join('.');
    const known = seen.get(schema) ?? new Set();
    seen.set(schema, known);
    const isNew = !known.has(names) && !isTriedElsewhere(key, path);
    known.add(names);
    return isNew;
  });
}

const isInAddress = (key: ApiKey, path: string[]) =>
  ['GET', 'DELETE'].includes(methodOf(key)) || pathOf(key).includes(`:${path[0]}`);

let named = 0;
/** Whether it takes another name each time, since a name that is taken would be all that is refused. */
const isNamedOnce = (key: ApiKey, { path }: Leaf) => /^P.*\/(views|metrics)/.test(key) && path[0] !== 'name';

/** A request with one extreme, and whether the schema takes it. */
type Trial = { title: string; leaf: Leaf; extreme: Extreme; input: object; isTaken: boolean };

function trialsOf(key: ApiKey): Trial[] {
  return placesOf(key).flatMap((leaf, place) => {
    const trials = extremesOf(leaf)
      // Nobody can write half of a character into an address.
      .filter(({ value }) => !isInAddress(key, leaf.path) || String(value).isWellFormed())
      .map((extreme) => {
        const whole = withColumns(leaf.put(extreme.value)) as object;
        const input = isNamedOnce(key, leaf) ? { ...whole, name: `n${(named += 1)}` } : whole;
        const title = `${key} with ${extreme.name} at ${leaf.path.join('.')}`;
        return { title, leaf, extreme, input, isTaken: api[key].input.safeParse(receivedOf(key, input)).success };
      });
    // The schema refuses in one way for all of a place, so one of them is sent, another one at each place.
    const refused = trials.filter(({ isTaken }) => !isTaken);
    const sent = refused[place % refused.length];
    const taken = trials.filter(({ isTaken }) => isTaken);
    // A password takes long to check, so every third has to do there.
    const step = takesPassword(key) ? 3 : 1;
    return [...taken.filter((_, index) => index % step === 0), ...(sent ? [sent] : [])];
  });
}

const takesPassword = (key: ApiKey) => JSON.stringify(inputs[key]).toLowerCase().includes('"password"');

/** An input as the server receives it: in an address everything is text. */
function receivedOf(key: ApiKey, input: object): unknown {
  const { path, init } = requestOf(key, input);
  const inPath = Object.entries(input).filter(([name]) => pathOf(key).includes(`:${name}`));
  const params = Object.fromEntries(inPath.map(([name, value]) => [name, String(value)]));
  if (init.body) return { ...JSON.parse(jsonOf(JSON.parse(init.body))), ...params };
  const { searchParams } = new URL(path, product.url);
  const query = Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  return 'dataAddress' in api[key] ? addressInputOf(params, query) : { ...query, ...params };
}

async function send(key: ApiKey, input: object) {
  const { path, init } = requestOf(key, input);
  const body = init.body && jsonOf(JSON.parse(init.body));
  const answer = await product.send(path, {
    ...init,
    ...(body && { body }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  });
  if (answer.status >= 400) requireNamed(key, answer.body ?? {});
  return answer;
}

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

async function runTrial(key: ApiKey, { title, leaf, extreme, input, isTaken }: Trial): Promise<void> {
  const { status, body } = await send(key, input);
  const isRefused = !isTaken || neverTaken.has(extreme.name);
  const isRight = (told: number) => told < 500 && (told >= 400 || !isRefused);
  expect([title, status, body]).toEqual([title, expect.toSatisfy(isRight), expect.toSatisfy(isNoFault)]);
  if (status >= 400) expect([title, body.code in catalogue]).toEqual([title, true]);
  if (status >= 400 || methodOf(key) === 'GET' || leaf.kind !== 'text' || !isText(extreme.value)) return;
  // No text may stand for one that the server makes.
  if (extreme.value === '') return;
  const name = leaf.path.findLast((part) => part !== '0')!;
  const stored = stringsAt(await readBack(key, input, body), name);
  if (stored.length > 0) expect([title, stored]).toEqual([title, expect.toSatisfy(holds(extreme.value))]);
}

const isNoFault = (body: unknown) => !JSON.stringify(body ?? '').includes('"internal"');
const holds = (text: string) => (stored: string[]) => stored.includes(text) || stored.includes(text.trim());

// What someone is let in by changes in the end only.
const isLate = (key: ApiKey) => Number(key.includes('password'));
const withPlaces = apiKeys.filter((key) => leavesOf(api[key].input, {}).length > 0);

test.each(withPlaces.sort((a, b) => isLate(a) - isLate(b)))(
  '%s takes every extreme or refuses it',
  async (key) => {
    const trials = trialsOf(key);
    // Those who only read are not in each other's way.
    const lanes = isReading(key, api[key]) ? 4 : 1;
    const lane = async () => {
      for (let trial = trials.shift(); trial; trial = trials.shift()) await runTrial(key, trial);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  },
  300_000,
);

test('after all of that the server is well and the owner still signed in', async () => {
  expect((await product.send('/readyz')).status).toBe(200);
  expect((await product.send('/api/me', { headers })).status).toBe(200);
});
