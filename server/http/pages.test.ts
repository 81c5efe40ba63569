import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { root } from '#server/root.ts';
import { openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { exchange, requestText } from '#server/testing/raw.ts';

const folder = path.join(root, 'dist/web/static');

let product: TestProduct;
let script: string;

beforeAll(async () => {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('.js'));
  if (!name) throw new Error('The tests of pages need the built pages: run `npm run build` first.');
  script = `/static/${name}`;
  product = await openTestProduct();
});
afterAll(() => product.close());

const get = (url: string, headers: Record<string, string> = {}) => product.send(url, { headers });

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('other web sites may load the tracking script, and no other file', async () => {
  const origins = await Promise.all(
    ['/s.js', script, '/assets/i18n/en_US.json'].map(async (url) => {
      const { status, headers } = await get(url);
      return [status, headers.get('access-control-allow-origin')];
    }),
  );
  expect(origins).toEqual([
    [200, '*'],
    [200, null],
    [200, null],
  ]);
});

describe('a file with a hash in its name', () => {
  test('is cached for a year', async () => {
    const answer = await get(script);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
  });

  test('is compressed with brotli or gzip, or not at all, by the Accept-Encoding header', async () => {
    const [plain, gzip, brotli] = await Promise.all(
      ['identity', 'gzip', 'gzip, deflate, br'].map((accepted) => get(script, { 'accept-encoding': accepted })),
    );
    const answers = [plain!, gzip!, brotli!];
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br']);
    expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(Array(3).fill('accept-encoding'));
    const original = readFileSync(path.join(root, 'dist/web', script), 'utf8');
    for (const { body } of answers) expect(body).toBe(original);
  });

  test('is not sent again to a browser that has it cached', async () => {
    const first = await get(script, { 'accept-encoding': 'br' });
    const conditional = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag')! };
    expect([first.headers.get('content-length'), (await get(script, conditional)).status]).toEqual([
      expect.stringMatching(/^\d+$/),
      304,
    ]);
    expect((await get(script, { 'if-modified-since': first.headers.get('last-modified')! })).status).toBe(304);
    expect((await get(script, { ...conditional, 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test('has no body for a HEAD request', async () => {
    const { status, headers, body } = await product.send(script, { method: 'HEAD' });
    expect([status, Number(headers.get('content-length')) > 0, body]).toEqual([200, true, '']);
  });

  test('that does not exist is not found', async () => {
    for (const name of ['nothing-abc.js', '..%2f..%2fserver%2fmain.js', '%2e%2e/%2e%2e/package.json', '.br']) {
      expect([name, (await exchange(product.url, requestText('GET', `/static/${name}`))).status]).toEqual([name, 404]);
    }
  });
});

test.each([
  ['/assets/mark.svg', 'public, max-age=3600'],
  ['/s.js', 'public, max-age=3600'],
  ['/assets/early.js', 'no-cache'],
])('%s has the header Cache-Control: %s', async (url, cacheControl) => {
  const answer = await get(url);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, cacheControl]);
});

describe('the page', () => {
  const areas = ['auth/signin', 'index', 'changelog', 'dashboard', 'account', 'application', 'about', 'help'];

  test.each([
    '/',
    '/?returnUrl=%2Fdashboard',
    ...areas.map((area) => `/${area}`),
    '/dashboard/1?x=y',
    '/auth/reset?token=x',
  ])('is served at %s and never cached', async (url) => {
    const answer = await get(url, asBrowser);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.body).toMatch(/^<!doctype html>/i);
  });

  test('is served at an unknown path too, with 404', async () => {
    for (const url of ['/nothing', '/dashboards', '/index.html', '/auth.js']) {
      const answer = await get(url, asBrowser);
      expect([url, answer.status, answer.headers.get('content-type')]).toEqual([url, 404, 'text/html; charset=utf-8']);
    }
  });

  test('is not served to a program, which gets a JSON error', async () => {
    const answer = await get('/nothing', { accept: 'application/json' });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await get('/api/nothing', asBrowser)).body.code).toBe('not_found');
    expect((await product.send('/', { method: 'POST', headers: asBrowser })).body.code).toBe('not_found');
  });

  test('sets the anti-forgery cookie', async () => {
    expect((await get('/', asBrowser)).headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=/);
  });
});

describe('the security headers', () => {
  test.each<[string, string, Record<string, string>]>([
    ['a page', '/', asBrowser],
    ['a missing page', '/nothing', asBrowser],
    ['a script', 'script', {}],
    ['an API response', '/api/installation', {}],
    ['an error', '/api/me', {}],
    ['a missing route', '/api/nothing', {}],
    ['a malformed URL', '/api/%zz', {}],
    ['a parameter that is too long', `/api/sessions/${'a'.repeat(1000)}`, {}],
    ['a health check', '/healthz', {}],
  ])('are set for %s', async (_, url, headers) => {
    const answer = await get(url === 'script' ? script : url, headers);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    // An API response is not a document: it cannot be framed and sends no referrer.
    if (!url.startsWith('/api')) {
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'/);
    // Only pages may run scripts.
    expect(policy?.match(/script-src[^;]*/)?.[0] ?? "script-src 'self'").toBe("script-src 'self'");
    expect(policy).toMatch(/frame-ancestors 'none'/);
  });

  test('allow the icon script if configured, and include HSTS for an HTTPS origin', async () => {
    const settings = { ICON_SCRIPT: 'https://icons.example.com/a.js', PUBLIC_URL: 'https://data.example.com' };
    const secure = await openTestProduct(settings);
    const { headers } = await secure.send('/', { headers: asBrowser });
    await secure.close();
    expect(headers.get('content-security-policy')).toContain("script-src 'self' https://icons.example.com/a.js;");
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    expect(headers.get('set-cookie')).toContain('; Secure');
  });
});

test('the page of a dashboard preloads existing scripts, which ask to be compiled as they arrive; other pages do not', async () => {
  const address = '/dashboard/0d826b4a-0c2c-4bc3-94ef-c040634b3e41';
  const namesIn = async (url: string) => {
    const page = await (await fetch(`${product.url}${url}`, { headers: asBrowser })).text();
    return [...page.matchAll(/rel="modulepreload" fetchpriority="low" href="([^"]+)"/g)].map(([, name]) => name!);
  };
  const names = await namesIn(`${address}?tab=t2`);
  expect(names.some((name) => name.startsWith('/static/view-'))).toBe(true);
  expect(names.some((name) => name.startsWith('/static/plot-'))).toBe(true);
  const answers = await Promise.all(names.map((name) => get(name)));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  // Chromium reads this comment only in the first line.
  const scripts = await Promise.all(names.map(async (name) => (await fetch(`${product.url}${name}`)).text()));
  expect(scripts.map((text) => text.split('\n', 1)[0])).toEqual(names.map(() => '//# allFunctionsCalledOnLoad'));
  const others = ['/dashboard', '/dashboard/explore', '/auth/signin', `${address}/more`];
  expect((await Promise.all(others.map(namesIn))).flat()).toEqual([]);
  expect((await get('/dashboard.html')).status).toBe(404);
  expect((await get('/manifest.json')).status).toBe(404);
});
