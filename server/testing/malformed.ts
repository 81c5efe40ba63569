import type { z } from 'zod';

import { api, type ApiKey } from '#contract/api.ts';
import { pathOf } from '#contract/route.ts';
import { accountInputs } from './account-inputs.ts';
import { alertInputs } from './alert-inputs.ts';
import { reportInputs } from './report-inputs.ts';
import { apiKeys, requestOf } from './client.ts';
import { shareInputs } from './share-inputs.ts';
import { requestText } from './raw.ts';
import { fieldsOf, sampleOf, type SchemaField, takes } from './schema-fields.ts';

/** A malformed request: its name and raw bytes. */
export type MalformedRequest = { name: string; parts: (string | Buffer)[] };

type ExampleInput = Record<string, unknown>;
type HeaderRecord = Record<string, string>;

const megabyte = 1024 * 1024;
const token = 'a'.repeat(43);
const json = { 'content-type': 'application/json' };

const spec = {
  kind: 'query',
  dataset: 'nothing',
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
};
const chart = { ask: spec, drawing: { kind: 'bar', options: {} } };
const texts = { en_US: 'Sales', zh_CN: '销售' };
const dashboard = {
  format: 1,
  title: texts,
  description: texts,
  time: { span: null, compare: { kind: 'none' }, targets: [] },
  controls: [],
  tabs: [{ id: 'one', title: texts, cards: [] }],
  refresh: 0,
};
const state = { time: null, values: {}, picks: [], drills: {} };
const metric = {
  name: 'Average',
  label: { en_US: 'Average', zh_CN: '平均' },
  format: 'plain',
  unit: '',
  formula: { kind: 'average', column: 'c_1' },
};

const movedItems = { folder: 'nothing', dashboards: ['nothing'], applications: ['nothing'], folders: ['nothing'] };
const calculation = { name: 'Two', label: { en_US: 'Two', zh_CN: '二' }, formula: '1 + 1' };

