import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { api, type ApiKey } from '#contract/api.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { catalogue } from '#contract/error-catalogue.ts';
import { addressInputOf } from '#contract/data-address/routes.ts';
import { isReadRoute } from '#contract/accounts/keys.ts';
import { methodOf, pathOf, type Route } from '#contract/route.ts';
import { specOf } from '#server/testing/queries.ts';
import { apiKeys, requestOf } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { type ExtremeValue, extremesOf, jsonOf, neverAccepted } from '#server/testing/extremes.ts';
import { requireDocumented } from '#server/testing/failures.ts';
import { type SchemaField, fieldsOf } from '#server/testing/schema-fields.ts';
import { inputs } from '#server/testing/malformed.ts';
import { idsFrom, inputOf, type TestResources } from '#server/testing/id-fields.ts';
import { createMember, createOwner, newAccount, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createResources } from '#server/testing/resources.ts';

/*
 * Every field of the contract with the extreme values of its type and schema. No response may be an internal error: the
 * value is rejected with a code, or accepted. Accepted text is returned unchanged, except for trimmed spaces.
 */

/** Text, number and time columns, so that every kind of query has a matching column. */
const csv = 'city,amount,paid\nA,1.5,2026-01-31\nB,2.5,2026-02-28\n';

let product: TestProduct;
let owner: NewSession;
let resources: TestResources;
let headers: Record<string, string>;
let spec: object;
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
  const calculated = await product.call(
    'POST /datasets/:id/calculated-columns',
    { id: orders.id, name: 'two', label: metric.label, formula: '1 + 1' },
    owner,
  );
  resources = {
    ...(await createResources(product, owner, 'plain')),
    dataset: orders.id,
    column: text,
    member: (await createMember(product, owner.token)).member.id,
    metric: counted.body.metrics[0]!.id,
    calculation: calculated.body.columns.at(-1)!.id,
  };
  spec = specOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column: text }] });
  headers = { ...(await product.browserHeaders()), authorization: `Bearer ${owner.token}` };
}, 180_000);
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

// Sign-ups need a new account each time; anonymous routes get no ids of our resources.
function validInput(key: ApiKey): object {
  if (key === 'POST /queries') return { ask: spec, zone: 'Asia/Shanghai', place: 'card', fresh: false };
  if (key === 'POST /auth/signup') return newAccount();
  return api[key].access === 'anyone' ? inputs[key] : inputOf(key, idsFrom(resources)(key));
}

const numeric = new Set<unknown>(['width', 'bins', 'sum', 'average', 'min', 'max', 'median', 'percentile']);

/** Replaces placeholder ids by matching columns, so that queries run instead of only being rejected. */
function withColumns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withColumns);
  if (typeof part !== 'object' || !part || !isPlain(part)) return part;
  const filled = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withColumns(value)]));
  const { from, to } = filled;
  const value = filled['value'] ?? (isSample(from) ? to : from) ?? [filled['values']].flat()[0];
  if (isSample(from) !== isSample(to)) filled[isSample(from) ? 'from' : 'to'] = value;
  if (isSample(filled['column'])) filled['column'] = columns[typeAt(filled, value)];
  if (isSample(filled['by'])) filled['by'] = columns.text;
  if (isSample(filled['dataset'])) filled['dataset'] = resources.dataset;
  if (isSample(filled['dimension'])) filled['dimension'] = 'd';
  if (isSample(filled['measure'])) filled['measure'] = 'n';
  if ('direction' in filled && isSample(filled['id'])) filled['id'] = filled['kind'] === 'dimension' ? 'd' : 'n';
  return filled;
}

function typeAt(part: Record<string, unknown>, value: unknown): keyof typeof columns {
  if ('grain' in part || 'span' in part || /^\d{4}-\d\d-/.test(String(value))) return 'time';
  return numeric.has(part['kind']) || (value !== undefined && typeof value !== 'string') ? 'number' : 'text';
}

const isSample = (value: unknown) => value === 'nothing' || value === 'c_1';
const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** Parts of inputs that another route covers. */
const triedElsewhere: Partial<Record<ApiKey, string>> = {
  'POST /dashboards/:id/exports': 'state',
  'PATCH /charts/:id': 'chart',
  'POST /dashboards': 'dashboard',
  'PUT /dashboards/:id': 'dashboard',
  'POST /alerts': 'watch',
  'PUT /alerts/:id': 'watch',
  'POST /datasets/:id/values': 'filters',
};
const isTriedElsewhere = (key: ApiKey, path: string[]) =>
  (path.length > 0 && path[0] === triedElsewhere[key]) || (path.includes('ask') && key !== 'POST /queries');

/** Fields of a route, each once: the same schema under the same names is tested once. */
function uniqueFieldsOf(key: ApiKey): SchemaField[] {
  const namesBySchema = new Map<unknown, Set<string>>();
  return fieldsOf(api[key].input, validInput(key)).filter(({ schema, path }) => {
    const names = path.slice(-2).join('.');
    const testedNames = namesBySchema.get(schema) ?? new Set();
    namesBySchema.set(schema, testedNames);
    const isNew = !testedNames.has(names) && !isTriedElsewhere(key, path);
    testedNames.add(names);
    return isNew;
  });
}

const isInAddress = (key: ApiKey, path: string[]) =>
  ['GET', 'DELETE'].includes(methodOf(key)) || pathOf(key).includes(`:${path[0]}`);

