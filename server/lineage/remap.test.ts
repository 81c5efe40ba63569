import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { TestedDependent } from '#contract/datasets/uses.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { usesOf } from '#domain/dashboard/uses.ts';
import { share } from '#server/testing/access.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, sqlOf } from '#server/testing/queries.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;
let sales: Dataset;

const columnIn = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;
const columnOf = (name: string) => columnIn(orders, name);
const csv = 'day,city,town,amount,price\n2026-01-01,Oslo,Moss,5,6\n2026-01-02,Bergen,Voss,7,8\n';

/** A dashboard that uses the city and the amount in every way. */
function documentOf(title: string): Dashboard {
  const cities = specOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column: columnOf('city') }] });
  const sum = [{ id: 'm', formula: { kind: 'sum' as const, column: columnOf('amount') }, show: 'value' as const }];
  const rows = { kind: 'rows' as const, dataset: orders.id, columns: [columnOf('city'), columnOf('amount')] };
  const cards = [
    chartCard('cities', querySpecSchema.parse(cities), { path: [{ kind: 'value', column: columnOf('city') }] }),
    chartCard('total', querySpecSchema.parse(specOf(orders.id, { measures: sum }))),
    chartCard('rows', querySpecSchema.parse(rows)),
    chartCard('written', querySpecSchema.parse(sqlOf('select city from orders'))),
    chartCard('elsewhere', querySpecSchema.parse(sqlOf('select amount from orders'))),
  ];
  return dashboardOf(title, cards, {
    time: {
      span: null,
      compare: { kind: 'none' },
      targets: [{ kind: 'column', dataset: orders.id, column: columnOf('day') }],
    },
    controls: [
      {
        id: 'city',
        label: { en_US: 'City', zh_CN: '城市' },
        targets: [{ kind: 'column', dataset: orders.id, column: columnOf('city') }],
        isMany: true,
        value: { kind: 'select', values: ['Oslo'] },
      },
    ],
  });
}

const alertOf = (name: string): ApiInput<'POST /alerts'> => ({
  name,
  watch: {
    dataset: orders.id,
    formula: { kind: 'count' },
    filters: [{ op: 'filled', column: columnOf('city') }],
    time: null,
    by: columnOf('city'),
    isRunning: false,
  },
  condition: { kind: 'below', value: 1 },
  schedule: { kind: 'every', minutes: 60 },
  zone: 'UTC',
  channels: [],
  origin: null,
});

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

// Each test has its own datasets, without uses from other tests.
beforeEach(async () => {
  orders = await loadFile(product, token, 'orders.csv', csv);
  sales = await loadFile(product, token, 'sales.csv', csv);
});
afterEach(async () => {
  for (const { id } of [orders, sales]) await product.call('DELETE /datasets/:id', { id }, { token });
});

const nameOf = ({ kind, id, title }: TestedDependent) =>
  kind === 'card' || kind === 'control' ? `${kind} ${id}` : `${kind} ${title.en_US}`.trim();
const linesOf = (items: TestedDependent[]) =>
  items.map((item) => (item.problem ? `${nameOf(item)}: ${item.problem.code}` : nameOf(item)));

type Mapping = { to?: string; columns: Record<string, string> };

async function preview({ to = orders.id, columns }: Mapping, as = token) {
  const input = { id: orders.id, dataset: to, columns, metrics: {} };
  const { status, body } = await product.call('POST /datasets/:id/remaps/preview', input, { token: as });
  expect(status).toBe(200);
  return { input: { ...input, fingerprint: body.fingerprint }, lines: linesOf(body.items) };
}

async function replace(mapping: Mapping, as = token): Promise<string> {
  const { input } = await preview(mapping, as);
  const { status, body } = await product.call('POST /datasets/:id/remaps', input, { token: as });
  expect([status, body.id]).toEqual([200, expect.any(String)]);
  return body.id;
}

const undo = (id: string, as = token) => product.call('POST /remaps/:id/undo', { id }, { token: as });
const loadDashboard = async (id: string) => (await product.call('GET /dashboards/:id', { id }, { token })).body;