/** Inputs that replace the sample derived from the schema, for routes that need a meaningful one. */
const chosenInputs: Partial<Record<ApiKey, ExampleInput>> = {
  'PATCH /installation': { signUp: 'invitation' },
  ...accountInputs,
  'POST /backups/:id/file': { id: 'nothing', password: 'the owner password' },
  'GET /audit': { act: 'sign_in', before: '9', outcome: 'done', from: '2026-01-01T00:00:00Z' },
  'GET /audit/file': { act: 'data' },
  'PUT /audit/settings': { days: 365 },
  'PUT /dashboards/:id/access': { id: 'nothing', everyone: 'view', members: [{ id: 'nobody', right: 'view' }] },
  'PUT /applications/:id/access': { id: 'nothing', everyone: null, members: [{ id: 'nobody', right: 'edit' }] },
  'PUT /folders/:id/access': { id: 'nothing', everyone: 'edit', members: [{ id: 'nobody', right: 'view' }] },
  'POST /folders': { kind: 'dashboard', name: 'Sales', parent: 'nothing' },
  'POST /folders/move': movedItems,
  'POST /folders/move/preview': movedItems,
  'POST /groups': { name: 'North', description: 'Sales', claim: null, members: ['nobody'] },
  'PUT /groups/:id': { id: 'nothing', name: 'North', description: 'Sales', claim: null, members: ['nobody'] },
  'PUT /datasets/:id/row-rules': { id: 'nothing', rules: null, zone: 'UTC' },
  'POST /applications': { name: 'Shop', kind: 'events', folder: 'nothing' },
  'PATCH /applications/:id': { id: 'nothing', name: 'Shop' },
  'POST /applications/:id/keys': { id: 'nothing', name: 'Key' },
  'PATCH /datasets/:id': { id: 'nothing', label: { en_US: 'Orders', zh_CN: '订单' } },
  'PATCH /datasets/:id/columns/:column': { id: 'nothing', column: 'c_1', role: 'measure' },
  'POST /datasets/:id/rows': { id: 'nothing', offset: 0, limit: 10, filters: [] },
  'POST /datasets/:id/versions/:number/restore': { id: 'nothing', number: 1 },
  'POST /datasets/:id/rejects/load': { id: 'nothing', rows: [{ id: 1, cells: { c_1: '1' } }] },
  'POST /uploads': { name: 'orders.csv', bytes: 10, zone: 'Asia/Shanghai' },
  'POST /uploads/:id/preview': { id: 'nothing', ranges: '0-10' },
  'PUT /uploads/:id/reading': { id: 'nothing', options: { encoding: 'gb18030' } },
  'POST /uploads/:id/imports': {
    id: 'nothing',
    application: { name: 'Shop' },
    imports: [
      {
        table: 0,
        dataset: { name: 'orders' },
        mode: 'append',
        columns: [{ source: 0, name: 'city', type: 'text', role: 'dimension', format: 'plain', unit: '' }],
      },
    ],
  },
  'POST /extracts/preview': { url: 'https://files.invalid/orders.csv', zone: 'UTC' },
  'POST /applications/:id/extracts': {
    id: 'nothing',
    dataset: { id: 'nothing' },
    source: { kind: 'web', url: 'https://files.invalid/orders.csv', mode: 'append' },
    schedule: { kind: 'every', minutes: 60 },
    zone: 'UTC',
  },
  'PUT /extracts/:id': { id: 'nothing', schedule: { kind: 'every', minutes: 60 }, zone: 'UTC' },
  ...alertInputs,
  ...shareInputs,
  ...reportInputs,
  'GET /search': { q: 'sales' },
  'PUT /changelog/seen': { seen: 3 },
  'POST /datasets/:id/metrics': { id: 'nothing', ...metric },
  'PUT /datasets/:id/metrics/:metric': { id: 'nothing', metric: 'nothing', ...metric },
  'POST /datasets/:id/formula': { id: 'nothing', formula: '1 + 1' },
  'POST /datasets/:id/calculated-columns': { id: 'nothing', ...calculation },
  'PUT /datasets/:id/calculated-columns/:calculation': { id: 'nothing', calculation: 'nothing', ...calculation },
  'POST /datasets/:id/uses/test': { id: 'nothing', change: { kind: 'without_dataset' } },
  'POST /queries': { ask: spec, zone: 'Asia/Shanghai', place: 'card', fresh: false },
  'POST /queries/rows': { ask: spec, zone: 'Asia/Shanghai' },
  'POST /exports': { ask: spec, zone: 'Asia/Shanghai', format: 'csv', name: 'Orders', labels: {} },
  'PUT /queries/limits': { card: 30, editor: 120 },
  'GET /data/datasets/:id.:format': { id: 'nothing', format: 'csv', limit: '5' },
  'GET /data/charts/:id.:format': { id: 'nothing', format: 'json', zone: 'Asia/Shanghai' },
  'GET /data/dashboards/:id/cards/:card.:format': { id: 'nothing', card: 'nothing', format: 'xlsx', language: 'zh_CN' },
  'POST /charts': { name: 'Orders by city', chart },
  'PATCH /charts/:id': { id: 'nothing', name: 'Orders by city', chart },
  'POST /dashboards': { dashboard, folder: 'nothing' },
  'POST /dashboards/automatic': { dataset: 'nothing', folder: 'nothing' },
  'PUT /dashboards/:id': { id: 'nothing', base: 1, dashboard },
  'PATCH /dashboards/:id': { id: 'nothing', title: texts },
  'PUT /dashboards/:id/draft': { id: 'nothing', base: 1, dashboard },
  'POST /dashboards/:id/copy': { id: 'nothing', title: texts },
  'GET /dashboards/:id/versions/:number': { id: 'nothing', number: 1 },
  'POST /dashboards/:id/run': {
    id: 'nothing',
    draft: false,
    state,
    zone: 'Asia/Shanghai',
    cards: [],
    first: [],
    fresh: false,
  },
  'POST /dashboards/:id/rows': { id: 'nothing', draft: false, state, zone: 'Asia/Shanghai', card: 'c', point: {} },
  'POST /dashboards/:id/values': {
    id: 'nothing',
    draft: false,
    state,
    zone: 'Asia/Shanghai',
    control: 'c',
    search: '',
  },
  'POST /dashboards/:id/exports': {
    id: 'nothing',
    draft: false,
    state,
    zone: 'Asia/Shanghai',
    format: 'xlsx',
    language: 'zh_CN',
    theme: 'light',
    units: 'language',
    rising: 'red',
    weekStart: 'monday',
    tab: null,
  },
  'POST /dashboards/:id/views': { id: 'nothing', name: 'Mine', state },
  'PATCH /dashboards/:id/views/:view': { id: 'nothing', view: 'nothing', name: 'Mine' },
};

/** A valid input for every route, to corrupt one field at a time. */
export const inputs = Object.fromEntries(apiKeys.map((key) => [key, exampleOf(key)])) as Record<ApiKey, ExampleInput>;

/** Whether the input of a route is derived from its schema. */
export const isDerived = (key: ApiKey): boolean => !(key in chosenInputs);

