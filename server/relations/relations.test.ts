import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { share } from '#server/testing/access.ts';
import { runQuery, specOf, resultOf, rowsOf } from '#server/testing/queries.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let owner: string;
let orders: Dataset;
let products: Dataset;
let suppliers: Dataset;
beforeAll(async () => {
  product = await openTestProduct();
  owner = (await createOwner(product)).token;
  suppliers = await loadFile(product, owner, 'suppliers.csv', 'code,country\nS1,China\nS2,Chile\n');
  products = await loadFile(
    product,
    owner,
    'products.csv',
    'id,group,price,supplier_code\n1,Tea,10,S1\n2,Tea,20,S2\n3,Coffee,5,S9\n4,Juice,7,S1\n',
  );
  orders = await loadFile(
    product,
    owner,
    'orders.csv',
    'product_id,amount,at\n1,100,2026-01-01\n1,50,2026-01-02\n2,30,2026-01-02\n3,20,2026-01-03\n9,7,2026-01-03\n,1,2026-01-04\n',
  );
});
afterAll(() => product.close());

const columnOf = (dataset: Dataset, name: string) => dataset.columns.find((each) => each.name === name)!.id;
const noLabel = { en_US: '', zh_CN: '' };
const keysOf = (from: Dataset, column: string, to: Dataset, related: string) => [
  { column: columnOf(from, column), relatedColumn: columnOf(to, related) },
];
const relationOf = (from: Dataset, to: Dataset, keys: ReturnType<typeof keysOf>) => ({
  id: from.id,
  related: to.id,
  keys,
  label: noLabel,
  cardinality: 'many_to_one' as const,
});
const toProducts = () => relationOf(orders, products, keysOf(orders, 'product_id', products, 'id'));
const create = (input: ReturnType<typeof relationOf>, token = owner) =>
  product.call('POST /datasets/:id/relations', input, { token });
const sum = () => ({
  id: 'sum',
  formula: { kind: 'sum' as const, column: columnOf(orders, 'amount') },
  show: 'value' as const,
});
const by = (column: string) => ({ id: 'd', kind: 'value' as const, column });
async function calculate({ id }: Dataset, name: string, formula: string): Promise<string> {
  const input = { id, name, formula, label: noLabel };
  const { body } = await product.call('POST /datasets/:id/calculated-columns', input, { token: owner });
  return columnOf(body, name);
}
async function append(dataset: Dataset, csv: string): Promise<void> {
  const upload = await uploadFile(product, owner, 'more.csv', csv);
  const plan = proposalOf(upload, { id: dataset.id });
  const columns = plan.columns.map((column) => ({ ...column, id: columnOf(dataset, column.name) }));
  const application = { id: dataset.applicationId };
  await loadUploaded(product, owner, upload, { application, plan: { ...plan, columns } });
}
const relatedColumns = async (token = owner) =>
  (await product.call('GET /datasets/:id/related-columns', { id: orders.id }, { token })).body;

test('relations are proposed by names and confirmed by values', async () => {
  const { body } = await product.call('GET /datasets/:id/relations/proposals', { id: orders.id }, { token: owner });
  expect(body).toMatchObject([
    {
      related: { id: products.id, name: 'products' },
      keys: toProducts().keys,
      match: {
        rows: 6,
        rowsWithKey: 5,
        matched: 4,
        unmatched: [{ value: '9', rows: 1 }],
        relatedRows: 4,
        duplicate: null,
        ownDuplicate: { value: '1', rows: 2 },
      },
    },
  ]);
});

