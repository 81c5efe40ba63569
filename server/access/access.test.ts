import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { DashboardExportLine } from '#contract/dashboards/exports.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { openEventStream, share } from '#server/testing/access.ts';
import { runQuery, specOf, callLines, endlessQuery, openLines, sqlOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let owner: NewSession;
/** Ann creates the resources, Bo is another editor, Vi a viewer. */
let [ann, bo, vi]: NewSession[] = [];
let secret: Dataset;
let plain: Dataset;
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  ann = await createMember(product, owner.token, 'editor');
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
  secret = await loadFile(product, ann.token, 'salaries.csv', 'person,wage\nann,100\nbo,200\n');
  plain = await loadFile(product, ann.token, 'cities.csv', 'city,people\nBeijing,20\nShanghai,25\n');
  await share(product, ann.token, ['application', secret.applicationId]);
});
afterAll(() => product.close());

const state = { time: null, values: {}, picks: [], drills: {} };
const run = (id: string, token: string) =>
  callLines<RunLine>(product, 'POST /dashboards/:id/run', { id, state, zone: 'UTC', draft: false }, { token });

const errorIn = (lines: RunLine[], card: string) =>
  lines.flatMap((line) => (line.kind === 'error' && 'card' in line && line.card === card ? [line.error.code] : []))[0];

test('new resources are editable by all members and report that', async () => {
  const dashboard = await createDashboard(product, ann!.token, dashboardOf('Open'));
  expect(dashboard).toMatchObject({ right: 'edit', sharing: 'everyone' });
  const { body } = await product.call('GET /dashboards/:id', { id: dashboard.id }, { token: vi!.token });
  expect(body).toMatchObject({ right: 'view', sharing: 'everyone' });
  const renamed = { id: dashboard.id, title: { en_US: 'Renamed', zh_CN: '' } };
  expect((await product.call('PATCH /dashboards/:id', renamed, { token: bo!.token })).status).toBe(200);
});

test('a private dashboard is visible to its creator and the owner only', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Mine'));
  await share(product, ann!.token, ['dashboard', id]);
  const statusFor = async ({ token }: NewSession) =>
    (await product.call('GET /dashboards/:id', { id }, { token })).status;
  expect(await Promise.all([ann!, owner, bo!, vi!].map(statusFor))).toEqual([200, 200, 404, 404]);
  const listed = async ({ token }: NewSession) =>
    (await product.call('GET /dashboards', {}, { token })).body.some((each) => each.id === id);
  expect(await Promise.all([ann!, owner, bo!, vi!].map(listed))).toEqual([true, true, false, false]);
});

test('missing and forbidden resources get the same response', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Mine'));
  await share(product, ann!.token, ['dashboard', id]);
  const bodyOf = async (which: string) => {
    const { body } = await product.call('GET /dashboards/:id', { id: which }, { token: bo!.token });
    return { ...body, requestId: '' };
  };
  expect(await bodyOf(id)).toEqual(await bodyOf('nothing'));
});

test('named members can view or edit as granted; a viewer cannot edit', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Given'));
  const rename = (token: string) =>
    product.call('PATCH /dashboards/:id', { id, title: { en_US: 'New', zh_CN: '' } }, { token });
  await share(product, ann!.token, ['dashboard', id], { members: [{ id: bo!.member.id, right: 'view' }] });
  expect((await rename(bo!.token)).body.code).toBe('view_only');
  expect((await product.call('GET /dashboards/:id', { id }, { token: bo!.token })).body).toMatchObject({
    right: 'view',
    sharing: 'members',
  });
  await share(product, ann!.token, ['dashboard', id], { members: [{ id: bo!.member.id, right: 'edit' }] });
  expect((await rename(bo!.token)).status).toBe(200);
  const { body } = await product.call('GET /dashboards/:id/access', { id }, { token: bo!.token });
  expect(body).toMatchObject({ by: { id: ann!.member.id }, everyone: null, members: [{ id: bo!.member.id }] });
});

test('a member who is granted access gets one bell notification per new right', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Told'));
  const give = (right: 'view' | 'edit') =>
    share(product, ann!.token, ['dashboard', id], { members: [{ id: bo!.member.id, right }] });
  await share(product, ann!.token, ['dashboard', id]);
  for (const right of ['view', 'view', 'edit', 'view'] as const) await give(right);
  const notices = await product.query(
    `select notice->>'right' as "right" from notifications where member_id = $1 and notice->>'id' = $2 order by id`,
    [bo!.member.id, id],
  );
  expect(notices.map(({ right }) => right)).toEqual(['view', 'edit']);
});

test('a viewer can only be granted view, and unknown members nothing', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Given'));
  const give = (member: string, right: 'view' | 'edit') =>
    share(product, ann!.token, ['dashboard', id], { members: [{ id: member, right }] });
  expect((await give(vi!.member.id, 'edit')).body).toMatchObject({ code: 'viewer_cannot_edit' });
  expect((await give(vi!.member.id, 'view')).status).toBe(204);
  expect((await give('nobody', 'view')).status).toBe(404);
  const only = { id, everyone: null, members: [] };
  expect((await product.call('PUT /dashboards/:id/access', only, { token: vi!.token })).status).toBe(403);
  expect((await product.call('PUT /dashboards/:id/access', only, { token: bo!.token })).status).toBe(404);
});