let named = 0;
/** Whether a new name is needed each time, because a taken name would be the only error. */
const isNamedOnce = (key: ApiKey, { path }: SchemaField) =>
  /^P.*\/(views|metrics|calculated-columns)/.test(key) && path[0] !== 'name';

/** A request with one extreme value, and whether the schema accepts it. */
type Trial = { title: string; leaf: SchemaField; extreme: ExtremeValue; input: object; isAccepted: boolean };

function trialsOf(key: ApiKey): Trial[] {
  return uniqueFieldsOf(key).flatMap((leaf, fieldIndex) => {
    const trials = extremesOf(leaf)
      // A lone surrogate cannot be written into a URL.
      .filter(({ value }) => !isInAddress(key, leaf.path) || String(value).isWellFormed())
      .map((extreme) => {
        const whole = withColumns(leaf.put(extreme.value)) as object;
        const input = isNamedOnce(key, leaf) ? { ...whole, name: `n${(named += 1)}` } : whole;
        const title = `${key} with ${extreme.name} at ${leaf.path.join('.')}`;
        return { title, leaf, extreme, input, isAccepted: api[key].input.safeParse(receivedOf(key, input)).success };
      });
    // The schema rejects all values of a field in the same way, so only one of them is sent, a different one per field.
    const rejected = trials.filter(({ isAccepted }) => !isAccepted);
    const sentRejected = rejected[fieldIndex % rejected.length];
    const accepted = trials.filter(({ isAccepted }) => isAccepted);
    // Password hashing is slow, so only every third value is tried.
    const step = takesPassword(key) ? 3 : 1;
    return [...accepted.filter((_, index) => index % step === 0), ...(sentRejected ? [sentRejected] : [])];
  });
}

const takesPassword = (key: ApiKey) => JSON.stringify(inputs[key]).toLowerCase().includes('"password"');

/** Input as the server receives it: URL parameters are text. */
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
  const request = {
    ...init,
    ...(body && { body }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  };
  const { response } = api[key] as Route;
  const answer = response === 'events' ? await openStream(path, request) : await product.send(path, request);
  if (answer.status >= 400) requireDocumented(key, answer.body ?? {});
  return answer;
}

/** Opens a stream and cancels it once it is accepted: an event stream never ends. */
async function openStream(path: string, request: RequestInit) {
  const response = await fetch(`${product.url}${path}`, request);
  if (!response.ok) return { status: response.status, body: (await response.json()) as ErrorBody };
  await response.body!.cancel();
  return { status: response.status, body: null };
}

/** Strings under a key, anywhere in a response. */
function stringsAt(answer: unknown, name: string): string[] {
  if (typeof answer !== 'object' || !answer) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === name ? [value, ...stringsAt(value, name)].flat().filter(isText) : stringsAt(value, name),
  );
}
const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the stored value back. */
async function readBack(key: ApiKey, input: object, body: unknown): Promise<unknown> {
  const reading = `GET ${pathOf(key).replace('/draft', '')}` as ApiKey;
  if (methodOf(key) === 'POST' || !apiKeys.includes(reading)) return body;
  const { id } = input as { id?: string };
  return (await product.call(reading, id === undefined ? {} : { id }, owner)).body;
}

async function runTrial(key: ApiKey, { title, leaf, extreme, input, isAccepted }: Trial): Promise<void> {
  const { status, body } = await send(key, input);
  const mustReject = !isAccepted || neverAccepted.has(extreme.name);
  const isRight = (code: number) => code < 500 && (code >= 400 || !mustReject);
  expect([title, status, body]).toEqual([title, expect.toSatisfy(isRight), expect.toSatisfy(isNotInternal)]);
  if (status >= 400) expect([title, body!.code in catalogue]).toEqual([title, true]);
  if (status >= 400 || methodOf(key) === 'GET' || leaf.kind !== 'text' || !isText(extreme.value)) return;
  // Text in fields that the server generates is not compared.
  if (extreme.value === '') return;
  const name = leaf.path.findLast((part) => part !== '0')!;
  const stored = stringsAt(await readBack(key, input, body), name);
  if (stored.length > 0) expect([title, stored]).toEqual([title, expect.toSatisfy(holds(extreme.value))]);
}

const isNotInternal = (body: unknown) => !JSON.stringify(body ?? '').includes('"internal"');
const holds = (text: string) => (stored: string[]) => stored.includes(text) || stored.includes(text.trim());

// Credentials are changed last.
const isLate = (key: ApiKey) => Number(key.includes('password'));
const routesWithFields = apiKeys.filter((key) => fieldsOf(api[key].input, {}).length > 0);

test.each(routesWithFields.sort((a, b) => isLate(a) - isLate(b)))(
  '%s accepts or rejects every extreme value',
  async (key) => {
    const trials = trialsOf(key);
    // Reads can run concurrently.
    const concurrency = isReadRoute(key, api[key]) ? 4 : 1;
    const worker = async () => {
      for (let trial = trials.shift(); trial; trial = trials.shift()) await runTrial(key, trial);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  },
  300_000,
);

test('the server is healthy afterwards and the owner is still signed in', async () => {
  expect((await product.send('/readyz')).status).toBe(200);
  expect((await product.send('/api/me', { headers })).status).toBe(200);
});
