import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { api, type ApiKey } from '#contract/api.ts';
import { catalogue } from '#contract/error-catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { isReadRoute } from '#contract/accounts/keys.ts';
import { methodOf, pathOf, type Route } from '#contract/route.ts';
import { apiPrefix } from '#contract/shell.ts';
import { pushPaths } from '#server/ingestion/push-paths.ts';
import { apiKeys } from '#server/testing/client.ts';
import { exchange, requestText } from '#server/testing/raw.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let memberToken: string;

beforeAll(async () => {
  product = await openTestProduct();
  const owner = await createOwner(product);
  memberToken = (await createMember(product, owner.token)).token;
});
afterAll(() => product.close());

const addressOf = (key: ApiKey) => `${apiPrefix}${pathOf(key).replaceAll(/:\w+/g, 'some-id')}`;
const closed = apiKeys.filter((key) => api[key].access !== 'anyone');

/** Requests exactly this path: an HTTP client would normalize it. */
async function request(key: ApiKey, path: string, token?: string) {
  const headers = { ...(await product.browserHeaders()), ...(token && { authorization: `Bearer ${token}` }) };
  return exchange(product.url, requestText(methodOf(key), path, headers));
}

describe('the routes', () => {
  test('are as listed in the snapshot: those of the contract and a few more', async () => {
    await expect(listServed()).toMatchFileSnapshot('./routes.snapshot.txt');
    expect(product.app.hasRoute({ method: 'GET', url: '/*' })).toBe(false);
    expect(product.app.hasRoute({ method: 'GET', url: '/static/*' })).toBe(true);
  });

  test.each(closed)('%s rejects requests without a token', async (key) => {
    const answer = await request(key, addressOf(key));
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers).toContain('www-authenticate: Bearer');
  });

  const notForViewers = closed.filter((key) => api[key].access !== 'member');
  test.each(notForViewers)('%s rejects a viewer', async (key) => {
    const answer = await request(key, addressOf(key), memberToken);
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  test.each(closed)('%s cannot be reached by another spelling of its path', async (key) => {
    for (const path of spellingsOf(addressOf(key))) {
      const answer = await request(key, path);
      const { code } = answer.body;
      expect([path, code, answer.status]).toEqual([path, code, catalogue[code as ErrorCode]?.status]);
      expect([path, ['malformed_request', 'unauthenticated', 'not_found', 'uri_too_long']]).toEqual([
        path,
        expect.arrayContaining([code]),
      ]);
    }
  });

  // Declare `audit` on the route: an action with its area and names, or null if it need not be logged.
  test.each(apiKeys.filter((key) => !isReadRoute(key, api[key])))('%s declares its audit action', (key) => {
    expect((api[key] as Route).audit).toBeDefined();
  });

  // Declare `stale` on the route: the query keys that the page loads again, or none.
  test.each(apiKeys.filter((key) => !isReadRoute(key, api[key])))('%s declares what it makes stale', (key) => {
    expect((api[key] as Route).stale).toBeDefined();
  });

  test('respond with 404 to unknown paths', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/auth',
      '/api/sign-in/email',
      '/api/auth/sign-in/email',
    ]) {
      const answer = await product.send(path, { method: 'POST', headers: await product.browserHeaders() });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
    }
  });

  test('respond to their own methods only', async () => {
    for (const method of ['OPTIONS', 'PUT', 'TRACE', 'PROPFIND']) {
      const answer = await exchange(product.url, requestText(method, '/api/me'));
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found']);
    }
  });
});

function spellingsOf(path: string): string[] {
  const [, first, ...rest] = path.split('/');
  const tail = rest.join('/');
  return [
    `/${path}`,
    `//${path}`,
    `${path}/`,
    `${path}//`,
    `/${first}//${tail}`,
    `/${first}/./${tail}`,
    `/${first}/auth/../${tail}`,
    `/${first}/auth/%2e%2e/${tail}`,
    `/${first}/auth/..%2f${tail}`,
    `/${first}/installation/..;/${tail}`,
    `/${first}%2f${tail}`,
    `/${first}%5c${tail}`,
    `/${first}\\${tail}`,
    `/static/..${path}`,
    `/static/%2e%2e${path}`,
    `${path};.js`,
    `${path};/auth/signin`,
    `${path}.json`,
    `${path}%00`,
    `${path}%20`,
    `${path}%`,
    `${path}%zz`,
    `${path}?`,
    `${path}?/../auth/signin`,
    `${path}%3f`,
    `${path}#/auth/signin`,
    path.toUpperCase(),
    `/${encodeURIComponent(path.slice(1))}`,
    `/%61pi/${tail}`,
    `${path}${'/a'.repeat(2000)}`,
    `${path}/${'a'.repeat(5000)}`,
  ];
}

/** Routes that Fastify serves, without static files. */
function listServed(): string {
  const served: string[] = [];
  const tree = product.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const parents: string[] = [];
  for (const line of tree.split('\n').filter(Boolean)) {
    const [, indent, segment, methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)!;
    parents.length = indent!.length / 4;
    parents.push(segment!);
    for (const method of methods?.split(', ') ?? []) served.push(`${method} ${parents.join('')}`);
  }
  return `${served.map(withAccess).filter(Boolean).sort().join('\n')}\n`;
}

/** A route is marked if no personal key may call it, and if it can change something while seeing as another member. */
function marksOf(key: ApiKey): string {
  const { needsSession, allowsSeeAs } = api[key] as Route;
  const marks = [needsSession && 'session', allowsSeeAs && 'see as'].filter(Boolean);
  return marks.length > 0 ? ` (${marks.join(', ')})` : '';
}

/** The printed tree writes the parameters of several routes at one place as `:id|:token`. */
const namesOf = (route: string) =>
  [0, 1].map((index) => route.replaceAll(/:\w+(?:\|:\w+)+/g, (names) => names.split('|')[index]!));
const keyOf = (route: string) => route.replace(` ${apiPrefix}/`, ' /') as ApiKey;

function withAccess(route: string): string {
  const [method, path] = route.split(' ') as [string, string];
  const key = path.startsWith(`${apiPrefix}/`)
    ? namesOf(route)
        .map(keyOf)
        .find((each) => each in api)
    : undefined;
  if (key) return `${api[key].access.padEnd(6)} ${route}${marksOf(key)}`;
  if (method === 'POST' && pushPaths.includes(path)) return `key    ${route}`;
  // The printed tree shortens /static/* and /assets/* to *.
  const isFile = path === '*' || /^\/(static|assets)\/|^\/[\w-]+\.(svg|ico|png|txt|webmanifest|json)$/.test(path);
  return isFile ? '' : `anyone ${route}`;
}
