import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { ApiInput, ApiKey } from '#contract/api.ts';
import type { DashboardExportLine } from '#contract/dashboards/exports.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { seeAsHeader } from '#contract/shell.ts';
import { openEventStream, share } from '#server/testing/access.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { runQuery, specOf, callLines, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { everyone, regionRows, ruleOf, setRules } from '#server/testing/row-rules.ts';

let product: TestProduct;
let owner: NewSession;
/** An editor who may only view the dataset, and two viewers. */
let [bo, vi, wu]: NewSession[] = [];
let dataset: Dataset;
let dashboard: string;
let [ownerAsVi, boAsVi]: string[] = [];

const memberOf = ({ member }: NewSession) => ({ kind: 'member' as const, id: member.id });
const columnOf = (name: string) => dataset.columns.find((column) => column.name === name)!.id;
const state = { time: null, values: {}, picks: [], drills: {} };

beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
  wu = await createMember(product, owner.token, 'viewer');
  dataset = await loadFile(product, owner.token, 'sales.csv', regionRows);
  await share(product, owner.token, ['application', dataset.applicationId], { everyone: 'view' });
  const byName = querySpecSchema.parse({
    ...specOf(dataset.id),
    dimensions: [{ id: 'd', kind: 'value', column: columnOf('name') }],
  });
  const control = {
    id: 'names',
    label: { en_US: 'Names', zh_CN: '' },
    value: { kind: 'select' as const, values: [] },
    isMany: true,
    targets: [{ kind: 'column' as const, dataset: dataset.id, column: columnOf('name') }],
  };
  const cards = [chartCard('count', dataset.id), chartCard('by-name', byName)];
  dashboard = (await createDashboard(product, owner.token, dashboardOf('Sales', cards, { controls: [control] }))).id;
  [ownerAsVi, boAsVi] = [await passOf(owner, vi), await passOf(bo, vi)];
});
afterAll(() => product.close());
beforeEach(() =>
  setRules(product, owner.token, dataset.id, [
    ruleOf(memberOf(bo!), columnOf('region'), ['广东', '北京'], 'bo'),
    ruleOf(memberOf(vi!), columnOf('region'), ['北京', '上海'], 'vi'),
  ]),
);

const startFor = ({ token }: NewSession, { member }: NewSession) =>
  product.call('POST /members/:id/see-as', { id: member.id }, { token });
const passOf = async (caller: NewSession, member: NewSession) => (await startFor(caller, member)).body.pass;

const optionsOf = ({ token }: NewSession, pass?: string) => ({
  token,
  ...(pass && { headers: { [seeAsHeader]: pass } }),
});
const countFor = async (caller: NewSession, pass?: string) => {
  const { result, error } = await runQuery(product, specOf(dataset.id), optionsOf(caller, pass));
  return result ? rowsOf(result)[0]![0] : error.code;
};
const call = <K extends ApiKey>(key: K, input: ApiInput<K>, caller: NewSession, pass?: string) =>
  product.call(key, input, optionsOf(caller, pass));

test('a manager of the data sees the numbers of a member with the pass, and their own without it', async () => {
  const counts = [await countFor(owner), await countFor(owner, ownerAsVi), await countFor(vi!), await countFor(owner)];
  expect(counts).toEqual([6, 3, 3, 6]);
  await setRules(product, owner.token, dataset.id, [ruleOf(everyone, columnOf('amount'), [1], 'one')]);
  expect([await countFor(owner, ownerAsVi), await countFor(vi!)]).toEqual([1, 1]);
});

test('a caller who may only view the dataset sees only rows that both may see', async () => {
  expect([await countFor(bo!), await countFor(vi!), await countFor(bo!, boAsVi)]).toEqual([5, 3, 2]);
  const asWu = await passOf(bo!, wu!);
  expect([await countFor(wu!), await countFor(bo!, asWu)]).toEqual(['rows_hidden', 'rows_hidden']);
});