test('a dataset inherits the access of its application, in the query builder and in SQL', async () => {
  const answer = await runQuery(product, specOf(secret.id), { token: bo!.token });
  const unknown = await runQuery(product, specOf('nothing'), { token: bo!.token });
  expect({ ...answer.error, requestId: '' }).toEqual({ ...unknown.error, requestId: '' });
  expect((await runQuery(product, sqlOf('select * from salaries'), { token: bo!.token })).error?.code).toBe(
    'sql_table_unknown',
  );
  const misspelt = await runQuery(product, sqlOf('select * from salarie'), { token: bo!.token });
  expect(JSON.stringify(misspelt.error)).not.toContain('salaries');
  expect((await runQuery(product, sqlOf('select * from salaries'), { token: ann!.token })).status).toBe(200);
  const { body } = await product.call('GET /datasets', {}, { token: bo!.token });
  expect(body.map(({ name }) => name)).toEqual(['cities']);
});

test('a card on a forbidden dataset shows an error, also in exports; other cards work, and it has no thumbnail', async () => {
  const cards = [
    chartCard('open', plain.id, { place: { x: 0, y: 0, width: 6, height: 4 } }),
    chartCard('closed', secret.id, { place: { x: 6, y: 0, width: 6, height: 4 } }),
    chartCard(
      'sql',
      { kind: 'sql', sql: 'select sum(wage) as n from salaries', params: [], limit: 10 },
      {
        place: { x: 0, y: 4, width: 6, height: 4 },
      },
    ),
  ];
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Both', cards));
  const forAnn = await run(id, ann!.token);
  expect(forAnn.lines.filter(({ kind }) => kind === 'error')).toEqual([]);
  const forVi = await run(id, vi!.token);
  expect([errorIn(forVi.lines, 'open'), errorIn(forVi.lines, 'closed'), errorIn(forVi.lines, 'sql')]).toEqual([
    undefined,
    'dataset_forbidden',
    'dataset_forbidden',
  ]);
  expect(JSON.stringify(forVi.lines)).not.toContain('wage');
  await expect
    .poll(async () =>
      (await product.call('GET /dashboards', {}, { token: vi!.token })).body
        .find((each) => each.id === id)!
        .sketch.map(({ points }) => points.length),
    )
    .toEqual([1, 0, 0]);
  const look = { language: 'en_US', theme: 'light', units: 'language', rising: 'green', weekStart: 'monday' };
  const input = { id, draft: false, state, zone: 'UTC', format: 'xlsx', tab: null, ...look };
  const { lines } = await callLines<DashboardExportLine>(product, 'POST /dashboards/:id/exports', input, {
    token: vi!.token,
  });
  expect(lines.at(-1)?.kind).toBe('ready');
});

test('SQL on an own dashboard does not reveal the names of forbidden datasets', async () => {
  const sql = { kind: 'sql' as const, sql: 'select * from salaries', params: [], limit: 10 };
  const { id } = await createDashboard(product, bo!.token, dashboardOf('Guess', [chartCard('a', sql)]));
  expect(errorIn((await run(id, bo!.token)).lines, 'a')).toBe('sql_table_unknown');
});

test('saved charts inherit access from the datasets they read', async () => {
  const saveChart = async (name: string, chart: object) =>
    (await product.call('POST /charts', { name, chart } as never, { token: ann!.token })).body.id;
  const drawing = { kind: 'table', options: {} };
  const ids = [
    await saveChart('By clicking', { ask: specOf(secret.id), drawing }),
    await saveChart('In SQL', { ask: sqlOf('select * from salaries'), drawing }),
    await saveChart('Open', { ask: specOf(plain.id), drawing }),
  ];
  const listed = async ({ token }: NewSession) =>
    (await product.call('GET /charts', {}, { token })).body.filter(({ id }) => ids.includes(id)).length;
  expect(await Promise.all([ann!, owner, bo!, vi!].map(listed))).toEqual([3, 3, 1, 1]);
  expect((await product.call('DELETE /charts/:id', { id: ids[1]! }, { token: bo!.token })).status).toBe(404);
  await share(product, ann!.token, ['application', plain.applicationId], { everyone: 'view' });
  const rightOf = async ({ token }: NewSession) =>
    (await product.call('GET /charts', {}, { token })).body.find(({ id }) => id === ids[2])!.right;
  expect(await Promise.all([ann!, owner, bo!, vi!].map(rightOf))).toEqual(['edit', 'edit', 'view', 'view']);
  expect((await product.call('DELETE /charts/:id', { id: ids[2]! }, { token: bo!.token })).status).toBe(403);
  await share(product, ann!.token, ['application', plain.applicationId], { everyone: 'edit' });
  expect(await rightOf(bo!)).toBe('edit');
});