function exampleOf(key: ApiKey): ExampleInput {
  const ids = [...pathOf(key).matchAll(/:(\w+)/g)].map(([, name]) => [name!, 'nothing']);
  return chosenInputs[key] ?? { ...requiredSampleOf(api[key].input), ...Object.fromEntries(ids) };
}

/** Sample of the fields that an input must have. */
function requiredSampleOf(schema: z.ZodType): ExampleInput {
  const sample = sampleOf(schema) as ExampleInput;
  const without = (name: string) => Object.fromEntries(Object.entries(sample).filter(([field]) => field !== name));
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !takes(schema, without(name))));
}

/** Requires a valid example, so that a route whose sample is invalid fails with a clear message. */
export function requireExample(key: ApiKey, schema: z.ZodType, example: ExampleInput): void {
  const { success, error } = schema.safeParse(example);
  if (success) return;
  const field = error.issues[0]!.path.join('.');
  throw new Error(
    `${key} has no valid example input (see "${field}"): add it to chosenInputs in server/testing/malformed.ts`,
  );
}

const wrongValues = [5, true, null, [], {}, '', 'x'.repeat(100_000), 'a\0b', '\ud800', ['owner'], { $ne: '' }];

const bodies: Record<string, string | Buffer> = {
  'an empty body': '',
  null: 'null',
  'a number': '1',
  'a text': '"text"',
  'an empty array': '[]',
  'an array': '[{"name":"x"}]',
  'a truncated object': '{"name":"x',
  'a lone bracket': '{',
  'an unknown field': '{"unknown":1}',
  __proto__: '{"__proto__":{"role":"owner"}}',
  'constructor.prototype': '{"constructor":{"prototype":{"role":"owner"}}}',
  'a million brackets': '['.repeat(1_000_000),
  'half a million nested arrays': `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  'nested objects': `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
  'bytes that are not UTF-8': Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1'),
  'a NUL': '\0',
};

const huge = Buffer.alloc(100 * megabyte, 'x');

/** All malformed bodies for one route, as sent by a signed-in browser. */
export function listBadBodies(key: ApiKey, headers: HeaderRecord): MalformedRequest[] {
  const { path, init } = requestOf(key, inputs[key]);
  const head = (extra: HeaderRecord) => requestText(init.method!, path, { ...json, ...headers, ...extra });
  const whole = Object.entries(bodies).map(([name, body]) => ({
    name: `${key} with ${name}`,
    parts: [head({ 'content-length': String(Buffer.byteLength(body)) }), body],
  }));
  return [
    ...whole,
    { name: `${key} with 100 MB`, parts: [head({ 'content-length': String(huge.length) }), huge] },
    {
      name: `${key} with 100 MB in a chunk`,
      parts: [head({ 'transfer-encoding': 'chunked' }), `${huge.length.toString(16)}\r\n`, huge, '\r\n0\r\n\r\n'],
    },
    { name: `${key} as a form`, parts: [typed(head, 'application/x-www-form-urlencoded', 'name=x')] },
    { name: `${key} as plain text`, parts: [typed(head, 'text/plain', '{}')] },
    { name: `${key} with an invalid content type`, parts: [typed(head, ';;;', '{}')] },
    { name: `${key} as invalid gzip`, parts: [head({ 'content-encoding': 'gzip', 'content-length': '4' }), '{"a"'] },
    {
      name: `${key} with an unknown content encoding`,
      parts: [head({ 'content-encoding': 'zip', 'content-length': '2' }), '{}'],
    },
  ];
}

function typed(head: (extra: HeaderRecord) => string, type: string, body: string): string {
  return `${head({ 'content-type': type, 'content-length': String(body.length) })}${body}`;
}

/** Requests with each invalid value in each field of a route. */
export function listBadFields(key: ApiKey, headers: HeaderRecord): MalformedRequest[] {
  const fields = fieldsOf(api[key].input, inputs[key]);
  return Object.keys(inputs[key]).flatMap((field) =>
    wrongValues
      .filter((value) => !isOfItsType(fields, field, value) && !isValid(key, field, value))
      .map((value) => {
        const text = typeof value === 'string' ? value.slice(0, 5) : JSON.stringify(value);
        const { path, init } = requestWith(key, field, value);
        const name = `${key} with ${field} = ${JSON.stringify(text)}`;
        return { name, parts: [requestText(init.method!, path, { ...(init.body && json), ...headers }, init.body)] };
      }),
  );
}

/** A number is valid for a field of numbers, within its bounds. */
const isOfItsType = (fields: SchemaField[], field: string, value: unknown) =>
  fields.some(({ kind, schema, path }) => path.join('.') === field && kind === typeof value && takes(schema, value));

