import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetChange } from '#contract/datasets/uses.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { share } from '#server/testing/access.ts';
import { calculate, createTestMetric, relate } from '#server/testing/model.ts';
import { everyone, ruleOf, setRules } from '#server/testing/row-rules.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf } from '#server/testing/queries.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;
let products: Dataset;
let suppliers: Dataset;
/** Prefixes of the ids that columns of suppliers and products have in queries on orders. */
let toSuppliers: string;
let toProducts: string;

const idOf = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;
const none = { en_US: '', zh_CN: '' };

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  const by = { product, token };
  suppliers = await loadFile(product, token, 'suppliers.csv', 'code,country,rank\nS1,China,1\nS2,Chile,2\n');
  products = await loadFile(product, token, 'products.csv', 'id,group,supplier\n1,Tea,s1\n2,Coffee,s2\n');
  orders = await loadFile(product, token, 'orders.csv', 'product,amount\n1,10\n2,20\n');
  const key = await calculate(by, products, { name: 'supplier code', formula: 'upper([supplier])' });
  const further = await relate(by, products, suppliers, [[key, idOf(suppliers, 'code')]]);
  toProducts = `${await relate(by, orders, products, [[idOf(orders, 'product'), idOf(products, 'id')]])}.`;
  toSuppliers = `${toProducts}${further}.`;
  const country = { id: 'd', kind: 'value' as const, column: `${toSuppliers}${idOf(suppliers, 'country')}` };
  const rank = { kind: 'max' as const, column: `${toSuppliers}${idOf(suppliers, 'rank')}` };
  const metric = await createTestMetric(by, orders, { name: 'Best rank', formula: rank });
  const best = { id: 'm', formula: { kind: 'metric' as const, metric }, show: 'value' as const };
  const cards = [
    chartCard('countries', querySpecSchema.parse(specOf(orders.id, { dimensions: [country] }))),
    chartCard('ranks', querySpecSchema.parse(specOf(orders.id, { measures: [best] }))),
    chartCard('plain', orders.id),
  ];
  await createDashboard(product, token, dashboardOf('Sales', cards));
  const watch = { dataset: orders.id, formula: rank, filters: [], time: null, by: null, isRunning: false };
  const alert = {
    name: 'Rank',
    watch,
    condition: { kind: 'below' as const, value: 1 },
    schedule: { kind: 'every' as const, minutes: 60 },
    zone: 'UTC',
    channels: [],
    origin: null,
  };
  await product.call('POST /alerts', alert, { token });
  const labels = [{ value: 'Tea', label: { en_US: 'Tea', zh_CN: '茶' } }];
  const labelled = {
    id: products.id,
    column: idOf(products, 'group'),
    labels: { kind: 'typed' as const, values: labels },
  };
  await product.call('PUT /datasets/:id/columns/:column/labels', labelled, { token });
  await setRules(product, token, products.id, [ruleOf(everyone, idOf(products, 'group'), ['Tea'])]);
});
afterAll(() => product.close());

async function listBroken(dataset: Dataset, change: DatasetChange, as = token): Promise<string[]> {
  const { body } = await product.call('POST /datasets/:id/uses/test', { id: dataset.id, change }, { token: as });
  if (!Array.isArray(body)) throw new Error(JSON.stringify(body));
  const nameOf = ({ kind, id, title }: (typeof body)[number]) => `${kind} ${kind === 'card' ? id : title.en_US}`.trim();
  return body.filter(({ problem }) => problem).map((each) => `${nameOf(each)}: ${each.problem!.code}`);
}

test('uses through relations are listed with the columns of this dataset', async () => {
  const { body } = await product.call('GET /datasets/:id/uses', { id: suppliers.id }, { token });
  expect(body).toMatchObject([
    { kind: 'relation', title: { en_US: 'products › suppliers' }, columns: [idOf(suppliers, 'code')] },
    { kind: 'metric', columns: [idOf(suppliers, 'rank')], dataset: { id: orders.id, title: { en_US: 'orders' } } },
    {
      kind: 'card',
      id: 'countries',
      title: { en_US: 'Number of rows by products › suppliers › country' },
      columns: [idOf(suppliers, 'country')],
      dataset: { id: orders.id },
    },
    { kind: 'card', id: 'ranks', columns: [] },
    { kind: 'alert', title: { en_US: 'Rank' }, columns: [idOf(suppliers, 'rank')] },
  ]);
});

