import { readXlsx } from 'hucre/xlsx';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import type { Control } from '#contract/dashboard.ts';
import { emptyAsk } from '#contract/query.ts';
import { type Share, siteOf } from '#contract/shares.ts';
import { callLines, endless } from '#server/testing/ask.ts';
import { chartCard, dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { makeShare, openShare, type ShareInput } from '#server/testing/shares.ts';

let product: TestProduct;
let ann: Admission;
let board: string;

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
    const ask = { ...emptyAsk(dataset), dimensions: by(name) };
    return chartCard(`by_${name}`, ask, { chart: { ask, drawing: { kind: 'bar_horizontal', options: {} } } });
  });
  const controls = ['city', 'product'].map(controlOf);
  board = (await makeDashboard(product, ann.token, dashboardOf('Sales', cards, { controls }))).id;
});
afterAll(() => product.close());

const make = (told: Partial<ShareInput> = {}) => makeShare(product, ann.token, { id: board, ...told });
const passOf = async (made: Share) => (await openShare(product, made)).body.pass;
const tokenOf = ({ path }: Share) => path!.replace('/share/', '');
const select = (...values: string[]) => ({ kind: 'select' as const, values });

test('links set no cookie and need none', async () => {
  const body = JSON.stringify({ token: tokenOf(await make()) });
  const headers = { 'content-type': 'application/json' };
  const answer = await product.send('/api/shares/open', { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
});

describe('files and pictures', () => {
  const looks = { zone: 'UTC', language: 'en_US' as const, state: {} };

  test('of a dashboard are for those whom the link allows to take it along', async () => {
    const allows = { time: true, controls: ['product'], download: true };
    const start = { time: null, values: { city: select('Wuhan') } };
    const made = await make({ allows, start });
    const pass = await passOf(made);
    const file = await fetchFile({ pass, format: 'xlsx', ...looks });
    expect(file.status).toBe(200);
    const { sheets } = await readXlsx(file.bytes);
    const text = JSON.stringify(sheets);
    expect(text).toContain('tea');
    expect(text).not.toContain('Xian');
    expect(text).not.toContain('Choose city');
    expect(text).not.toContain('Ann of sales');
    const closed = await passOf(await make());
    expect((await fetchFile({ pass: closed, format: 'png', ...looks })).status).toBe(404);
  });

  test('of someone who has gone are not written any more, and take nothing from the maker', async () => {
    const slow = chartCard('slow', { ...endless(), limit: 10 });
    const { id } = await makeDashboard(product, ann.token, dashboardOf('Slow', [slow]));
    const allows = { time: true, controls: [], download: true };
    const pass = await passOf(await makeShare(product, ann.token, { id, allows }));
    const leaving = new AbortController();
    const body = JSON.stringify({ pass, format: 'xlsx', ...looks });
    const headers = { 'content-type': 'application/json' };
    const ask = () =>
      fetch(`${product.url}/api/shares/file`, { method: 'POST', headers, body, signal: leaving.signal }).catch(String);
    const folder = path.join(product.directory, 'exports');
    const all = Array.from({ length: 15 }, ask);
    await expect.poll(async () => (await readdir(folder)).length).toBe(15);
    // The maker has turns of their own meanwhile.
    const own = { id: board, format: 'xlsx', ...looks, draft: false };
    const lines = await callLines<{ kind: string }>(product, 'POST /dashboards/:id/exports', own, { token: ann.token });
    expect(lines.lines.at(-1)?.kind).toBe('ready');
    leaving.abort();
    await Promise.all(all);
    // All that is left is the maker's file; without the viewers nothing runs until its time limit.
    await expect.poll(async () => (await readdir(folder)).length).toBe(1);
  });

  test('are limited for each viewer of a link', async () => {
    const allows = { time: true, controls: [], download: true };
    const made = await make({ allows });
    const pass = await passOf(made);
    const expire = Date.now() + 60_000;
    await product.query('insert into limits (key, points, expire) values ($1, 20, $2)', [
      `linkFile:${made.id} 127.0.0.1`,
      expire,
    ]);
    const refused = await fetchFile({ pass, format: 'xlsx', ...looks });
    expect([refused.status, JSON.parse(refused.bytes.toString())]).toMatchObject([429, { code: 'too_many_files' }]);
  });

  test('of a link are for programs that show what it leads to, unless it has a password or does not work', async () => {
    const made = await make();
    const pictureOf = async (each: Share) => {
      const answer = await fetch(`${product.url}/api/shares/${tokenOf(each)}/picture`);
      return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const { status, headers, bytes } = await pictureOf(made);
    expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([200, 'image/png', null]);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const refused = await pictureOf(await make({ password: 'open sesame' }));
    await product.call('DELETE /dashboards/:id/shares/:share', { id: board, share: made.id }, { token: ann.token });
    expect([refused.status, (await pictureOf(made)).status]).toEqual([404, 404]);
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

  test('says what it leads to, with nothing in it that a browser would run', async () => {
    const title = '"><script>alert(1)</script>$&';
    const { id } = await makeDashboard(product, ann.token, dashboardOf(title));
    const { html, headers } = await load((await make({ id })).path!);
    expect(html).toContain(
      '<meta property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;">',
    );
    expect(html).not.toContain('<script>alert');
    expect(html).toMatch(/og:image" content="http:\/\/127\.0\.0\.1:\d+\/api\/shares\/[\w-]{43}\/picture"/);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('tells nothing of a link with a password, nor of one that does not work', async () => {
    const unknown = await load(`/share/${'a'.repeat(43)}`);
    const revoked = await make({ sites: ['https://example.com'] });
    await product.call('DELETE /dashboards/:id/shares/:share', { id: board, share: revoked.id }, { token: ann.token });
    const { path } = await make({ password: 'open sesame' });
    for (const each of [await load(revoked.path!), await load(path!), await load(`/share/${'a'.repeat(5000)}`)])
      expect([each.status, each.html, each.policy]).toEqual([unknown.status, unknown.html, unknown.policy]);
  });

  test('stands in frames of the sites that the link names, and no other page does', async () => {
    const sites = ['https://example.com', 'http://localhost:3000'];
    const framed = await load((await make({ sites })).path!);
    expect(framed.policy).toContain('frame-ancestors https://example.com http://localhost:3000');
    expect(framed.headers.get('x-frame-options')).toBeNull();
    for (const path of [(await make()).path!, '/', '/dashboard', `/dashboard/${board}`, '/share', '/share/'])
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
])('the site %s is %s', (text, site) => expect(siteOf(text)).toBe(site));