test('dashboards, their rows and values, row pages, profiles and files show only what the member may see', async () => {
  const hidden = /open-|广东/;
  const run = { id: dashboard, state, zone: 'UTC', draft: false };
  const inputs = {
    'POST /dashboards/:id/run': run,
    'POST /dashboards/:id/rows': { ...run, card: 'count', point: {} },
    'POST /dashboards/:id/values': { ...run, control: 'names' },
    'POST /datasets/:id/rows': { id: dataset.id, order: { column: columnOf('name'), direction: 'ascending' } },
    'GET /datasets/:id/profile': { id: dataset.id },
    'POST /datasets/:id/values': { id: dataset.id, column: columnOf('name'), zone: 'UTC' },
    'POST /queries/rows': { ask: { ...specOf(dataset.id), kind: 'rows', measures: undefined }, zone: 'UTC' },
    'GET /data/datasets/:id.:format': { id: dataset.id, format: 'csv' },
  };
  for (const [key, input] of Object.entries(inputs) as [ApiKey, never][]) {
    const textFor = async (pass?: string) => JSON.stringify((await call(key, input, owner, pass)).body);
    expect([key, await textFor()]).toEqual([key, expect.stringMatching(hidden)]);
    expect([key, await textFor(ownerAsVi)]).toEqual([key, expect.not.stringMatching(hidden)]);
    expect([key, await textFor(ownerAsVi)]).toEqual([key, expect.stringContaining('canary')]);
  }
  const { lines } = await callLines<DashboardExportLine>(
    product,
    'POST /dashboards/:id/exports',
    { ...run, format: 'xlsx', language: 'en_US' },
    optionsOf(owner, ownerAsVi),
  );
  const last = lines.at(-1)!;
  const id = last.kind === 'ready' ? last.id : '';
  const file = await fetch(`${product.url}/api/exports/${id}`, { headers: { authorization: `Bearer ${owner.token}` } });
  const { sheets } = await readXlsx(await file.arrayBuffer());
  const text = JSON.stringify(sheets.map(({ rows }) => rows));
  expect(text).toContain('canary-e');
  expect(text).not.toMatch(hidden);
});

test('rights are the lower of both, and at most view', async () => {
  const own = await createDashboard(product, owner.token, dashboardOf('Private'));
  await share(product, owner.token, ['dashboard', own.id]);
  const listed = async (pass?: string) =>
    (await call('GET /dashboards', {}, owner, pass)).body.map(({ title, right }) => [title.en_US, right]);
  expect(await listed()).toContainEqual(['Private', 'edit']);
  expect(await listed(ownerAsVi)).toEqual([['Sales', 'view']]);
  expect((await call('GET /dashboards/:id', { id: own.id }, owner, ownerAsVi)).status).toBe(404);
  expect((await call('GET /members', {}, owner, ownerAsVi)).body.code).toBe('forbidden');
  expect((await call('GET /me', {}, owner, ownerAsVi)).body).toMatchObject({ id: owner.member.id, role: 'viewer' });
  const search = await call('GET /search', { q: 'Private' }, owner, ownerAsVi);
  expect(JSON.stringify(search.body)).not.toContain('Private');
  const { error } = await runQuery(product, sqlOf('select * from sales'), optionsOf(owner, ownerAsVi));
  expect(error?.code).toBe('forbidden');
  const asBo = optionsOf(owner, await passOf(owner, bo!));
  expect(rowsOf((await runQuery(product, sqlOf('select count(*) from sales'), asBo)).result!)).toEqual([[5]]);
  await call('DELETE /dashboards/:id', { id: own.id }, owner);
});

test('nothing can be changed', async () => {
  const changes = {
    'PUT /datasets/:id/row-rules': { id: dataset.id, rules: null, zone: 'UTC' },
    'POST /dashboards/:id/shares': { id: dashboard },
    'POST /dashboards/:id/reports': { id: dashboard },
    'POST /alerts': {},
    'POST /dashboards': {},
    'POST /members/:id/see-as': { id: bo!.member.id },
  };
  for (const [key, input] of Object.entries(changes) as [ApiKey, never][])
    expect([key, (await call(key, input, owner, ownerAsVi)).body.code]).toEqual([key, 'see_as_read_only']);
});

test('only editors may start it, for existing members, and every start is in the audit log', async () => {
  expect((await startFor(vi!, wu!)).body.code).toBe('forbidden');
  expect((await startFor(owner, owner)).body.code).toBe('own_account');
  expect((await call('POST /members/:id/see-as', { id: 'nobody' }, owner)).body.code).toBe('not_found');
  const { body } = await call('GET /audit', {}, owner);
  expect(body.entries).toContainEqual(
    expect.objectContaining({ act: 'see_as', thing: vi!.member.name, outcome: 'done' }),
  );
});

test('a pass is invalid for other callers, and while its member is disabled', async () => {
  expect(await countFor(bo!, ownerAsVi)).toBe('see_as_ended');
  expect(await countFor(owner, `${wu!.member.id}.${ownerAsVi!.split('.')[1]}`)).toBe('see_as_ended');
  expect(await countFor(owner, 'anything')).toBe('see_as_ended');
  const asWu = await passOf(owner, wu!);
  await call('POST /members/:id/disable', { id: wu!.member.id }, owner);
  expect(await countFor(owner, asWu)).toBe('see_as_ended');
  await call('POST /members/:id/enable', { id: wu!.member.id }, owner);
  expect(await countFor(owner, asWu)).toBe('rows_hidden');
});

test('pages opened with a pass receive changes of the rows that the member may see', async () => {
  const page = await openEventStream(product, owner.token, { [seeAsHeader]: ownerAsVi! });
  await call('PUT /members/:id/attributes', { id: vi!.member.id, attributes: { region: ['上海'] } }, owner);
  await expect.poll(() => page.heard).toContainEqual({ kind: 'row_scope', member: vi!.member.id });
  page.leave();
});
