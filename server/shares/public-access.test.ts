import { readXlsx } from 'hucre/xlsx';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Control } from '#domain/dashboard/dashboard.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { type Share, siteOf } from '#contract/shares/routes.ts';
import { callLines, endlessQuery } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createShare, openShare, type ShareInput } from '#server/testing/shares.ts';

let product: TestProduct;
let ann: NewSession;
let dashboardId: string;

beforeAll(async () => {
  product = await openTestProduct();
  ann = await createMember(product, (await createOwner(product)).token, 'editor');
  await product.call('PATCH /me', { name: 'Ann of sales' }, { token: ann.token });
  const { id: dataset, columns } = await loadFile(
    product,
    ann.token,
    'orders.csv',
    'city,product\nWuhan,tea\nXian,tea\nXian,rice\n',
  );
  const column = (name: string) => columns.find((each) => each.name === name)!.id;
  const controlOf = (name: string): Control => ({
    id: name,
    label: { en_US: `Choose ${name}`, zh_CN: '' },
    targets: [{ kind: 'column', dataset, column: column(name) }],
    isMany: true,
    value: { kind: 'select', values: [] },
  });
  const by = (name: string) => [{ id: 'd', column: column(name), kind: 'value' as const }];
  const cards = ['city', 'product'].map((name) => {
    const spec = { ...emptyQuerySpec(dataset), dimensions: by(name) };
    return chartCard(`by_${name}`, spec, { chart: { ask: spec, drawing: { kind: 'bar_horizontal', options: {} } } });
  });
  const controls = ['city', 'product'].map(controlOf);
  dashboardId = (await createDashboard(product, ann.token, dashboardOf('Sales', cards, { controls }))).id;
});
afterAll(() => product.close());

const createTestShare = (input: Partial<ShareInput> = {}) =>
  createShare(product, ann.token, { id: dashboardId, ...input });
const passOf = async (share: Share) => (await openShare(product, share)).body.pass;
const tokenOf = ({ path }: Share) => path!.replace('/share/', '');
const select = (...values: string[]) => ({ kind: 'select' as const, values });

