import { readXlsx } from 'hucre/xlsx';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { DashboardExportLine } from '#contract/dashboards/exports.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { ExportLine, RowsLine } from '#contract/queries/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { apiPrefix } from '#contract/shell.ts';
import type { NewLabels } from '#contract/value-labels/routes.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { firingWords } from '#display/words/notice.ts';
import { alertOf, alertsIn } from '#server/testing/alerts.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { calculate } from '#server/testing/model.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, callLines, resultOf } from '#server/testing/queries.ts';

let product: TestProduct;
let token: string;
let goods: Dataset;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  goods = await load(
    'category,category_en,code,amount\n茶叶,Tea,1,10\n茶叶,Tea,1,20\n咖啡,Coffee,2,5\n点心,Snacks,3,1\n',
  );
});
afterAll(() => product.close());

const load = (csv: string) => loadFile(product, token, `${randomUUID()}.csv`, csv);
const columnOf = ({ columns }: Dataset, name: string) => columns.find((each) => each.name === name)!.id;
const label = (en_US: string, zh_CN = '') => ({ en_US, zh_CN });
const typed = (values: Record<string, ReturnType<typeof label>>): NewLabels => ({
  kind: 'typed',
  values: Object.entries(values).map(([value, own]) => ({ value, label: own })),
});
const save = (dataset: Dataset, name: string, labels: NewLabels, as = token) =>
  product.call(
    'PUT /datasets/:id/columns/:column/labels',
    { id: dataset.id, column: columnOf(dataset, name), labels },
    { token: as },
  );
const edited = async (dataset: Dataset, name: string) =>
  (
    await product.call(
      'GET /datasets/:id/columns/:column/labels',
      { id: dataset.id, column: columnOf(dataset, name) },
      { token },
    )
  ).body;

const by = (dataset: Dataset, name: string, filters: BuiltQuerySpec['filters'] = []) =>
  specOf(dataset.id, { dimensions: [{ id: 'd', kind: 'value', column: columnOf(dataset, name) }], filters });

/** Labels in the answer to a query by one column. */
async function labelsOf(dataset: Dataset, name: string, filters?: BuiltQuerySpec['filters']) {
  const { labels = [] } = await resultOf(product, by(dataset, name, filters), { token });
  return labels[0]?.values;
}

test('an answer has only the labels of its own values, and the values are unchanged', async () => {
  expect((await save(goods, 'code', typed({ 1: label('One', '一'), 2: label('Two'), 9: label('Nine') }))).status).toBe(
    204,
  );
  const result = await resultOf(product, by(goods, 'code'), { token });
  expect(new Set(result.values[0])).toEqual(new Set([1, 2, 3]));
  expect(result.labels).toEqual([
    { name: 'd', column: columnOf(goods, 'code'), values: { 1: label('One', '一'), 2: label('Two', '2') } },
  ]);
  const only: BuiltQuerySpec['filters'] = [{ op: 'equals', column: columnOf(goods, 'code'), value: 2 }];
  expect(Object.keys((await labelsOf(goods, 'code', only)) ?? {})).toEqual(['2']);
  const rows = { kind: 'rows' as const, dataset: goods.id, columns: [columnOf(goods, 'code')] };
  expect((await resultOf(product, rows, { token })).labels?.[0]?.values[1]).toEqual(label('One', '一'));
  const streamed = await callLines<RowsLine>(
    product,
    'POST /queries/rows',
    { ask: by(goods, 'code'), zone: 'UTC' },
    { token },
  );
  expect(streamed.lines.find(({ kind }) => kind === 'labels')).toMatchObject({ labels: result.labels });
  expect((await save(goods, 'code', typed({}))).status).toBe(204);
  expect(await labelsOf(goods, 'code')).toBeUndefined();
});

test('equal labels are made distinct by their values', async () => {
  const data = await load('k\na\nb\nTea\n');
  await save(data, 'k', typed({ a: label('Tea'), b: label('Same', '同'), c: label('Same', '同') }));
  const labels = await labelsOf(data, 'k');
  expect(labels).toEqual({ a: label('Tea (a)', 'a'), b: label('Same (b)', '同 (b)') });
});