test('queries use columns of related datasets through several relations without counting rows twice', async () => {
  const { body: relation } = await create(toProducts());
  expect(relation).toMatchObject({ from: { name: 'orders' }, to: { name: 'products' } });
  await create(relationOf(products, suppliers, keysOf(products, 'supplier_code', suppliers, 'code')));
  const columns = await relatedColumns();
  const path = (label: string) => columns.find((column) => column.label.en_US === label)!.id;
  expect(columns.map(({ label }) => label.en_US)).toEqual([
    'products › id',
    'products › group',
    'products › price',
    'products › supplier_code',
    'products › suppliers › code',
    'products › suppliers › country',
  ]);

  const answer = async (column: string) =>
    rowsOf(
      await resultOf(product, specOf(orders.id, { dimensions: [by(column)], measures: [sum()] }), { token: owner }),
    );
  expect(await answer(path('products › group'))).toEqual([
    ['Coffee', 20],
    ['Tea', 180],
    [null, 8],
  ]);
  expect(await answer(path('products › suppliers › country'))).toEqual([
    ['Chile', 30],
    ['China', 150],
    [null, 28],
  ]);
  const partner = path('products › id');
  const unmatched = specOf(orders.id, { filters: [{ op: 'empty', column: partner }], measures: [sum()] });
  expect(rowsOf(await resultOf(product, unmatched, { token: owner }))).toEqual([[8]]);

  const result = await resultOf(product, specOf(orders.id, { dimensions: [by(path('products › group'))] }), {
    token: owner,
  });
  expect(result.proof.datasets.map(({ name }) => name)).toEqual(['orders', 'products']);

  const price = {
    id: 'p',
    formula: { kind: 'sum' as const, column: path('products › price') },
    show: 'value' as const,
  };
  const refused = await runQuery(product, specOf(orders.id, { measures: [price] }), { token: owner });
  expect(refused).toMatchObject({ error: { code: 'measure_repeats' } });
});

test('queries of related columns are refused once the related keys are no longer unique', async () => {
  const stock = await loadFile(product, owner, 'stock.csv', 'item,place\n1,A\n2,B\n');
  const sales = await loadFile(product, owner, 'sales.csv', 'item,amount\n1,10\n1,20\n2,5\n');
  await create(relationOf(sales, stock, keysOf(sales, 'item', stock, 'item')));
  const { body: columns } = await product.call('GET /datasets/:id/related-columns', { id: sales.id }, { token: owner });
  const place = columns.find(({ label }) => label.en_US === 'stock › place')!.id;
  const amount = {
    id: 'a',
    formula: { kind: 'sum' as const, column: columnOf(sales, 'amount') },
    show: 'value' as const,
  };
  const spec = specOf(sales.id, { dimensions: [by(place)], measures: [amount] });
  expect(rowsOf(await resultOf(product, spec, { token: owner }))).toEqual([
    ['A', 30],
    ['B', 5],
  ]);
  await append(stock, 'item,place\n1,C\n');
  const refused = await runQuery(product, spec, { token: owner });
  expect(refused).toMatchObject({ error: { code: 'relation_not_unique' } });
  // Queries without the related columns are not affected.
  expect(rowsOf(await resultOf(product, specOf(sales.id, { measures: [amount] }), { token: owner }))).toEqual([[35]]);
});

