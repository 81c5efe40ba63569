import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import type { Input } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets.ts';
import { emptyAsk } from '#contract/query.ts';
import type { RunLine } from '#contract/runs.ts';
import type { Share } from '#contract/shares.ts';
import { callLines, rowsOf } from '#server/testing/ask.ts';
import { chartCard, dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { hearShare, makeShare, openShare, type ShareInput } from '#server/testing/shares.ts';

let product: TestProduct;
let owner: Admission;
let ann: Admission;
let bo: Admission;
let towns: Dataset;
let board: string;

beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  towns = await loadFile(product, ann.token, 'towns.csv', 'town,people\nWuhan,14\nHefei,9\n');
  const column = towns.columns.find(({ name }) => name === 'town')!.id;
  const ask = { ...emptyAsk(towns.id), dimensions: [{ id: 'd', column, kind: 'value' as const }] };
  const control = {
    id: 'town',
    label: { en_US: 'Town', zh_CN: '城市' },
    targets: [{ kind: 'column' as const, dataset: towns.id, column }],
    isMany: true,
    value: { kind: 'select' as const, values: [] },
  };
  const cards = [chartCard('towns', ask)];
  board = (await makeDashboard(product, ann.token, dashboardOf('Towns', cards, { controls: [control] }))).id;
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const make = (told: Partial<ShareInput> = {}) => makeShare(product, ann.token, { id: board, ...told });
const passOf = async (made: Share, password?: string) => (await openShare(product, made, password)).body.pass;
const read = (pass: string) => product.call('POST /shares/read', { pass });
const change = ({ id }: Share, told: Omit<Input<'PATCH /shares/:id'>, 'id'>, { token } = ann) =>
  product.call('PATCH /shares/:id', { id, ...told }, { token });

async function townsThrough(pass: string): Promise<unknown[]> {
  const input = { pass, state: {}, zone: 'UTC' };
  const { lines } = await callLines<RunLine>(product, 'POST /shares/run', input, {});
  return lines.flatMap((line) => (line.kind === 'result' ? rowsOf(line.result).map(([town]) => town) : []));
}

const only = (town: string) => ({ time: null, values: { town: { kind: 'select' as const, values: [town] } } });

test('a change leaves the address, and what was not told', async () => {
  const made = await make({ name: 'Before', password: 'open sesame', maxViews: 5, sites: ['https://a.example'] });
  const { status, body } = await change(made, { name: 'After', days: 7 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'After',
    path: made.path,
    hasPassword: true,
    maxViews: 5,
    sites: ['https://a.example'],
    dashboard: { id: board, title: { en_US: 'Towns' }, isTrashed: false },
  });
  expect(Date.parse(body.expiresAt!)).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
  const cleared = await change(made, { password: null, days: null, maxViews: null, sites: [] });
  expect(cleared.body).toMatchObject({ hasPassword: false, expiresAt: null, maxViews: null, sites: [] });
  expect((await openShare(product, made)).status).toBe(200);
  expect((await change(made, {})).body).toMatchObject({ name: 'After' });
});

test('whoever looks is told of other rules, and gets answers by them alone', async () => {
  const made = await make({ start: only('Wuhan'), allows: { time: true, controls: [], download: true } });
  const pass = await passOf(made);
  const page = await hearShare(product, pass);
  expect(await townsThrough(pass)).toEqual(['Wuhan']);
  await change(made, { start: only('Hefei'), allows: { time: true, controls: [], download: false } });
  await expect.poll(() => page.heard).toEqual([{ kind: 'rules' }]);
  expect(await townsThrough(pass)).toEqual(['Hefei']);
  const { body } = await read(pass);
  expect(body.allows.download).toBe(false);
  await product.call('DELETE /shares/:id', { id: made.id }, { token: ann.token });
  await page.ended;
  expect(page.heard.at(-1)).toEqual({ kind: 'closed' });
});

test('news of a link that changes none of its rules is told to nobody and ends no answer', async () => {
  const made = await make({ start: only('Wuhan') });
  const pass = await passOf(made);
  const page = await hearShare(product, pass);
  await change(made, { start: only('Wuhan') });
  await openShare(product, made);
  await change(made, { start: only('Wuhan') });
  await change(made, { start: only('Hefei') });
  await expect.poll(() => page.heard.length).toBeGreaterThan(0);
  await product.call('DELETE /shares/:id', { id: made.id }, { token: ann.token });
  await page.ended;
  expect(page.heard).toEqual([{ kind: 'rules' }, { kind: 'closed' }]);
});

test('a new password holds for those who are already looking', async () => {
  const made = await make();
  const pass = await passOf(made);
  const page = await hearShare(product, pass);
  await change(made, { password: 'open sesame' });
  await page.ended;
  expect(page.heard).toEqual([{ kind: 'rules' }]);
  expect((await read(pass)).body.code).toBe('share_gone');
  expect((await openShare(product, made)).body.code).toBe('share_password');
  const second = await passOf(made, 'open sesame');
  expect((await read(second)).status).toBe(200);
  await change(made, { password: 'open barley' });
  expect((await read(second)).body.code).toBe('share_gone');
  expect((await openShare(product, made, 'open sesame')).body.code).toBe('share_password_wrong');
});

test('an end that is put off, or comes sooner, is kept to by open pages', async () => {
  const made = await make({ days: 1 });
  await product.query(`update shares set expires_at = now() + interval '3 seconds' where id = $1`, [made.id]);
  const page = await hearShare(product, await passOf(made));
  await change(made, { days: 30 });
  await expect.poll(() => page.heard).toEqual([{ kind: 'rules' }]);
  await product.query(`update shares set expires_at = now() + interval '300 milliseconds' where id = $1`, [made.id]);
  await change(made, { name: 'Sooner' });
  await page.ended;
  expect(page.heard.at(-1)).toEqual({ kind: 'closed' });
});

test('only whoever made a link, and the owner, list and change it; others who edit the dashboard revoke it', async () => {
  const made = await make({ name: 'Mine' });
  const listed = async ({ token }: Admission) => {
    const { body } = await product.call('GET /shares', {}, { token });
    return body.shares.some(({ id }) => id === made.id);
  };
  expect(await Promise.all([ann, owner, bo].map(listed))).toEqual([true, true, false]);
  expect((await change(made, { name: 'Theirs' }, bo)).status).toBe(404);
  expect((await product.call('DELETE /shares/:id', { id: made.id }, { token: bo.token })).status).toBe(404);
  expect((await change(made, { name: 'By the owner' }, owner)).body.name).toBe('By the owner');
  const { body } = await product.call('GET /dashboards/:id/shares', { id: board }, { token: bo.token });
  expect(body.find(({ id }) => id === made.id)).toMatchObject({ canChange: false, path: null, start: null });
  const input = { id: board, share: made.id };
  expect((await product.call('DELETE /dashboards/:id/shares/:share', input, { token: bo.token })).status).toBe(204);
});

test('a link to a dashboard in the trash is listed as stopped; someone who edits no more still revokes their own', async () => {
  const cy = await createMember(product, owner.token, 'editor');
  const { id } = await makeDashboard(product, cy.token, dashboardOf('Short-lived'));
  const made = await makeShare(product, cy.token, { id });
  await product.call('DELETE /dashboards/:id', { id }, { token: cy.token });
  await product.call('PATCH /members/:id', { id: cy.member.id, role: 'viewer' }, { token: owner.token });
  const { body } = await product.call('GET /shares', {}, { token: cy.token });
  expect(body).toMatchObject({ total: 1, shares: [{ state: 'stopped', dashboard: { isTrashed: true } }] });
  expect((await product.call('DELETE /shares/:id', { id: made.id }, { token: cy.token })).status).toBe(204);
});
