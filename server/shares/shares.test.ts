import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { api } from '#contract/api.ts';
import type { NewSession } from '#contract/accounts/routes.ts';
import type { ChartCard, Control, Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import type { Share } from '#contract/shares/routes.ts';
import { share as setAccess } from '#server/testing/access.ts';
import { callLines, rowsOf } from '#server/testing/queries.ts';
import { apiKeys } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { inputs } from '#server/testing/malformed.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openShareStream, createShare, openShare, type ShareInput } from '#server/testing/shares.ts';

let product: TestProduct;
let owner: NewSession;
let ann: NewSession;
let orders: Dataset;
let dashboardId: string;

beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  ann = await createMember(product, owner.token, 'editor');
  orders = await loadFile(
    product,
    ann.token,
    'orders.csv',
    `city,product,amount,at
Wuhan,tea,10,2026-01-01T10:00:00Z
Wuhan,rice,20,2026-01-02T10:00:00Z
Xian,tea,5,2026-02-02T10:00:00Z
Lhasa,salt,1,2026-02-03T10:00:00Z
`,
  );
  dashboardId = (await createDashboard(product, ann.token, documentOf())).id;
});
beforeEach(() => product.query('delete from limits'));
afterAll(() => product.close());

const column = (name: string) => orders.columns.find((each) => each.name === name)!.id;
const specOf = (overrides: Partial<BuiltQuerySpec> = {}): BuiltQuerySpec => ({
  ...emptyQuerySpec(orders.id),
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  ...overrides,
});
const barOf = (id: string, name: string, overrides: Partial<BuiltQuerySpec> = {}): ChartCard =>
  chartCard(id, specOf({ dimensions: [{ id: 'd', column: column(name), kind: 'value' }], ...overrides }), {
    chart: {
      ask: specOf({ dimensions: [{ id: 'd', column: column(name), kind: 'value' }], ...overrides }),
      drawing: { kind: 'bar_horizontal', options: {} },
    },
  }) as ChartCard;
const controlOf = (id: string, values: string[] = []): Control => ({
  id,
  label: { en_US: `Choose ${id}`, zh_CN: `选择${id}` },
  targets: [{ kind: 'column', dataset: orders.id, column: column(id) }],
  isMany: true,
  value: { kind: 'select', values },
});

const documentOf = (overrides: Partial<Dashboard> = {}): Dashboard =>
  dashboardOf(
    'Sales',
    [
      barOf('cities', 'city'),
      barOf('cheap', 'product', { filters: [{ op: 'at_most', column: column('amount'), value: 15 }] }),
      chartCard('sql', { kind: 'sql', sql: 'select count(*) as hidden_name from orders', params: [], limit: 10 }),
    ],
    { controls: [controlOf('city'), controlOf('product')], ...overrides },
  );

const createTestShare = (input: Partial<ShareInput> = {}, id = dashboardId, as = ann) =>
  createShare(product, as.token, { id, ...input });
const open = (share: Share, password?: string) => openShare(product, share, password);
const tokenOf = ({ path }: Share) => path!.replace('/share/', '');

async function passOf(share: Share, password?: string): Promise<string> {
  return (await open(share, password)).body.pass;
}

const select = (...values: string[]) => ({ kind: 'select' as const, values });

async function run(pass: string, state: Partial<DashboardState> = {}, cards = ['cities', 'cheap']) {
  const input = { pass, state, zone: 'UTC', cards };
  const { status, lines, error } = await callLines<RunLine>(product, 'POST /shares/run', input, {});
  const rows = Object.fromEntries(
    lines.flatMap((line) =>
      line.kind === 'result'
        ? [[line.card, rowsOf(line.result).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))]]
        : [],
    ),
  );
  return { status, lines, error, rows, text: JSON.stringify(lines) };
}

