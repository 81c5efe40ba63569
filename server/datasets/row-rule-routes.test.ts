import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { api, type ApiKey } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { DashboardExportLine } from '#contract/dashboards/exports.ts';
import type { ExportLine } from '#contract/queries/routes.ts';
import { listRoutes } from '#contract/route.ts';
import type { Card } from '#domain/dashboard/dashboard.ts';
import { openEventStream, share } from '#server/testing/access.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import { requestOf } from '#server/testing/client.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, callLines, sqlOf } from '#server/testing/queries.ts';
import { everyone, regionRows, ruleOf, setRules } from '#server/testing/row-rules.ts';
import { createShare, openShare, openShareStream } from '#server/testing/shares.ts';

let product: TestProduct;
let owner: NewSession;
/** An editor who may only view the dataset, and see one region of it. */
let bo: NewSession;
let dataset: Dataset;
let dashboard: string;
let chart: string;
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  bo = await createMember(product, owner.token, 'editor');
  dataset = await loadFile(product, owner.token, 'sales.csv', regionRows);
  await share(product, owner.token, ['application', dataset.applicationId], { everyone: 'view' });
  dashboard = (await createDashboard(product, owner.token, dashboardOf('Sales', cards(), { controls: [control()] })))
    .id;
  const saved = { name: 'By name', chart: { ask: byName(), drawing: { kind: 'table', options: {} } } };
  chart = (await product.call('POST /charts', saved as never, { token: owner.token })).body.id;
  await setRules(product, owner.token, dataset.id, [ruleOf(everyone, columnOf('region'), ['广东'])]);
});
afterAll(() => product.close());

const columnOf = (name: string) => dataset.columns.find((column) => column.name === name)!.id;
const byName = () =>
  specOf(dataset.id, {
    dimensions: [{ id: 'd', kind: 'value', column: columnOf('name') }],
    measures: [{ id: 'n', formula: { kind: 'sum', column: columnOf('amount') }, show: 'value' }],
  });
const sql = { ...sqlOf('select name, amount from sales'), limit: 100 };
const cards = (): Card[] => [
  chartCard('chart', byName() as never, { place: { x: 0, y: 0, width: 6, height: 4 } }),
  chartCard('sql', sql, { place: { x: 6, y: 0, width: 6, height: 4 } }),
];
const control = () => ({
  id: 'names',
  label: { en_US: 'Names', zh_CN: '' },
  value: { kind: 'select' as const, values: [] },
  isMany: true,
  targets: [{ kind: 'column' as const, dataset: dataset.id, column: columnOf('name') }],
});

const state = { time: null, values: {}, picks: [], drills: {} };
const look = { language: 'en_US', theme: 'light', units: 'language', rising: 'green', weekStart: 'monday' };
// Numbers that stand alone: random ids may contain the same digits.
const hidden = /canary|北京|上海|(?<![\w-])(?:777|1,?084)(?![\w-])|2026-03/;

/** Inputs of the routes that return rows, or values derived from them. */
const rowRoutes: Partial<Record<ApiKey, () => object>> = {
  'POST /datasets/:id/rows': () => ({ id: dataset.id }),
  'GET /datasets/:id/profile': () => ({ id: dataset.id }),
  'POST /queries': () => ({ ask: byName(), zone: 'UTC' }),
  'POST /datasets/:id/values': () => ({ id: dataset.id, column: columnOf('name'), zone: 'UTC' }),
  'POST /queries/rows': () => ({ ask: sql, zone: 'UTC' }),
  'POST /dashboards/:id/run': () => ({ id: dashboard, state, zone: 'UTC', draft: false }),
  'POST /dashboards/:id/values': () => ({
    id: dashboard,
    control: 'names',
    state,
    zone: 'UTC',
    draft: false,
    search: '',
  }),
  'POST /dashboards/:id/rows': () => ({
    id: dashboard,
    card: 'chart',
    state,
    zone: 'UTC',
    draft: false,
    point: {},
  }),
  'GET /data/datasets/:id.:format': () => ({ id: dataset.id, format: 'csv' }),
  'GET /data/charts/:id.:format': () => ({ id: chart, format: 'json' }),
  'GET /data/dashboards/:id/cards/:card.:format': () => ({ id: dashboard, card: 'sql', format: 'csv' }),
  'POST /alerts/rehearsal': () => ({
    watch: watchOf(),
    condition: { kind: 'above', value: 50 },
    zone: 'UTC',
    origin: null,
  }),
};
const watchOf = () => ({
  dataset: dataset.id,
  formula: { kind: 'max' as const, column: columnOf('amount') },
  filters: [],
  time: null,
  by: columnOf('name'),
  isRunning: false,
});