test('uses of a dataset that the reader may not see are counted but not named', async () => {
  const { id } = await createDashboard(
    product,
    ann!.token,
    dashboardOf('Canary board', [chartCard('c', plain.id, { title: { en_US: 'Canary card', zh_CN: '' } })]),
  );
  await share(product, ann!.token, ['dashboard', id]);
  const { body } = await product.call('GET /datasets/:id/uses', { id: plain.id }, { token: bo!.token });
  expect(body.filter(({ kind }) => kind === 'hidden')).toHaveLength(1);
  const change = { kind: 'without_dataset' as const };
  const tried = await product.call('POST /datasets/:id/uses/test', { id: plain.id, change }, { token: bo!.token });
  expect(tried.body.find(({ kind }) => kind === 'hidden')!.problem?.code).toBe('hidden_use_breaks');
  expect(JSON.stringify([body, tried.body])).not.toContain('Canary');
});

test('a copy of a private dashboard, or a dashboard generated from private data, is private', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Closed'));
  await share(product, ann!.token, ['dashboard', id], { members: [{ id: bo!.member.id, right: 'view' }] });
  const copy = await product.call(
    'POST /dashboards/:id/copy',
    { id, title: { en_US: 'Copy', zh_CN: '' } },
    { token: bo!.token },
  );
  expect(copy.body).toMatchObject({ sharing: 'private', right: 'edit' });
  const generated = await product.call('POST /dashboards/automatic', { dataset: secret.id }, { token: ann!.token });
  expect(generated.body.sharing).toBe('private');
  expect((await product.call('POST /dashboards/automatic', { dataset: secret.id }, { token: bo!.token })).status).toBe(
    404,
  );
});

test('members get no events about resources they may not see, and one event when they lose access', async () => {
  const { id } = await createDashboard(product, ann!.token, dashboardOf('Heard'));
  const [ofAnn, ofBo] = [await openEventStream(product, ann!.token), await openEventStream(product, bo!.token)];
  const change = { kind: 'access', thing: 'dashboard', id };
  await share(product, ann!.token, ['dashboard', id]);
  await expect.poll(() => ofBo.heard).toContainEqual(change);
  await product.call('PATCH /dashboards/:id', { id, title: { en_US: 'Quiet', zh_CN: '' } }, { token: ann!.token });
  await share(product, ann!.token, ['dashboard', id], { members: [{ id: vi!.member.id, right: 'view' }] });
  await share(product, ann!.token, ['application', plain.applicationId], { everyone: 'edit' });
  await expect.poll(() => ofBo.heard).toContainEqual({ kind: 'access', thing: 'application', id: plain.applicationId });
  expect(ofAnn.heard.filter((each) => each['id'] === id).map(({ kind }) => kind)).toEqual([
    'access',
    'dashboard',
    'access',
  ]);
  expect(ofBo.heard.filter((each) => each['id'] === id)).toEqual([change]);
  ofAnn.leave();
  ofBo.leave();
});

test('a streaming response ends when its reader loses access', async () => {
  const slow = { ...endlessQuery(), limit: 10 };
  const { id } = await createDashboard(
    product,
    ann!.token,
    dashboardOf('Slow', [chartCard('slow', slow), chartCard('quick', plain.id)]),
  );
  const input = { id, state, zone: 'UTC', draft: false };
  const { lines } = await openLines<RunLine>(product, 'POST /dashboards/:id/run', { input, token: vi!.token });
  const received: RunLine[] = [];
  for await (const line of lines()) {
    received.push(line);
    if (line.kind === 'result') await share(product, ann!.token, ['dashboard', id]);
  }
  const last = received.at(-1);
  expect(last?.kind === 'error' && last.error.code).toBe('not_found');
});

test('an upload is visible to its uploader only', async () => {
  const announced = { name: 'a.csv', bytes: 3, zone: 'UTC' };
  const { body } = await product.call('POST /uploads', announced, { token: ann!.token });
  expect((await product.call('GET /uploads/:id', { id: body.id }, { token: bo!.token })).status).toBe(404);
  expect((await product.call('GET /uploads/:id', { id: body.id }, { token: ann!.token })).status).toBe(200);
});

test('other members neither get nor remove a private sample', async () => {
  const sample = async () => {
    const { id } = (await product.call('POST /applications', { name: 'Sample', kind: 'files' }, { token: ann!.token }))
      .body;
    await product.query(`update applications set kind = 'sample' where id = $1`, [id]);
    return id;
  };
  const [closed, open] = [await sample(), await sample()];
  await share(product, ann!.token, ['application', closed]);
  expect((await product.call('POST /sample', {}, { token: bo!.token })).body.id).toBe(open);
  await product.call('DELETE /sample', {}, { token: bo!.token });
  const { body } = await product.call('GET /applications', {}, { token: ann!.token });
  expect(body.filter(({ kind }) => kind === 'sample').map(({ id }) => id)).toEqual([closed]);
});

test('all members can see the names of members and nothing else about them', async () => {
  const { body } = await product.call('GET /members/names', {}, { token: vi!.token });
  expect(body).toHaveLength(4);
  expect(JSON.stringify(body)).not.toContain('@');
});