describe('a link', () => {
  test('shows the cards of its dashboard to anyone and counts each opening once', async () => {
    const share = await createTestShare();
    const pass = await passOf(share);
    const { rows } = await run(pass);
    expect(rows['cities']).toEqual([
      ['Lhasa', 1],
      ['Wuhan', 2],
      ['Xian', 1],
    ]);
    await run(pass);
    await passOf(share);
    const { body } = await product.call('GET /dashboards/:id/shares', { id: dashboardId }, { token: ann.token });
    const listed = body.find(({ id }) => id === share.id)!;
    expect(listed).toMatchObject({ views: 2, state: 'open', path: share.path, by: { id: ann.member.id } });
    expect(listed.seenAt).not.toBeNull();
  });

  test('reveals neither its queries nor hidden controls and columns', async () => {
    const pass = await passOf(
      await createTestShare({ allows: { time: true, controls: ['product'], download: false } }),
    );
    const { body } = await product.call('POST /shares/read', { pass });
    const json = JSON.stringify(body);
    expect(json).not.toContain('hidden_name');
    expect(json).not.toContain('at_most');
    expect(json).not.toContain('Choose city');
    expect(json).toContain('Choose product');
    expect(body.subjects[orders.id]!.columns.map(({ name }) => name).sort()).toEqual(['city', 'product']);
    const { text } = await run(pass, {}, ['cities', 'cheap', 'sql']);
    expect(text).not.toContain('select');
    expect(text).not.toContain('orders');
  });

  test('stores its token encrypted and its password hashed', async () => {
    const share = await createTestShare({ password: 'open sesame' });
    const [row] = await product.query('select * from shares where id = $1', [share.id]);
    expect(JSON.stringify(row)).not.toContain(tokenOf(share));
    expect(JSON.stringify(row)).not.toContain('open sesame');
    expect(tokenOf(share).length).toBeGreaterThanOrEqual(22);
  });

  test('shows its URL to its creator and the owner only', async () => {
    const share = await createTestShare();
    const bo = await createMember(product, owner.token, 'editor');
    const pathFor = async ({ token }: NewSession) =>
      (await product.call('GET /dashboards/:id/shares', { id: dashboardId }, { token })).body.find(
        ({ id }) => id === share.id,
      )!.path;
    expect([await pathFor(ann), await pathFor(owner), await pathFor(bo)]).toEqual([share.path, share.path, null]);
  });
});

describe('values', () => {
  test('that are fixed cannot be changed by the URL or a click', async () => {
    const share = await createTestShare({
      start: { time: null, values: { city: select('Wuhan') } },
      allows: { time: true, controls: ['product'], download: false },
    });
    const pass = await passOf(share);
    expect((await run(pass)).rows['cities']).toEqual([['Wuhan', 2]]);
    const changed = await run(pass, {
      values: { city: select('Lhasa'), product: select('tea', 'salt') },
      picks: [{ card: 'cheap', points: [{ d: 'salt' }, { d: 'tea' }] }],
    });
    expect(changed.rows['cities']).toEqual([['Wuhan', 1]]);
    const { body } = await product.call('POST /shares/read', { pass });
    expect(JSON.stringify(body)).not.toContain('Wuhan');
  });

  test('to choose from are filtered by the fixed ones, and listed for allowed controls only', async () => {
    const share = await createTestShare({
      start: { time: null, values: { city: select('Wuhan') } },
      allows: { time: true, controls: ['product'], download: false },
    });
    const pass = await passOf(share);
    const state = { values: { city: select('Xian') } };
    const listed = await product.call('POST /shares/values', { pass, state, zone: 'UTC', control: 'product' });
    expect(listed.body.values.map(({ value }) => value)).toEqual(expect.arrayContaining(['rice', 'tea']));
    expect(listed.body.values).toHaveLength(2);
    const closed = await product.call('POST /shares/values', { pass, state, zone: 'UTC', control: 'city' });
    expect([closed.status, closed.body.code]).toEqual([404, 'not_found']);
  });

  test('that are on no card are not listed', async () => {
    const expensiveOnly = { filters: [{ op: 'at_least' as const, column: column('amount'), value: 10 }] };
    const saltOnly = { filters: [{ op: 'equals' as const, column: column('product'), value: 'salt' }] };
    const listOf = async (cards: ChartCard[]) => {
      const { id } = await createDashboard(
        product,
        ann.token,
        dashboardOf('Filtered', cards, { controls: [controlOf('city'), controlOf('product')] }),
      );
      const pass = await passOf(
        await createTestShare({ allows: { time: false, controls: ['city'], download: false } }, id),
      );
      const { body } = await product.call('POST /shares/values', { pass, state: {}, control: 'city' });
      return body.values.map(({ value }) => String(value)).sort();
    };
    expect(await listOf([barOf('rich', 'city', expensiveOnly)])).toEqual(['Wuhan']);
    expect(await listOf([barOf('rich', 'city', expensiveOnly), barOf('salty', 'city', saltOnly)])).toEqual([
      'Lhasa',
      'Wuhan',
    ]);
    expect(await listOf([barOf('rich', 'city', expensiveOnly), barOf('all', 'city')])).toEqual([
      'Lhasa',
      'Wuhan',
      'Xian',
    ]);
  });

  test('of a fixed day use the zone of the link, regardless of the zone that a viewer sends', async () => {
    const time = {
      span: { kind: 'range' as const, from: '2026-01-02', to: '2026-01-02' },
      compare: { kind: 'none' as const },
      targets: [{ kind: 'column' as const, dataset: orders.id, column: column('at') }],
    };
    const { id } = await createDashboard(product, ann.token, dashboardOf('Day', [barOf('cities', 'city')], { time }));
    const rules = { allows: { time: false, controls: [], download: false }, zone: 'Asia/Shanghai' };
    const pass = await passOf(await createTestShare(rules, id));
    const counts = await Promise.all(
      ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago', 'Asia/Shanghai'].map(async (zone) => {
        const input = { pass, state: {}, zone, cards: ['cities'] };
        const { lines } = await callLines<RunLine>(product, 'POST /shares/run', input, {});
        return lines.flatMap((line) => (line.kind === 'result' ? rowsOf(line.result) : []));
      }),
    );
    expect(new Set(counts.map((rows) => JSON.stringify(rows)))).toEqual(new Set(['[["Wuhan",1]]']));
    expect((await product.call('POST /shares/read', { pass })).body.zone).toBe('Asia/Shanghai');
  });

  test('outside a fixed time range cannot be reached by picking other days', async () => {
    const days = {
      dimensions: [{ id: 'd', column: column('at'), kind: 'time' as const, grain: { unit: 'day' as const } }],
    };
    const time = {
      span: { kind: 'range' as const, from: '2026-01-01', to: '2026-01-31' },
      compare: { kind: 'previous' as const },
      targets: [{ kind: 'column' as const, dataset: orders.id, column: column('at') }],
    };
    const line = barOf('days', 'at', days);
    const { id } = await createDashboard(
      product,
      ann.token,
      dashboardOf('Days', [line, barOf('cities', 'city')], { time }),
    );
    const fixed = await passOf(await createTestShare({ allows: { time: false, controls: [], download: false } }, id));
    const beyond: Partial<DashboardState> = {
      time: { span: null, compare: { kind: 'none' } },
      picks: [{ card: 'days', points: [{ d: { from: '2026-02-01', to: '2026-02-28' } }] }],
    };
    expect((await run(fixed)).rows['cities']!.map(([city]) => city)).toEqual(['Wuhan']);
    expect((await run(fixed, beyond)).rows['cities']).toEqual([]);
    const inside = { picks: [{ card: 'days', points: [{ d: '2026-01-02' }] }] };
    expect((await run(fixed, inside)).rows['cities']!.map(([city, n]) => [city, n])).toEqual([['Wuhan', 1]]);
    const free = await passOf(await createTestShare({ allows: { time: true, controls: [], download: false } }, id));
    expect((await run(free, { time: beyond.time! })).rows['cities']).toHaveLength(3);
  });
});