/** Routes with facts about rows: counts, newest rows, values in corrections. They are hidden or refused. */
const factRoutes: Partial<Record<ApiKey, () => object>> = {
  'GET /datasets': () => ({}),
  'GET /datasets/:id': () => ({ id: dataset.id }),
  'GET /applications': () => ({}),
  'GET /applications/:id': () => ({ id: dataset.applicationId }),
  'GET /applications/:id/datasets': () => ({ id: dataset.applicationId }),
  'GET /applications/:id/imports': () => ({ id: dataset.applicationId }),
  'GET /datasets/:id/labels': () => ({ id: dataset.id }),
  'GET /datasets/:id/versions': () => ({ id: dataset.id }),
  'GET /datasets/:id/rejects': () => ({ id: dataset.id }),
  'GET /datasets/:id/rejects/file': () => ({ id: dataset.id }),
  'GET /dashboards': () => ({}),
};

/** Routes of files and streams, which have their own tests, here or beside their feature. */
const coveredElsewhere: ApiKey[] = [
  'POST /exports',
  'GET /exports/:id',
  'POST /dashboards/:id/exports',
  'GET /imports/:id',
  'POST /shares/run',
  'POST /shares/values',
  'POST /shares/file',
  'POST /shares/read',
  'POST /shares/live',
  'GET /shares/:token/picture',
  'GET /live',
  'POST /alerts',
  'PUT /alerts/:id',
  'GET /alerts',
  'GET /alerts/:id',
  'GET /letters/:token/file',
  'POST /reports/:id/test',
  'POST /reports/:id/retry',
  'POST /dashboards/automatic',
];

/** Areas whose routes return no rows of datasets: accounts, names, settings, and documents without answers. */
const areasWithoutRows =
  /^\w+ \/(auth|me|members|groups|sessions|installation|avatars|notifications|changelog|channels|search|charts|reports|shares|letters|openapi|trash|connections|uploads|sample|queries\/(history|limits)|alerts\/:id\/\w+|invitations|applications$|extracts\/preview|folders|remaps)|^DELETE |^(PUT|PATCH) |\/(views|versions|seen|uses|access|copy|reports|relations|related-columns|lineage|remaps)\b|^(GET|POST) \/dashboards(\/trash|\/:id)?$/;

test('every route that members may call without the right to edit is classified here', () => {
  const classified = new Set<string>([...Object.keys(rowRoutes), ...Object.keys(factRoutes), ...coveredElsewhere]);
  const unclassified = listRoutes(api)
    .filter(([key, { access, needs }]) => access !== 'owner' && !needs?.startsWith('edit') && !classified.has(key))
    .map(([key]) => key)
    .filter((key) => !areasWithoutRows.test(key));
  expect(unclassified).toEqual([]);
});