test('labels from another column follow new rows, use the most frequent label and count ambiguous values', async () => {
  const data = await load('c,c_en\n茶,Tea\n茶,Tea\n茶,Teas\n豆,Bean\n');
  const source = { en_US: columnOf(data, 'c_en'), zh_CN: null };
  expect((await save(data, 'c', { kind: 'columns', source })).status).toBe(204);
  expect(await labelsOf(data, 'c')).toEqual({ 茶: label('Tea', '茶'), 豆: label('Bean', '豆') });
  expect(await edited(data, 'c')).toMatchObject({ source, ambiguous: 1 });
  const upload = await uploadFile(product, token, 'more.csv', 'c,c_en\n糖,Sugar\n');
  const proposed = proposalOf(upload, { id: data.id });
  const columns = proposed.columns.map((each) => ({ ...each, id: columnOf(data, each.name) }));
  const plan = { ...proposed, columns, mode: 'append' as const };
  await loadUploaded(product, token, upload, { application: { id: data.applicationId }, plan });
  await expect.poll(() => labelsOf(data, 'c')).toMatchObject({ 糖: label('Sugar', '糖') });
});

test('values are found by their text, by labels in both languages and by pinyin', async () => {
  const data = await load('k,n\n广东,1\n四川,2\nsc2,3\n');
  await save(data, 'k', typed({ 广东: label('Canton'), 四川: label('Sichuan'), sc2: label('Second', '第二') }));
  await save(data, 'n', typed({ 1: label('Paid', '已付款'), 2: label('Sent', '已发货') }));
  const search = async (name: string, text: string) => {
    const input = { id: data.id, column: columnOf(data, name), search: text, zone: 'UTC' };
    const { body } = await product.call('POST /datasets/:id/values', input, { token });
    return body.values.map(({ value }) => value);
  };
  expect(await search('k', 'cant')).toEqual(['广东']);
  expect(await search('k', 'gd')).toEqual(['广东']);
  expect(await search('k', 'dier')).toEqual(['sc2']);
  expect(await search('k', 'sc2')).toEqual(['sc2']);
  expect(await search('k', '川')).toEqual(['四川']);
  expect(await search('n', 'yifuk')).toEqual([1]);
  expect(await search('n', '3')).toEqual([3]);
  const control = { id: 'k', label: label(''), isMany: true, value: { kind: 'select' as const, values: [] } };
  const targets = [{ kind: 'column' as const, dataset: data.id, column: columnOf(data, 'k') }];
  const dashboard = dashboardOf('K', [chartCard('c', data.id)], { controls: [{ ...control, targets }] });
  const { id } = await createDashboard(product, token, dashboard);
  const input = { id, control: 'k', state: defaultState, zone: 'UTC', search: 'canton' };
  const { body } = await product.call('POST /dashboards/:id/values', input, { token });
  expect(body.values).toEqual([{ value: '广东', rows: 1, label: label('Canton', '广东') }]);
});

test('a run has the labels of values in filters, but only of values in its rows', async () => {
  const data = await load('k,v\na,1\nb,2\n');
  await save(data, 'k', typed({ a: label('Alpha'), b: label('Beta'), z: label('Secret') }));
  const card = chartCard('c', data.id);
  const control = {
    id: 'k',
    label: label(''),
    isMany: true,
    value: { kind: 'select' as const, values: ['a', 'z'] },
    targets: [{ kind: 'column' as const, dataset: data.id, column: columnOf(data, 'k') }],
  };
  const { id } = await createDashboard(product, token, dashboardOf('R', [card], { controls: [control] }));
  const { lines } = await callLines<RunLine>(
    product,
    'POST /dashboards/:id/run',
    { id, state: defaultState, zone: 'UTC' },
    { token },
  );
  expect(lines.find(({ kind }) => kind === 'labels')).toEqual({
    kind: 'labels',
    labels: { [columnOf(data, 'k')]: { a: label('Alpha', 'a') } },
  });
});