// Some of the invalid values are valid for these fields: the number 5 as a time or position, null as a cause
// or as the top level of folders, no members of a group.
const isValid = (key: ApiKey, field: string, value: unknown) =>
  (value === null && ['days', 'folder', 'parent'].includes(field)) ||
  (key === 'PATCH /me/preferences' && field === 'zone' && value === '') ||
  (key === 'POST /groups' && field === 'members' && JSON.stringify(value) === '[]') ||
  (value === 5 && (field === 'before' || field === 'seen')) ||
  // URL parameters are text, and any text can be searched for.
  (key === 'GET /search' && !(typeof value === 'string' && (value.length > 200 || value.includes('\0')))) ||
  (value === null && ((key === 'POST /notifications/read' && field === 'cause') || field === 'quiet'));

function requestWith(key: ApiKey, field: string, value: unknown) {
  // A lone surrogate cannot be encoded in a path, but its invalid UTF-8 bytes can.
  if (key.includes(`:${field}`) && value === '\ud800') {
    const { path, init } = requestOf(key, { ...inputs[key], [field]: 'SURROGATE' });
    return { path: path.replace('SURROGATE', '%ED%A0%80'), init };
  }
  return requestOf(key, { ...inputs[key], [field]: value });
}

/** Malformed queries and headers for one route. */
export function listBadHeaders(key: ApiKey, headers: HeaderRecord): MalformedRequest[] {
  const { path: whole, init } = requestOf(key, inputs[key]);
  const path = whole.replace(/\?.*/, '');
  const body = init.body ?? '';
  const send = (name: string, query: string, extra: HeaderRecord = {}) => ({
    name: `${key} with ${name}`,
    parts: [requestText(init.method!, `${path}${query}`, { ...(body && json), ...headers, ...extra }, body)],
  });
  const queries = init.body === undefined ? ['?x=1', '?x=1&x=2', '?__proto__=1', '?id[]=1&id[]=2', '?id=a&id=b'] : [];
  return [
    ...queries.map((query) => send(`the query ${query}`, query)),
    send('a bad escape', '%zz'),
    send('a bad escape of UTF-8', '/%ff'),
    send('a NUL in the path', '%00'),
    send('a long path', `/${'a'.repeat(10_000)}`),
    send('a large header', '', { 'x-large': 'a'.repeat(100_000) }),
    send('a large cookie', '', { cookie: `a=${'b'.repeat(20_000)}` }),
    send('an unknown expectation', '', { expect: 'wonders' }),
    { name: `${key} with two hosts`, parts: [send('', '').parts[0]!.replace('host:', 'host: other\r\nhost:')] },
    { name: `${key} without a host`, parts: [send('', '').parts[0]!.replace(/host: .*\r\n/, '')] },
  ];
}

export const badTokens = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer a',
  `Bearer ${'a'.repeat(500)}`,
  `Bearer ${'a'.repeat(10_000)}`,
  'Bearer a.b.c',
  'Bearer %',
  'Bearer %zz.%zz',
  'Bearer ..',
  'Bearer .',
  'Bearer a.',
  `Bearer ${token}.${token}`,
  'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoib3duZXIifQ.',
  'Bearer \xff\xfe',
  'Basic b3duZXI6b3duZXI=',
  'Digest x',
  '\t',
];

/** Bytes that are not HTTP, or ambiguous HTTP (request smuggling). */
export const rawBytes: Record<string, string | Buffer> = {
  'plain words': 'hello\r\n\r\n',
  'a TLS greeting': Buffer.from('16030100c8010000c40303', 'hex'),
  'NUL bytes': Buffer.alloc(100),
  'an unknown method': 'BREW /api/me HTTP/1.1\r\nhost: x\r\n\r\n',
  'an unknown version': 'GET /api/me HTTP/9.9\r\nhost: x\r\n\r\n',
  'a tunnel': 'CONNECT example.com:80 HTTP/1.1\r\nhost: x\r\n\r\n',
  'a space in a header name': 'GET /api/me HTTP/1.1\r\nhost : x\r\n\r\n',
  'a NUL in a header': 'GET /api/me HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n',
  'a negative length': 'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'two lengths': 'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
  'a length and chunks':
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'an invalid chunk size':
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'an absolute URL': 'GET http://example.com/api/me HTTP/1.1\r\nhost: x\r\n\r\n',
  'a path without a leading slash': 'GET api/me HTTP/1.1\r\nhost: x\r\n\r\n',
  'too many headers': `GET /api/me HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(10_000)}`,
};