test('broken uses are found through relations for removed columns, keys, formulas of keys and datasets', async () => {
  const without = (dataset: Dataset, name: string) =>
    listBroken(dataset, { kind: 'without_column', column: idOf(dataset, name) });
  expect(await without(suppliers, 'country')).toEqual(['card countries: column_unknown']);
  expect(await without(suppliers, 'rank')).toEqual([
    'metric Best rank: column_unknown',
    'card ranks: column_unknown',
    'alert Rank: column_unknown',
  ]);
  const throughAll = (code: string) =>
    ['metric Best rank', 'card countries', 'card ranks', 'alert Rank'].map((use) => `${use}: ${code}`);
  expect(await without(suppliers, 'code')).toEqual([
    'relation products › suppliers: column_unknown',
    ...throughAll('column_unknown'),
  ]);
  // The key of products is calculated from it.
  expect(await without(products, 'supplier')).toEqual([
    'calculation supplier code: formula_broken',
    'relation products › suppliers: formula_broken',
    ...throughAll('formula_broken'),
  ]);
  const retyped = { kind: 'type' as const, column: idOf(suppliers, 'code'), type: 'integer' as const };
  expect(await listBroken(suppliers, retyped)).toEqual([
    'relation products › suppliers: relation_types_differ',
    ...throughAll('relation_types_differ'),
  ]);
  expect(await without(products, 'group')).toEqual(['labels group: column_unknown', 'row_rule: column_unknown']);
  const group = { kind: 'type' as const, column: idOf(products, 'group'), type: 'number' as const };
  expect(await listBroken(products, group)).toEqual(['labels group: labels_of_type', 'row_rule: row_rule_broken']);
  expect(await listBroken(suppliers, { kind: 'without_dataset' })).toEqual([
    'relation products › suppliers: dataset_gone',
    ...throughAll('dataset_gone'),
  ]);
});

test('the lineage includes the relations along the path', async () => {
  const { body } = await product.call('GET /datasets/:id/lineage', { id: suppliers.id }, { token });
  const titleOf = (key: string) => body.nodes.find((node) => node.key === key)!.title.en_US;
  const related = body.edges.filter(({ relation }) => relation).map(({ from, to }) => [titleOf(from), titleOf(to)]);
  expect(related).toEqual(
    expect.arrayContaining([
      ['suppliers', 'products'],
      ['products', 'orders'],
    ]),
  );
  expect(body.nodes.find(({ kind }) => kind === 'dashboard')!.cards.map(({ id }) => id)).toEqual([
    'countries',
    'ranks',
  ]);
});

test('a member who may not see the querying dataset learns only that something breaks', async () => {
  const eve = await createMember(product, token, 'editor');
  const lists = await loadFile(product, token, 'lists.csv', 'code,text\nA,x\n');
  const upload = await uploadFile(product, token, 'secret.csv', 'code,wage\nA,1\n');
  const plan = proposalOf(upload, { name: 'secret' });
  const { datasetId } = await loadUploaded(product, token, upload, { application: { name: 'Closed' }, plan });
  const { body: secret } = await product.call('GET /datasets/:id', { id: datasetId! }, { token });
  const relation = await relate({ product, token }, secret, lists, [[idOf(secret, 'code'), idOf(lists, 'code')]]);
  const column = `${relation}.${idOf(lists, 'text')}`;
  const spec = querySpecSchema.parse(specOf(secret.id, { dimensions: [{ id: 'd', kind: 'value', column }] }));
  await createDashboard(product, token, dashboardOf('Wages', [chartCard('wages', spec, { title: none })]));
  await share(product, token, ['application', secret.applicationId]);
  const { body } = await product.call('GET /datasets/:id/uses', { id: lists.id }, { token: eve.token });
  expect(body.map(({ kind }) => kind)).toEqual(['hidden', 'hidden']);
  expect(JSON.stringify(body)).not.toMatch(/secret|wage|Wages/i);
  const broken = await listBroken(lists, { kind: 'without_column', column: idOf(lists, 'text') }, eve.token);
  expect(broken).toEqual(['hidden: use_unchecked', 'hidden: use_unchecked']);
});