test('columns of related datasets have their labels in answers and searches', async () => {
  const kinds = await load('id,k\n1,a\n2,b\n');
  await save(kinds, 'k', typed({ a: label('Alpha'), b: label('Beta') }));
  const sales = await load('kind,amount\n1,10\n2,20\n');
  const keys = [{ column: columnOf(sales, 'kind'), relatedColumn: columnOf(kinds, 'id') }];
  const relation = { id: sales.id, related: kinds.id, keys, label: label(''), cardinality: 'many_to_one' as const };
  expect((await product.call('POST /datasets/:id/relations', relation, { token })).status).toBe(200);
  const related = (await product.call('GET /datasets/:id/related-columns', { id: sales.id }, { token })).body;
  const column = related.find(({ name }) => name.endsWith('k'))!.id;
  const spec = specOf(sales.id, { dimensions: [{ id: 'd', kind: 'value', column }] });
  const [labels] = (await resultOf(product, spec, { token })).labels ?? [];
  expect(labels).toEqual({ name: 'd', column, values: { a: label('Alpha', 'a'), b: label('Beta', 'b') } });
  const search = { id: sales.id, column, search: 'alph', zone: 'UTC' };
  const { body } = await product.call('POST /datasets/:id/values', search, { token });
  expect(body.values).toEqual([{ value: 'a', rows: 1, label: label('Alpha', 'a') }]);
});

test('files for people have labels in the language of the reader, files for programs have values', async () => {
  const data = await load('k\n茶\n\n');
  await save(data, 'k', typed({ 茶: label('Tea, green', '绿茶') }));
  const write = async (format: string, language: string) => {
    const input = { ask: by(data, 'k'), zone: 'UTC', format, name: 'k' };
    const headers = { 'accept-language': language };
    const { lines } = await callLines<ExportLine>(product, 'POST /exports', input, { token, headers });
    const last = lines.at(-1) as Extract<ExportLine, { kind: 'ready' }>;
    return (await product.call('GET /exports/:id', { id: last.id }, { token })).body as unknown;
  };
  expect(await write('csv', 'en')).toContain('"Tea, green"');
  expect(await write('csv', 'zh')).toContain('绿茶');
  expect(JSON.stringify(await write('json', 'en'))).toContain('茶');
  const address = async (query: object) =>
    JSON.stringify(
      (await product.call('GET /data/datasets/:id.:format', { id: data.id, format: 'csv', ...query }, { token })).body,
    );
  expect(await address({})).toContain('茶');
  expect(await address({ labels: 'en_US' })).toContain('Tea, green');
});

test('a dashboard file has labels in its cells and settings', async () => {
  const data = await load('k,v\na,1\nb,2\n');
  await save(data, 'k', typed({ a: label('Alpha', '甲'), b: label('Beta', '乙') }));
  const control = {
    id: 'k',
    label: label('Kind', '类别'),
    isMany: true,
    value: { kind: 'select' as const, values: ['a'] },
    targets: [{ kind: 'column' as const, dataset: data.id, column: columnOf(data, 'k') }],
  };
  const spec = querySpecSchema.parse(by(data, 'k'));
  const card = chartCard('c', spec, { chart: { ask: spec, drawing: { kind: 'table', options: {} } } });
  const { id } = await createDashboard(product, token, dashboardOf('R', [card], { controls: [control] }));
  const input = { id, state: {}, zone: 'UTC', format: 'xlsx', language: 'zh_CN' };
  const { lines } = await callLines<DashboardExportLine>(product, 'POST /dashboards/:id/exports', input, { token });
  const last = lines.at(-1) as Extract<DashboardExportLine, { kind: 'ready' }>;
  const headers = { authorization: `Bearer ${token}` };
  const file = await fetch(`${product.url}${apiPrefix}/exports/${last.id}`, { headers });
  const { sheets } = await readXlsx(Buffer.from(await file.arrayBuffer()));
  const [cover, table] = sheets.map(({ rows }) => rows.flat());
  expect(cover).toContain('甲');
  expect(table).toContain('甲');
  expect(table).not.toContain('a');
});

test('a notification of an alert by value has the labels of the values', async () => {
  const data = await load('k\na\nb\n');
  await save(data, 'k', typed({ a: label('Alpha', '甲') }));
  const { create, load: loadAlert } = alertsIn(product, token);
  const watch = {
    dataset: data.id,
    formula: { kind: 'count' as const },
    filters: [],
    time: null,
    by: columnOf(data, 'k'),
    isRunning: false,
  };
  const id = await create(alertOf(watch));
  await expect.poll(async () => (await loadAlert(id)).alert.firing.length).toBe(2);
  const { firing } = (await loadAlert(id)).alert;
  expect(firing.map((each) => firingWords(each, 'zh_CN')).toSorted()).toEqual(['b 1', '甲 1']);
});