test('calculated columns can be keys on both sides of a relation, until their formula breaks', async () => {
  const places = await loadFile(product, owner, 'places.csv', 'area,spot,city\nCN,1,Wuhan\nCN,2,Xian\nNO,1,Oslo\n');
  const trips = await loadFile(product, owner, 'trips.csv', 'ticket,price\nCN-1-a,10\nCN-1-b,20\nNO-1-a,5\nSE-1-a,7\n');
  const ticket = await calculate(trips, 'place', 'left([ticket], 4)');
  const place = await calculate(places, 'key', "[area] & '-' & [spot]");
  const rounded = await calculate(places, 'number', '[spot] / 2');
  const area = await calculate(places, 'again', '[area]');
  const relate = (relatedColumn: string) => create(relationOf(trips, places, [{ column: ticket, relatedColumn }]));
  expect((await relate(rounded)).body.code).toBe('relation_type_unusable');
  expect((await relate(columnOf(places, 'spot'))).body.code).toBe('relation_types_differ');
  expect((await relate(area)).body).toMatchObject({ code: 'relation_not_unique' });
  const { body: relation } = await relate(place);
  expect(relation.keys).toMatchObject([{ columnName: 'place', relatedColumnName: 'key' }]);
  const { body: match } = await product.call(
    'POST /datasets/:id/relations/check',
    { id: trips.id, related: places.id, keys: [{ column: ticket, relatedColumn: place }] },
    { token: owner },
  );
  expect(match).toMatchObject({ matched: 3, rowsWithKey: 4, unmatched: [{ value: 'SE-1', rows: 1 }] });
  const city = by(`${relation.id}.${columnOf(places, 'city')}`);
  const price = {
    id: 'p',
    formula: { kind: 'sum' as const, column: columnOf(trips, 'price') },
    show: 'value' as const,
  };
  const spec = specOf(trips.id, { dimensions: [city], measures: [price] });
  expect(rowsOf(await resultOf(product, spec, { token: owner }))).toEqual([
    ['Oslo', 5],
    ['Wuhan', 30],
    [null, 7],
  ]);
  const code = async () => (await runQuery(product, spec, { token: owner })) as { error: { code: string } };
  const change = { id: places.id, calculation: place, name: 'key', label: noLabel };
  const recalculate = (formula: string) =>
    product.call('PUT /datasets/:id/calculated-columns/:calculation', { ...change, formula }, { token: owner });
  await recalculate('length([city]) * 10 + [spot]');
  expect(await code()).toMatchObject({ error: { code: 'relation_types_differ' } });
  await recalculate('round(length([city]) * 10 + [spot])');
  expect(await code()).toMatchObject({ error: { code: 'relation_types_differ' } });
  await recalculate("[area] & '-' & [spot]");
  const retyped = { id: places.id, column: columnOf(places, 'spot'), type: 'number' as const };
  await product.call('PATCH /datasets/:id/columns/:column', retyped, { token: owner });
  expect(await code()).toMatchObject({ error: { code: 'formula_broken' } });
});

test('keys that are calculated from times are checked in the zone of the query', async () => {
  const rates = await loadFile(
    product,
    owner,
    'rates.csv',
    'at,rate\n2026-01-01T20:00:00Z,2\n2026-01-02T10:00:00Z,3\n',
  );
  const sums = await loadFile(product, owner, 'sums.csv', 'at,sum\n2026-01-01T21:00:00Z,10\n2026-01-02T11:00:00Z,20\n');
  const formula = "startof('day', [at])";
  const keys = [
    { column: await calculate(sums, 'day', formula), relatedColumn: await calculate(rates, 'day', formula) },
  ];
  const { body: relation } = await create(relationOf(sums, rates, keys));
  const rate = by(`${relation.id}.${columnOf(rates, 'rate')}`);
  const spec = specOf(sums.id, { dimensions: [rate] });
  expect(rowsOf(await resultOf(product, spec, { token: owner }))).toEqual([
    [2, 1],
    [3, 1],
  ]);
  // In that zone, both times are on 2 January.
  const refused = await runQuery(product, spec, { token: owner, zone: 'Asia/Shanghai' });
  expect(refused).toMatchObject({ error: { code: 'relation_not_unique' } });
});