test('a replacement changes all previewed uses, and undoing it restores the same documents', async () => {
  const { id } = await createDashboard(product, token, documentOf('Sales'));
  const metric = { name: 'Cities', label: { en_US: '', zh_CN: '' }, format: 'plain' as const, unit: '' };
  const formula = { kind: 'distinct' as const, column: columnOf('city') };
  await product.call('POST /datasets/:id/metrics', { id: orders.id, ...metric, formula }, { token });
  const spec = querySpecSchema.parse(
    specOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column: columnOf('city') }] }),
  );
  const drawing = { kind: 'bar' as const, options: {} };
  const { body: chart } = await product.call(
    'POST /charts',
    { name: 'Bars', chart: { ask: spec, drawing } },
    { token },
  );
  const { body: alert } = await product.call('POST /alerts', alertOf('Empty'), { token });
  const load = async () => {
    const { body: dataset } = await product.call('GET /datasets/:id', { id: orders.id }, { token });
    return {
      dashboard: (await loadDashboard(id)).dashboard,
      formulas: dataset.metrics.map((each) => each.formula),
      chart: (await product.call('GET /charts/:id', { id: chart.id }, { token })).body.chart,
      watch: (await product.call('GET /alerts/:id', { id: alert.id }, { token })).body.alert.watch,
    };
  };
  const before = await load();
  const mapping = { columns: { [columnOf('city')]: columnOf('town') } };
  expect((await preview(mapping)).lines).toEqual([
    'metric Cities',
    'chart Bars',
    'card written: remap_by_hand',
    'alert Empty',
    'card cities',
    'card rows',
    'control city',
  ]);
  const remap = await replace(mapping);
  const after = await load();
  expect(usesOf(after.dashboard).flatMap(({ columns }) => columns)).not.toContain(columnOf('city'));
  expect(JSON.stringify([after.formulas, after.chart, after.watch])).not.toContain(columnOf('city'));
  expect((await loadDashboard(id)).version).toBe(2);
  const { body: list } = await product.call('GET /datasets/:id/remaps', { id: orders.id }, { token });
  expect(list).toMatchObject([{ id: remap, pairs: [{ from: 'city', to: 'town' }], changed: 4, mayUndo: true }]);
  const { body: undone } = await undo(remap);
  expect(undone.map(({ problem }) => problem)).toEqual([null, null, null, null]);
  expect(await load()).toEqual(before);
  expect((await undo(remap)).body).toMatchObject({ code: 'remap_undone' });
});

test('a use that cannot work with the new column stays unchanged, and the preview gives the reason', async () => {
  const { id } = await createDashboard(product, token, documentOf('Types'));
  const mapping = { columns: { [columnOf('amount')]: columnOf('town'), [columnOf('city')]: columnOf('price') } };
  const { lines } = await preview(mapping);
  expect(lines).toContain('card total: column_not_number');
  // The default of the control is a text.
  expect(lines).toContain('control city: value_misfit');
  expect(lines).toContain('card rows');
  await replace(mapping);
  const { dashboard } = await loadDashboard(id);
  expect(usesOf(dashboard).find((use) => use.id === 'total')!.columns).toEqual([columnOf('amount')]);
});

test('undoing a replacement does not overwrite later edits', async () => {
  const [edited, untouched] = [
    await createDashboard(product, token, documentOf('Edited')),
    await createDashboard(product, token, documentOf('Untouched')),
  ];
  const remap = await replace({ columns: { [columnOf('amount')]: columnOf('price') } });
  await product.call('PATCH /dashboards/:id', { id: edited.id, title: { en_US: 'New', zh_CN: '' } }, { token });
  const { body } = await undo(remap);
  expect(body.find(({ id }) => id === edited.id)?.problem).toMatchObject({ code: 'remap_edited' });
  expect((await loadDashboard(edited.id)).dashboard.title.en_US).toBe('New');
  expect((await loadDashboard(untouched.id)).dashboard).toEqual(untouched.dashboard);
});

test('an outdated preview is refused, and so is a replacement without changes', async () => {
  const { id } = await createDashboard(product, token, documentOf('Outdated'));
  const { input } = await preview({ columns: { [columnOf('amount')]: columnOf('price') } });
  const { dashboard, version } = await loadDashboard(id);
  const [tab] = dashboard.tabs;
  const fewer = { ...dashboard, tabs: [{ ...tab!, cards: tab!.cards.slice(0, 2) }] };
  await product.call('PUT /dashboards/:id', { id, base: version, dashboard: fewer }, { token });
  expect((await product.call('POST /datasets/:id/remaps', input, { token })).body).toMatchObject({
    code: 'remap_outdated',
  });
  const emptyPlan = await preview({ columns: { [columnOf('day')]: columnOf('day') } });
  const refused = await product.call('POST /datasets/:id/remaps', emptyPlan.input, { token });
  expect(refused.body).toMatchObject({ code: 'remap_nothing' });
});