test('calculated columns have labels, typed or from other columns, until they are deleted', async () => {
  const data = await load('sku,en\nT-1,Tea\nT-2,Tea\nC-1,Coffee\n');
  const by = { product, token };
  const kind = await calculate(by, data, { name: 'kind', formula: 'left([sku], 1)' });
  const english = await calculate(by, data, { name: 'english', formula: 'upper([en])' });
  const { body: dataset } = await product.call('GET /datasets/:id', { id: data.id }, { token });
  expect((await save(dataset, 'kind', typed({ T: label('Tea', '茶') }))).status).toBe(204);
  expect(await labelsOf(dataset, 'kind')).toEqual({ T: label('Tea', '茶') });
  expect((await edited(dataset, 'kind')).values).toMatchObject([
    { value: 'T', rows: 2 },
    { value: 'C', rows: 1 },
  ]);
  await save(dataset, 'kind', { kind: 'columns', source: { en_US: english, zh_CN: null } });
  expect(await labelsOf(dataset, 'kind')).toEqual({ T: label('TEA', 'T'), C: label('COFFEE', 'C') });
  const changed = { id: data.id, calculation: kind, name: 'kind', formula: 'lower(left([sku], 1))', label: label('') };
  await product.call('PUT /datasets/:id/calculated-columns/:calculation', changed, { token });
  await expect.poll(() => labelsOf(dataset, 'kind')).toEqual({ t: label('TEA', 't'), c: label('COFFEE', 'c') });
  await product.call(
    'DELETE /datasets/:id/calculated-columns/:calculation',
    { id: data.id, calculation: kind },
    { token },
  );
  const { body: labelled } = await product.call('GET /datasets/:id/labels', { id: data.id }, { token });
  expect(labelled).toEqual([]);
});

test('invalid labels are refused with a reason', async () => {
  const codeOf = async (name: string, labels: NewLabels) => (await save(goods, name, labels)).body as unknown;
  expect(await codeOf('category', typed({ a: label('x'.repeat(201)) }))).toMatchObject({ code: 'label_too_long' });
  const many = Array.from({ length: 10_001 }, (_, index) => ({ value: `v${index}`, label: label('x') }));
  expect(await codeOf('category', { kind: 'typed', values: many })).toMatchObject({ code: 'labels_too_many' });
  const twice = { kind: 'typed' as const, values: [many[0]!, many[0]!] };
  expect(await codeOf('category', twice)).toMatchObject({ code: 'label_value_twice' });
  const own = { en_US: columnOf(goods, 'category'), zh_CN: null };
  expect(await codeOf('category', { kind: 'columns', source: own })).toMatchObject({ code: 'labels_source' });
  const dates = await load('on\n2026-01-02\n');
  expect((await save(dates, 'on', typed({}))).body).toMatchObject({ code: 'labels_of_type' });
  const viewer = await createMember(product, token, 'viewer');
  expect((await save(goods, 'category', typed({}), viewer.token)).status).toBe(403);
});

test('two columns with the same values in two languages are proposed until they are used', async () => {
  const data = await load('类目,category,note\n茶,Tea,a\n茶,Tea,b\n豆,Bean,a\n豆,Bean,b\n');
  const proposals = async () =>
    (await product.call('GET /datasets/:id/labels/proposals', { id: data.id }, { token })).body;
  expect(await proposals()).toEqual([{ chinese: columnOf(data, '类目'), english: columnOf(data, 'category') }]);
  await save(data, '类目', { kind: 'columns', source: { en_US: columnOf(data, 'category'), zh_CN: null } });
  await save(data, 'category', { kind: 'columns', source: { en_US: null, zh_CN: columnOf(data, '类目') } });
  expect(await proposals()).toEqual([]);
  const summary = (await product.call('GET /datasets/:id/labels', { id: data.id }, { token })).body;
  expect(summary.map(({ values }) => values)).toEqual([2, 2]);
});
