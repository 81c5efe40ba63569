import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import type { Share } from '#contract/shares/routes.ts';
import { callLines, rowsOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openShareStream, createShare, openShare, type ShareInput } from '#server/testing/shares.ts';

let product: TestProduct;
let owner: NewSession;
let ann: NewSession;
let bo: NewSession;
let towns: Dataset;
let dashboardId: string;

beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  towns = await loadFile(product, ann.token, 'towns.csv', 'town,people\nWuhan,14\nHefei,9\n');
  const column = towns.columns.find(({ name }) => name === 'town')!.id;
  const spec = { ...emptyQuerySpec(towns.id), dimensions: [{ id: 'd', column, kind: 'value' as const }] };
  const control = {
    id: 'town',
    label: { en_US: 'Town', zh_CN: '城市' },
    targets: [{ kind: 'column' as const, dataset: towns.id, column }],
    isMany: true,
    value: { kind: 'select' as const, values: [] },
  };
  const cards = [chartCard('towns', spec)];
  dashboardId = (await createDashboard(product, ann.token, dashboardOf('Towns', cards, { controls: [control] }))).id;
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const createTestShare = (input: Partial<ShareInput> = {}) =>
  createShare(product, ann.token, { id: dashboardId, ...input });
const passOf = async (share: Share, password?: string) => (await openShare(product, share, password)).body.pass;
const read = (pass: string) => product.call('POST /shares/read', { pass });
const change = ({ id }: Share, input: Omit<ApiInput<'PATCH /shares/:id'>, 'id'>, { token } = ann) =>
  product.call('PATCH /shares/:id', { id, ...input }, { token });

async function townsThrough(pass: string): Promise<unknown[]> {
  const input = { pass, state: {}, zone: 'UTC' };
  const { lines } = await callLines<RunLine>(product, 'POST /shares/run', input, {});
  return lines.flatMap((line) => (line.kind === 'result' ? rowsOf(line.result).map(([town]) => town) : []));
}

const only = (town: string) => ({ time: null, values: { town: { kind: 'select' as const, values: [town] } } });

test('a change keeps the URL and the fields that are not given', async () => {
  const share = await createTestShare({
    name: 'Before',
    password: 'open sesame',
    maxViews: 5,
    sites: ['https://a.example'],
  });
  const { status, body } = await change(share, { name: 'After', days: 7 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'After',
    path: share.path,
    hasPassword: true,
    maxViews: 5,
    sites: ['https://a.example'],
    dashboard: { id: dashboardId, title: { en_US: 'Towns' }, isTrashed: false },
  });
  expect(Date.parse(body.expiresAt!)).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
  const cleared = await change(share, { password: null, days: null, maxViews: null, sites: [] });
  expect(cleared.body).toMatchObject({ hasPassword: false, expiresAt: null, maxViews: null, sites: [] });
  expect((await openShare(product, share)).status).toBe(200);
  expect((await change(share, {})).body).toMatchObject({ name: 'After' });
});

test('open pages are notified of changed rules, and queries follow the new rules', async () => {
  const share = await createTestShare({ start: only('Wuhan'), allows: { time: true, controls: [], download: true } });
  const pass = await passOf(share);
  const page = await openShareStream(product, pass);
  expect(await townsThrough(pass)).toEqual(['Wuhan']);
  await change(share, { start: only('Hefei'), allows: { time: true, controls: [], download: false } });
  await expect.poll(() => page.heard).toEqual([{ kind: 'rules' }]);
  expect(await townsThrough(pass)).toEqual(['Hefei']);
  const { body } = await read(pass);
  expect(body.allows.download).toBe(false);
  await product.call('DELETE /shares/:id', { id: share.id }, { token: ann.token });
  await page.ended;
  expect(page.heard.at(-1)).toEqual({ kind: 'closed' });
});