test('links neither set nor need cookies', async () => {
  const body = JSON.stringify({ token: tokenOf(await createTestShare()) });
  const headers = { 'content-type': 'application/json' };
  const answer = await product.send('/api/shares/open', { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
});

describe('files and images', () => {
  const fileLook = { zone: 'UTC', language: 'en_US' as const, state: {} };

  test('of a dashboard can be downloaded only if the link allows it, without confidential parts', async () => {
    const allows = { time: true, controls: ['product'], download: true };
    const start = { time: null, values: { city: select('Wuhan') } };
    const share = await createTestShare({ allows, start });
    const pass = await passOf(share);
    const file = await fetchFile({ pass, format: 'xlsx', ...fileLook });
    expect(file.status).toBe(200);
    const { sheets } = await readXlsx(file.bytes);
    const text = JSON.stringify(sheets);
    expect(text).toContain('tea');
    expect(text).not.toContain('Xian');
    expect(text).not.toContain('Choose city');
    expect(text).not.toContain('Ann of sales');
    const closed = await passOf(await createTestShare());
    expect((await fetchFile({ pass: closed, format: 'png', ...fileLook })).status).toBe(404);
  });

  test('are aborted when the viewer disconnects, and do not use the creator’s queue slots', async () => {
    const slow = chartCard('slow', { ...endlessQuery(), limit: 10 });
    const { id } = await createDashboard(product, ann.token, dashboardOf('Slow', [slow]));
    const allows = { time: true, controls: [], download: true };
    const pass = await passOf(await createShare(product, ann.token, { id, allows }));
    const leaving = new AbortController();
    const body = JSON.stringify({ pass, format: 'xlsx', ...fileLook });
    const headers = { 'content-type': 'application/json' };
    const runQuery = () =>
      fetch(`${product.url}/api/shares/file`, { method: 'POST', headers, body, signal: leaving.signal }).catch(String);
    const folder = path.join(product.directory, 'exports');
    const all = Array.from({ length: 15 }, runQuery);
    await expect.poll(async () => (await readdir(folder)).length).toBe(15);
    // The creator has separate queue slots.
    const own = { id: dashboardId, format: 'xlsx', ...fileLook, draft: false };
    const lines = await callLines<{ kind: string }>(product, 'POST /dashboards/:id/exports', own, { token: ann.token });
    expect(lines.lines.at(-1)?.kind).toBe('ready');
    leaving.abort();
    await Promise.all(all);
    // Only the creator's file is left: the viewers' exports were aborted and do not run until their timeout.
    await expect.poll(async () => (await readdir(folder)).length).toBe(1);
  });

  test('are rate limited per viewer of a link', async () => {
    const allows = { time: true, controls: [], download: true };
    const share = await createTestShare({ allows });
    const pass = await passOf(share);
    const expire = Date.now() + 60_000;
    await product.query('insert into limits (key, points, expire) values ($1, 20, $2)', [
      `linkFile:${share.id} 127.0.0.1`,
      expire,
    ]);
    const refused = await fetchFile({ pass, format: 'xlsx', ...fileLook });
    expect([refused.status, JSON.parse(refused.bytes.toString())]).toMatchObject([429, { code: 'too_many_files' }]);
  });

  test('for link previews exist unless the link has a password or does not work', async () => {
    const share = await createTestShare();
    const fetchImage = async (each: Share) => {
      const answer = await fetch(`${product.url}/api/shares/${tokenOf(each)}/picture`);
      return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const { status, headers, bytes } = await fetchImage(share);
    expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([200, 'image/png', null]);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const refused = await fetchImage(await createTestShare({ password: 'open sesame' }));
    await product.call(
      'DELETE /dashboards/:id/shares/:share',
      { id: dashboardId, share: share.id },
      { token: ann.token },
    );
    expect([refused.status, (await fetchImage(share)).status]).toEqual([404, 404]);
  });

  async function fetchFile(input: object) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${product.url}/api/shares/file`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
});

describe('the page of a link', () => {
  const load = async (path: string) => {
    const { status, headers, body } = await product.send(path, { headers: { accept: 'text/html' } });
    return { status, policy: headers.get('content-security-policy')!, headers, html: body as unknown as string };
  };

  test('has escaped Open Graph metadata', async () => {
    const title = '"><script>alert(1)</script>$&';
    const { id } = await createDashboard(product, ann.token, dashboardOf(title));
    const { html, headers } = await load((await createTestShare({ id })).path!);
    expect(html).toContain(
      '<meta property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;">',
    );
    expect(html).not.toContain('<script>alert');
    expect(html).toMatch(/og:image" content="http:\/\/127\.0\.0\.1:\d+\/api\/shares\/[\w-]{43}\/picture"/);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('reveals nothing about a link with a password or one that does not work', async () => {
    const unknown = await load(`/share/${'a'.repeat(43)}`);
    const revoked = await createTestShare({ sites: ['https://example.com'] });
    await product.call(
      'DELETE /dashboards/:id/shares/:share',
      { id: dashboardId, share: revoked.id },
      { token: ann.token },
    );
    const { path } = await createTestShare({ password: 'open sesame' });
    for (const each of [await load(revoked.path!), await load(path!), await load(`/share/${'a'.repeat(5000)}`)])
      expect([each.status, each.html, each.policy]).toEqual([unknown.status, unknown.html, unknown.policy]);
  });

  test('may be framed by the sites of the link; other pages may not be framed', async () => {
    const sites = ['https://example.com', 'http://localhost:3000'];
    const framed = await load((await createTestShare({ sites })).path!);
    expect(framed.policy).toContain('frame-ancestors https://example.com http://localhost:3000');
    expect(framed.headers.get('x-frame-options')).toBeNull();
    for (const path of [
      (await createTestShare()).path!,
      '/',
      '/dashboard',
      `/dashboard/${dashboardId}`,
      '/share',
      '/share/',
    ])
      expect([path, (await load(path)).policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
  });
});

test.each([
  ['https://example.com', 'https://example.com'],
  ['Example.com/', 'https://example.com'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://a.example.com:8443', 'https://a.example.com:8443'],
  ["https://example.com; script-src 'unsafe-inline'", undefined],
  ['https://example.com/path', undefined],
  ['*', undefined],
  ['https://*', undefined],
  ['javascript:alert(1)', undefined],
  ['https://a b', undefined],
  [`a${'-'.repeat(299)}`, undefined],
])('the site %s is normalized to %s', (text, site) => expect(siteOf(text)).toBe(site));