const textFor = async ({ token }: NewSession, key: ApiKey, input: object) => {
  const { path, init } = requestOf(key, input);
  const headers = {
    ...(await product.browserHeaders()),
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const response = await fetch(`${product.url}${path}`, {
    ...init,
    headers: init.body ? headers : { authorization: headers.authorization },
  });
  return response.text();
};

test.each(Object.keys(rowRoutes) as ApiKey[])(
  '%s shows all rows to managers and visible ones to others',
  async (key) => {
    for (const [member, shows] of [
      [owner, true],
      [bo, false],
      [owner, true],
    ] as const) {
      const text = await textFor(member, key, rowRoutes[key]!());
      expect([key, shows, text]).toEqual([
        key,
        shows,
        shows ? expect.stringMatching(hidden) : expect.not.stringMatching(hidden),
      ]);
      if (!shows) expect(text).toMatch(/open-a|广东|"total"|"rows"/);
    }
  },
);

test.each(Object.keys(factRoutes) as ApiKey[])('%s reveals nothing about hidden rows', async (key) => {
  const text = await textFor(bo, key, factRoutes[key]!());
  expect(text).not.toMatch(hidden);
  expect(text).not.toMatch(/"rows":6|"added":6/);
});

/** The cells of an exported workbook, or the text of another file. */
async function fileText({ token }: NewSession, id: string): Promise<string> {
  const file = await fetch(`${product.url}/api/exports/${id}`, { headers: { authorization: `Bearer ${token}` } });
  if (!file.headers.get('content-type')!.includes('spreadsheet')) return file.text();
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
  return JSON.stringify(sheets.map(({ rows }) => rows));
}

const files = ['csv', 'xlsx'].map((format) => ({
  key: 'POST /exports' as const,
  format,
  input: () => ({ ask: sql, zone: 'UTC', format, name: 'x', labels: {} }),
}));
const dashboardFile = {
  key: 'POST /dashboards/:id/exports' as const,
  format: 'xlsx',
  input: () => ({ id: dashboard, draft: false, state, zone: 'UTC', format: 'xlsx', tab: null, ...look }),
};

test.each([...files, dashboardFile])('the $format file of $key contains only visible rows', async ({ key, input }) => {
  for (const [member, shows] of [
    [owner, true],
    [bo, false],
  ] as const) {
    const { lines } = await callLines<ExportLine | DashboardExportLine>(product, key, input(), { token: member.token });
    const last = lines.at(-1)!;
    const text = await fileText(member, last.kind === 'ready' ? last.id : '');
    expect([shows, text]).toEqual([shows, expect.stringContaining('open-a')]);
    expect([shows, text]).toEqual([shows, shows ? expect.stringMatching(hidden) : expect.not.stringMatching(hidden)]);
  }
});

const shareRows = async (pass: string) => {
  const { lines } = await callLines(
    product,
    'POST /shares/run',
    { pass, state, zone: 'UTC', cards: ['chart', 'sql'], first: [] },
    {},
  );
  return JSON.stringify(lines);
};

test('a share shows what both its creator and every publisher of the dashboard may see', async () => {
  const ownBoard = await createDashboard(product, bo.token, dashboardOf('Mine', cards()));
  for (const [id, token] of [
    [dashboard, bo.token],
    [ownBoard.id, owner.token],
    [dashboard, owner.token],
  ] as const) {
    const { body } = await openShare(product, await createShare(product, token, { id }));
    const text = await shareRows(body.pass);
    const isWhole = id === dashboard && token === owner.token;
    expect(text).toMatch(/open-a/);
    expect([id, isWhole, hidden.test(text)]).toEqual([id, isWhole, isWhole]);
  }
});

test('a change of the rules reaches open pages and shares at once', async () => {
  const { body } = await openShare(product, await createShare(product, bo.token, { id: dashboard }));
  const [page, visitor] = [await openEventStream(product, bo.token), await openShareStream(product, body.pass)];
  await setRules(product, owner.token, dataset.id, [ruleOf(everyone, columnOf('region'), ['上海'])]);
  expect(await textFor(bo, 'POST /queries', rowRoutes['POST /queries']!())).toContain('canary-e');
  expect(await shareRows(body.pass)).toContain('canary-e');
  await expect
    .poll(() => page.heard)
    .toContainEqual({ kind: 'row_rules', id: dataset.id, application: dataset.applicationId });
  await expect.poll(() => visitor.heard).toContainEqual({ kind: 'dataset', id: dataset.id });
  await setRules(product, owner.token, dataset.id, [ruleOf(everyone, columnOf('region'), ['广东'])]);
  expect(await textFor(bo, 'POST /queries', rowRoutes['POST /queries']!())).not.toMatch(hidden);
  page.leave();
});

test('an alert checks the rows that its creator may see', async () => {
  const alerts = alertsIn(product, bo.token);
  const watch = { ...watchOf(), by: null };
  const id = await alerts.create(alertOf(watch, { condition: { kind: 'above', value: 50 } }), bo.token);
  await alerts.checkAgain(id);
  expect([await alerts.stateOf(id), (await alerts.load(id)).alert.lastValue]).toEqual(['quiet', 4]);
});