describe('a password', () => {
  test('is required before anything is shown, and attempts are limited', async () => {
    const share = await createTestShare({ password: 'open sesame' });
    expect((await open(share)).body.code).toBe('share_password');
    const wrong = await Promise.all(Array.from({ length: 12 }, () => open(share, 'open barley')));
    const codes = wrong.map(({ body }) => body.code).sort();
    expect(new Set(codes)).toEqual(new Set(['share_password_wrong', 'too_many_attempts']));
    expect((await open(share, 'open sesame')).body.code).toBe('too_many_attempts');
    await product.query('delete from limits');
    expect((await open(share, 'open sesame')).status).toBe(200);
    const { body } = await product.call('GET /dashboards/:id/shares', { id: dashboardId }, { token: ann.token });
    expect(body.find(({ id }) => id === share.id)).toMatchObject({ views: 1, hasPassword: true });
  });
});

describe('unknown, revoked, expired, used up and orphaned links', () => {
  const openResult = async (share: { path: string | null }, password?: string) => {
    const { status, body } = await openShare(product, share, password);
    return { status, code: body.code, message: body.message };
  };

  test('get the same response', async () => {
    const unknown = await openResult({ path: `/share/${'a'.repeat(43)}` });
    expect(unknown).toMatchObject({ status: 404, code: 'share_gone' });
    const revoked = await createTestShare();
    await product.call(
      'DELETE /dashboards/:id/shares/:share',
      { id: dashboardId, share: revoked.id },
      { token: ann.token },
    );
    const expired = await createTestShare({ days: 1, password: 'open sesame' });
    await product.query(`update shares set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
    const used = await createTestShare({ maxViews: 1 });
    await passOf(used);
    const odd = ['', ' ', '.', 'a'.repeat(100_000), '\u202e', '<script>', '../me'].map((token) => ({
      path: `/share/${token}`,
    }));
    for (const each of [revoked, used, ...odd]) expect(await openResult(each)).toEqual(unknown);
    for (const password of [undefined, 'open sesame', 'wrong'])
      expect(await openResult(expired, password)).toEqual(unknown);
  });

  test('only one of several concurrent requests gets the last view', async () => {
    const share = await createTestShare({ maxViews: 1 });
    const statuses = (await Promise.all([open(share), open(share), open(share)])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('passes become invalid with their link', async () => {
    const share = await createTestShare();
    const pass = await passOf(share);
    await product.call(
      'DELETE /dashboards/:id/shares/:share',
      { id: dashboardId, share: share.id },
      { token: ann.token },
    );
    expect((await run(pass)).error.code).toBe('share_gone');
    expect((await product.call('POST /shares/read', { pass })).body.code).toBe('share_gone');
  });

  test.each(['', '.', '..', 'a.b.c', 'x'.repeat(100_000)])('the malformed pass %# is refused', async (pass) => {
    expect((await product.call('POST /shares/read', { pass })).body.code).toBe('share_gone');
  });

  test('a pass is valid for its own link only and cannot be extended', async () => {
    const [one, two] = [await createTestShare(), await createTestShare()];
    const [id, until, lock, signature] = (await passOf(one)).split('.') as [string, string, string, string];
    for (const pass of [`${two.id}.${until}.${lock}.${signature}`, `${id}.${Number(until) + 1}.${lock}.${signature}`])
      expect((await product.call('POST /shares/read', { pass })).body.code).toBe('share_gone');
  });
});

describe('the creator of a link', () => {
  test('disables the link by losing access to the dashboard or its data', async () => {
    const bo = await createMember(product, owner.token, 'editor');
    const share = await createTestShare({}, dashboardId, bo);
    const pass = await passOf(share);
    await setAccess(product, ann.token, ['application', orders.applicationId]);
    const shut = await run(pass);
    expect(shut.rows).toEqual({});
    expect(shut.lines.flatMap((line) => (line.kind === 'error' ? [line.error.code] : []))).toEqual(
      expect.arrayContaining(['share_card', 'share_card']),
    );
    await setAccess(product, ann.token, ['application', orders.applicationId], { everyone: 'edit' });
    expect(Object.keys((await run(pass)).rows)).toHaveLength(2);
    await setAccess(product, ann.token, ['dashboard', dashboardId]);
    expect((await run(pass)).error.code).toBe('share_gone');
    expect((await open(share)).body.code).toBe('share_gone');
    await setAccess(product, ann.token, ['dashboard', dashboardId], { everyone: 'edit' });
    await product.query('delete from members where id = $1', [bo.member.id]);
    expect((await open(share)).body.code).toBe('share_gone');
    const { body } = await product.call('GET /dashboards/:id/shares', { id: dashboardId }, { token: ann.token });
    expect(body.find(({ id }) => id === share.id)).toMatchObject({ state: 'stopped', by: null });
  });

  test('shares the published version, never a draft, and nothing once the dashboard is in the trash', async () => {
    const { id, version } = await createDashboard(product, ann.token, dashboardOf('Two', [barOf('cities', 'city')]));
    const pass = await passOf(await createTestShare({}, id));
    const draft = dashboardOf('Draft', [barOf('secret', 'product')]);
    await product.call('PUT /dashboards/:id/draft', { id, base: version, dashboard: draft }, { token: ann.token });
    expect((await run(pass, {}, ['secret', 'cities'])).lines.map((line) => 'card' in line && line.card)).toEqual([
      'cities',
      false,
    ]);
    await product.call('DELETE /dashboards/:id', { id }, { token: ann.token });
    expect((await product.call('POST /shares/read', { pass })).body.code).toBe('share_gone');
  });

  test('must be able to edit the dashboard', async () => {
    const viewer = await createMember(product, owner.token, 'viewer');
    const input = {
      id: dashboardId,
      start: { time: null, values: {} },
      allows: { time: true, controls: [], download: false },
    };
    const { status } = await product.call('POST /dashboards/:id/shares', input, { token: viewer.token });
    expect(status).toBe(403);
  });
});

describe('a pass', () => {
  test.each(apiKeys.filter((key) => api[key].access !== 'anyone'))('gives no access to %s', async (key) => {
    const pass = await sharedPass();
    const { status, body } = await product.call(key, inputs[key], { token: pass });
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });
  let cachedPass: Promise<string> | undefined;
  const sharedPass = () => (cachedPass ??= createTestShare().then((share) => passOf(share)));
});

test('an open page is notified when the dashboard changes and when the link is closed', async () => {
  const { id, version } = await createDashboard(product, ann.token, dashboardOf('Live', [barOf('cities', 'city')]));
  const share = await createTestShare({}, id);
  const page = await openShareStream(product, await passOf(share));
  await product.call('PUT /dashboards/:id', { id, base: version, dashboard: dashboardOf('Now') }, { token: ann.token });
  await expect.poll(() => page.heard).toEqual([{ kind: 'dashboard' }]);
  await product.call('DELETE /dashboards/:id/shares/:share', { id, share: share.id }, { token: ann.token });
  await expect.poll(() => page.heard.at(-1)).toEqual({ kind: 'closed' });
  await page.ended;
});