test('only uses that the caller may edit are changed; names of hidden uses are not revealed', async () => {
  const eve = await createMember(product, token, 'editor');
  const viewed = await createDashboard(product, token, documentOf('Viewed'));
  const secret = await createDashboard(product, token, documentOf('Secret'));
  await share(product, token, ['dashboard', viewed.id], { everyone: 'view' });
  await share(product, token, ['dashboard', secret.id]);
  await share(product, token, ['application', orders.applicationId], { everyone: 'view' });
  const own = await createDashboard(product, eve.token, documentOf('Own'));
  const mapping = { columns: { [columnOf('amount')]: columnOf('price') } };
  const { lines } = await preview(mapping, eve.token);
  expect(lines.filter((line) => line === 'card total')).toHaveLength(1);
  expect(lines).toContain('card total: view_only');
  expect(lines).toContain('hidden: remap_hidden');
  expect(lines.join()).not.toContain('Secret');
  const remap = await replace(mapping, eve.token);
  expect((await loadDashboard(own.id)).version).toBe(2);
  expect((await loadDashboard(viewed.id)).version).toBe(1);
  expect((await loadDashboard(secret.id)).version).toBe(1);
  const eva = await createMember(product, token, 'editor');
  expect((await undo(remap, eva.token)).status).toBe(404);
  const viewer = await createMember(product, token, 'viewer');
  const asViewer = await product.call(
    'POST /datasets/:id/remaps/preview',
    { id: orders.id, dataset: orders.id, ...mapping, metrics: {} },
    { token: viewer.token },
  );
  expect(asViewer.status).toBe(403);
  expect((await undo(remap, eve.token)).body.map(({ problem }) => problem)).toEqual([null]);
});

test('the draft of the caller is changed too, drafts of others are not', async () => {
  const eve = await createMember(product, token, 'editor');
  const { id, dashboard } = await createDashboard(product, token, documentOf('Drafts'));
  await share(product, token, ['dashboard', id], { everyone: 'edit' });
  const draftOf = (title: string) => ({ ...dashboard, title: { en_US: title, zh_CN: '' } });
  await product.call('PUT /dashboards/:id/draft', { id, base: 1, dashboard: draftOf('Mine') }, { token });
  await product.call('PUT /dashboards/:id/draft', { id, base: 1, dashboard: draftOf('Hers') }, { token: eve.token });
  const remap = await replace({ columns: { [columnOf('amount')]: columnOf('price') } });
  const load = async (as: string) => (await product.call('GET /dashboards/:id', { id }, { token: as })).body.draft!;
  const [mine, hers] = [await load(token), await load(eve.token)];
  expect([mine.base, mine.dashboard.title.en_US]).toEqual([2, 'Mine']);
  expect(JSON.stringify(mine.dashboard)).not.toContain(columnOf('amount'));
  expect([hers.base, hers.dashboard]).toEqual([1, draftOf('Hers')]);
  await undo(remap);
  const restored = await load(token);
  expect([restored.base, restored.dashboard]).toEqual([3, draftOf('Mine')]);
});

test('a card does not move to another dataset without its filters', async () => {
  await createDashboard(product, token, documentOf('Filtered'));
  const columnsOf = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [columnOf(name), columnIn(sales, name)]));
  const withoutDay = await preview({ to: sales.id, columns: columnsOf('city', 'amount') });
  expect(withoutDay.lines).toEqual(expect.arrayContaining(['card total: remap_time_stays', 'control city']));
  const withoutCity = await preview({ to: sales.id, columns: columnsOf('day', 'amount') });
  expect(withoutCity.lines).toContain('card total: remap_control_stays');
  expect((await preview({ to: sales.id, columns: columnsOf('day', 'city', 'amount') })).lines).toContain('card total');
});

test('a move to another dataset requires replacements for all columns of a use', async () => {
  const { id, dashboard: before } = await createDashboard(product, token, documentOf('Moved'));
  const columns = Object.fromEntries(['day', 'city'].map((name) => [columnOf(name), columnIn(sales, name)]));
  const { lines } = await preview({ to: sales.id, columns });
  expect(lines).toContain('card cities');
  expect(lines).toContain('card total: remap_unmapped');
  expect(lines).toContain('card written: remap_by_hand');
  const remap = await replace({ to: sales.id, columns });
  const { dashboard } = await loadDashboard(id);
  const datasetsOf = (part: string) =>
    usesOf(dashboard)
      .filter((use) => use.id === part)
      .map(({ dataset }) => dataset);
  expect(datasetsOf('cities')).toEqual([sales.id]);
  expect(datasetsOf('total')).toEqual([orders.id]);
  // Both cards stay filtered.
  expect(datasetsOf('city')).toEqual([orders.id, sales.id]);
  await undo(remap);
  expect((await loadDashboard(id)).dashboard).toEqual(before);
});