test('a replacement changes relation keys, formulas and related columns together, and can be undone', async () => {
  const by = { product, token };
  const lands = await loadFile(product, token, 'lands.csv', 'code,key,name,title\nA,a,Alpha,First\nB,b,Beta,Second\n');
  const trips = await loadFile(product, token, 'trips.csv', 'land,days\na,1\nb,2\n');
  const [code, key, name, title] = ['code', 'key', 'name', 'title'].map((each) => idOf(lands, each));
  const upper = await calculate(by, lands, { name: 'loud', formula: 'upper([code])' });
  const land = await calculate(by, trips, { name: 'land code', formula: 'upper([land])' });
  const relation = await relate(by, trips, lands, [[land, code!]]);
  const valueOf = (dataset: Dataset, column: string) =>
    querySpecSchema.parse(specOf(dataset.id, { dimensions: [{ id: 'd', kind: 'value', column }] }));
  const cards = [
    chartCard('direct', valueOf(lands, name!)),
    chartCard('through', valueOf(trips, `${relation}.${name}`)),
    chartCard('keys', valueOf(lands, code!)),
  ];
  const dashboard = await createDashboard(product, token, dashboardOf('Trips', cards));
  const load = async () => {
    const { body: board } = await product.call('GET /dashboards/:id', { id: dashboard.id }, { token });
    const { body: relations } = await product.call('GET /datasets/:id/relations', { id: trips.id }, { token });
    const { body: dataset } = await product.call('GET /datasets/:id', { id: lands.id }, { token });
    const used = board.dashboard.tabs[0]!.cards.map(
      (card) =>
        (card.kind === 'chart' && card.chart.ask.kind === 'query' && card.chart.ask.dimensions[0]!.column) || '',
    );
    const formula = dataset.columns.find((column) => column.id === upper)!.calculation!.formula;
    return { used, key: relations[0]!.keys[0]!.relatedColumn, formula };
  };
  const replace = async (columns: Record<string, string>) => {
    const input = { id: lands.id, dataset: lands.id, columns, metrics: {} };
    const { body: preview } = await product.call('POST /datasets/:id/remaps/preview', input, { token });
    const lines = preview.items.map((item) => [item.kind, item.id, item.problem?.code ?? ''].join(' ').trim());
    const replacement = { ...input, fingerprint: preview.fingerprint };
    const { body } = await product.call('POST /datasets/:id/remaps', replacement, { token });
    return { lines, remap: body };
  };
  const before = await load();
  expect(before).toEqual({ used: [name, `${relation}.${name}`, code], key: code, formula: 'upper([code])' });

  const { lines, remap } = await replace({ [name!]: title!, [code!]: key! });
  expect(lines).toEqual([`calculation ${upper}`, `relation ${relation}`, 'card direct', 'card keys', 'card through']);
  expect(remap.pairs).toEqual([
    { from: 'name', to: 'title' },
    { from: 'code', to: 'key' },
  ]);
  expect(await load()).toEqual({ used: [title, `${relation}.${title}`, key], key, formula: 'upper([key])' });
  const { body: undone } = await product.call('POST /remaps/:id/undo', { id: remap.id }, { token });
  expect(undone.map(({ problem }) => problem)).toEqual([null, null, null]);
  expect(await load()).toEqual(before);

  // A formula that would use itself, and keys that would not be unique or of another type, stay with the reason.
  const circular = await replace({ [code!]: upper });
  expect(circular.lines).toEqual([`calculation ${upper} formula_circular`, `relation ${relation}`, 'card keys']);
});