test('measures of a one-to-one relation are refused once rows repeat their key', async () => {
  const people = await loadFile(product, owner, 'people.csv', 'name,age\nAda,30\nBo,40\n');
  const wages = await loadFile(product, owner, 'wages.csv', 'name,wage\nAda,1\nBo,2\n');
  const input = relationOf(people, wages, keysOf(people, 'name', wages, 'name'));
  const { body: relation } = await create({ ...input, cardinality: 'one_to_one' as never });
  const column = `${relation.id}.${columnOf(wages, 'wage')}`;
  const spec = specOf(people.id, { measures: [{ id: 'w', formula: { kind: 'sum', column }, show: 'value' }] });
  expect(rowsOf(await resultOf(product, spec, { token: owner }))).toEqual([[3]]);
  await append(people, 'name,age\nAda,31\n');
  expect(await runQuery(product, spec, { token: owner })).toMatchObject({ error: { code: 'measure_repeats' } });
  expect(rowsOf(await resultOf(product, specOf(people.id, { dimensions: [by(column)] }), { token: owner }))).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('circular relations do not lead back to the dataset where they start', async () => {
  const [eggs, hens] = [
    await loadFile(product, owner, 'eggs.csv', 'egg,hen\ne1,h1\ne2,h2\n'),
    await loadFile(product, owner, 'hens.csv', 'hen,egg,name\nh1,e2,Ada\nh2,e1,Bo\n'),
  ];
  const { body: toHen } = await create(relationOf(eggs, hens, keysOf(eggs, 'hen', hens, 'hen')));
  const { body: toEgg } = await create(relationOf(hens, eggs, keysOf(hens, 'egg', eggs, 'egg')));
  const { body: columns } = await product.call('GET /datasets/:id/related-columns', { id: eggs.id }, { token: owner });
  expect(columns.map(({ label }) => label.en_US)).toEqual(['hens › hen', 'hens › egg', 'hens › name']);
  const name = columns[2]!.id;
  expect(rowsOf(await resultOf(product, specOf(eggs.id, { dimensions: [by(name)] }), { token: owner }))).toEqual([
    ['Ada', 1],
    ['Bo', 1],
  ]);
  const around = by(`${toHen.id}.${toEgg.id}.${columnOf(eggs, 'hen')}`);
  const refused = await runQuery(product, specOf(eggs.id, { dimensions: [around] }), { token: owner });
  expect(refused).toMatchObject({ error: { code: 'column_unknown' } });
  const { body: uses } = await product.call('GET /datasets/:id/uses', { id: eggs.id }, { token: owner });
  expect(uses.map(({ kind }) => kind)).toEqual(['relation', 'relation']);
  const { body: lineage } = await product.call('GET /datasets/:id/lineage', { id: eggs.id }, { token: owner });
  expect(lineage.edges.filter(({ relation }) => relation)).toHaveLength(2);
});

test('invalid relations are refused with the reason', async () => {
  const codeOf = async (input: ReturnType<typeof relationOf>) => (await create(input)).body.code;
  const ids = keysOf(orders, 'product_id', products, 'id');
  expect(await codeOf({ ...relationOf(orders, orders, ids) })).toBe('relation_to_itself');
  expect(await codeOf(relationOf(orders, products, keysOf(orders, 'product_id', products, 'group')))).toBe(
    'relation_types_differ',
  );
  const back = relationOf(products, orders, keysOf(products, 'id', orders, 'product_id'));
  expect(await codeOf(back)).toBe('relation_not_unique');
  expect(await codeOf({ ...toProducts(), cardinality: 'one_to_one' as never })).toBe('relation_repeated_rows');
  expect(await codeOf(toProducts())).toBe('name_taken');
  expect(await codeOf({ ...toProducts(), keys: [{ column: 'gone', relatedColumn: 'gone' }] })).toBe('column_unknown');
});

test('members who may not see a related dataset are not shown the relation and cannot use its columns', async () => {
  const { token: viewer } = await createMember(product, owner, 'viewer');
  const upload = await uploadFile(product, owner, 'salaries.csv', 'person,salary\nAda,10\nBo,20\n');
  const plan = proposalOf(upload, { name: 'salaries' });
  const { datasetId } = await loadUploaded(product, owner, upload, { application: { name: 'Private' }, plan });
  const { body: salaries } = await product.call('GET /datasets/:id', { id: datasetId! }, { token: owner });
  const visits = await loadFile(product, owner, 'visits.csv', 'person,count\nAda,1\nBo,2\n');
  await create(relationOf(visits, salaries, keysOf(visits, 'person', salaries, 'person')));
  await share(product, owner, ['application', salaries.applicationId]);

  const columnsFor = async (token: string) =>
    (await product.call('GET /datasets/:id/related-columns', { id: visits.id }, { token })).body;
  const columns = await columnsFor(owner);
  expect(columns.map(({ label }) => label.en_US)).toEqual(['salaries › person', 'salaries › salary']);
  expect(await columnsFor(viewer)).toEqual([]);
  const { body: relations } = await product.call('GET /datasets/:id/relations', { id: visits.id }, { token: viewer });
  expect(relations).toEqual([]);
  const spec = specOf(visits.id, { dimensions: [by(columns[1]!.id)] });
  expect(rowsOf(await resultOf(product, spec, { token: owner }))).toEqual([
    [10, 1],
    [20, 1],
  ]);
  expect(await runQuery(product, spec, { token: viewer })).toMatchObject({ error: { code: 'related_dataset_hidden' } });
});