test('open pages are not notified of changes that leave the rules as they are', async () => {
  const share = await createTestShare({ start: only('Wuhan') });
  const pass = await passOf(share);
  const page = await openShareStream(product, pass);
  await change(share, { start: only('Wuhan') });
  await openShare(product, share);
  await change(share, { start: only('Wuhan') });
  await change(share, { start: only('Hefei') });
  await expect.poll(() => page.heard.length).toBeGreaterThan(0);
  await product.call('DELETE /shares/:id', { id: share.id }, { token: ann.token });
  await page.ended;
  expect(page.heard).toEqual([{ kind: 'rules' }, { kind: 'closed' }]);
});

test('a new password invalidates existing passes', async () => {
  const share = await createTestShare();
  const pass = await passOf(share);
  const page = await openShareStream(product, pass);
  await change(share, { password: 'open sesame' });
  await page.ended;
  expect(page.heard).toEqual([{ kind: 'rules' }]);
  expect((await read(pass)).body.code).toBe('share_gone');
  expect((await openShare(product, share)).body.code).toBe('share_password');
  const second = await passOf(share, 'open sesame');
  expect((await read(second)).status).toBe(200);
  await change(share, { password: 'open barley' });
  expect((await read(second)).body.code).toBe('share_gone');
  expect((await openShare(product, share, 'open sesame')).body.code).toBe('share_password_wrong');
});

test('open pages follow a later or earlier expiry', async () => {
  const share = await createTestShare({ days: 1 });
  await product.query(`update shares set expires_at = now() + interval '3 seconds' where id = $1`, [share.id]);
  const page = await openShareStream(product, await passOf(share));
  await change(share, { days: 30 });
  await expect.poll(() => page.heard).toEqual([{ kind: 'rules' }]);
  await product.query(`update shares set expires_at = now() + interval '300 milliseconds' where id = $1`, [share.id]);
  await change(share, { name: 'Sooner' });
  await page.ended;
  expect(page.heard.at(-1)).toEqual({ kind: 'closed' });
});

test('only its creator and the owner may list and change a link; other editors may revoke it', async () => {
  const share = await createTestShare({ name: 'Mine' });
  const isListed = async ({ token }: NewSession) => {
    const { body } = await product.call('GET /shares', {}, { token });
    return body.shares.some(({ id }) => id === share.id);
  };
  expect(await Promise.all([ann, owner, bo].map(isListed))).toEqual([true, true, false]);
  expect((await change(share, { name: 'Theirs' }, bo)).status).toBe(404);
  expect((await product.call('DELETE /shares/:id', { id: share.id }, { token: bo.token })).status).toBe(404);
  expect((await change(share, { name: 'By the owner' }, owner)).body.name).toBe('By the owner');
  const { body } = await product.call('GET /dashboards/:id/shares', { id: dashboardId }, { token: bo.token });
  expect(body.find(({ id }) => id === share.id)).toMatchObject({ canChange: false, path: null, start: null });
  const input = { id: dashboardId, share: share.id };
  expect((await product.call('DELETE /dashboards/:id/shares/:share', input, { token: bo.token })).status).toBe(204);
});

test('a link to a trashed dashboard is listed as stopped; a former editor may still revoke their own', async () => {
  const cy = await createMember(product, owner.token, 'editor');
  const { id } = await createDashboard(product, cy.token, dashboardOf('Short-lived'));
  const share = await createShare(product, cy.token, { id });
  await product.call('DELETE /dashboards/:id', { id }, { token: cy.token });
  await product.call('PATCH /members/:id', { id: cy.member.id, role: 'viewer' }, { token: owner.token });
  const { body } = await product.call('GET /shares', {}, { token: cy.token });
  expect(body).toMatchObject({ total: 1, shares: [{ state: 'stopped', dashboard: { isTrashed: true } }] });
  expect((await product.call('DELETE /shares/:id', { id: share.id }, { token: cy.token })).status).toBe(204);
});
