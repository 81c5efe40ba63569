import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { share } from '#server/testing/access.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { runQuery, specOf, resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { attributeRuleOf, everyone, regionRows, ruleOf, setRules } from '#server/testing/row-rules.ts';

let product: TestProduct;
let owner: NewSession;
/** An editor and a viewer who may only view the dataset. */
let [bo, vi]: NewSession[] = [];
let dataset: Dataset;
let region: string;
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  bo = await createMember(product, owner.token, 'editor');
  vi = await createMember(product, owner.token, 'viewer');
  dataset = await loadFile(product, owner.token, 'sales.csv', regionRows);
  region = columnOf('region');
  await share(product, owner.token, ['application', dataset.applicationId], { everyone: 'view' });
});
afterAll(() => product.close());
beforeEach(() => setRules(product, owner.token, dataset.id, [ruleOf(everyone, region, ['广东'])]));

const columnOf = (name: string) => dataset.columns.find((column) => column.name === name)!.id;

const countFor = async ({ token }: NewSession) => {
  const { result, error } = await runQuery(product, specOf(dataset.id), { token });
  return result ? rowsOf(result)[0]![0] : error.code;
};

const rowsFor = async ({ token }: NewSession, sql: string) => rowsOf(await resultOf(product, sqlOf(sql), { token }));

const attributesOf = (member: NewSession, attributes: Record<string, string[]>) =>
  product.call('PUT /members/:id/attributes', { id: member.member.id, attributes }, { token: owner.token });

test('members see the rows of their rules and managers see all rows, in any order of queries', async () => {
  expect([await countFor(owner), await countFor(bo!), await countFor(owner), await countFor(vi!)]).toEqual([
    6, 3, 6, 3,
  ]);
  await setRules(product, owner.token, dataset.id, [ruleOf(everyone, region, ['上海'])]);
  expect([await countFor(bo!), await countFor(owner), await countFor(bo!)]).toEqual([1, 6, 1]);
  await setRules(product, owner.token, dataset.id, null);
  expect(await countFor(bo!)).toBe(6);
});

test('a member sees the rows of all their rules; a member without a rule gets an error', async () => {
  const forBo = { kind: 'member' as const, id: bo!.member.id };
  const { body: group } = await product.call(
    'POST /groups',
    { name: `North ${Date.now()}`, description: '', claim: null, members: [bo!.member.id] },
    { token: owner.token },
  );
  const forGroup = { kind: 'group' as const, id: group.id };
  const rules = [ruleOf(forBo, region, ['广东'], 'one'), ruleOf(forGroup, region, ['北京'], 'two')];
  await setRules(product, owner.token, dataset.id, rules);
  expect([await countFor(bo!), await countFor(vi!)]).toEqual([5, 'rows_hidden']);
  const { id, claimed: _, ...fields } = group;
  await product.call('PUT /groups/:id', { id, ...fields, members: [vi!.member.id] }, { token: owner.token });
  expect([await countFor(bo!), await countFor(vi!)]).toEqual([3, 2]);
  await product.call('DELETE /groups/:id', { id }, { token: owner.token });
  expect([await countFor(bo!), await countFor(vi!)]).toEqual([3, 'rows_hidden']);
  const { body } = await product.call('GET /datasets/:id/row-rules', { id: dataset.id }, { token: owner.token });
  expect(body.broken).toEqual(['two']);
});

test('a rule by attribute uses the values of the member; without any, the error names the attribute', async () => {
  await setRules(product, owner.token, dataset.id, [attributeRuleOf(region)]);
  await attributesOf(bo!, { region: ['北京', '上海'] });
  expect(await countFor(bo!)).toBe(3);
  const { error } = await runQuery(product, specOf(dataset.id), { token: vi!.token });
  expect(error).toMatchObject({ code: 'row_attribute_missing', message: expect.stringContaining('region') });
  await attributesOf(bo!, { region: ['广东'] });
  expect(await countFor(bo!)).toBe(3);
  await attributesOf(bo!, {});
  expect(await countFor(bo!)).toBe('row_attribute_missing');
  await setRules(product, owner.token, dataset.id, [attributeRuleOf(columnOf('amount'), 'limit')]);
  await attributesOf(bo!, { limit: ['4', '777'] });
  expect(await countFor(bo!)).toBe(2);
  await attributesOf(bo!, { limit: ['four'] });
  expect(await countFor(bo!)).toBe('row_rule_broken');
});

test('a rule whose column is gone shows nothing and is reported to managers', async () => {
  await product.query(`update row_rules set rules = replace(rules::text, $2, 'gone')::jsonb where dataset_id = $1`, [
    dataset.id,
    region,
  ]);
  await product.call('PUT /members/:id/attributes', { id: vi!.member.id, attributes: {} }, { token: owner.token });
  expect([await countFor(bo!), await countFor(owner)]).toEqual(['row_rule_broken', 6]);
  const { body } = await product.call('GET /datasets/:id/row-rules', { id: dataset.id }, { token: owner.token });
  expect(body.broken).toEqual(['everyone-1']);
  const invalid = [ruleOf(everyone, 'nothing', ['广东'], 'new')];
  const input = { id: dataset.id, rules: invalid, zone: 'UTC' };
  const answer = await product.call('PUT /datasets/:id/row-rules', input, { token: owner.token });
  expect(answer.body.code).toBe('row_rule_invalid');
});

test('a rule can have ten thousand values', async () => {
  const values = Array.from({ length: 9_999 }, (_, index) => `region ' ${index} \\`);
  await setRules(product, owner.token, dataset.id, [ruleOf(everyone, region, [...values, '广东'])]);
  expect(await countFor(bo!)).toBe(3);
  expect(await rowsFor(bo!, 'select count(*) from sales')).toEqual([[3]]);
});

test('SQL reads only visible rows, however it reads them', async () => {
  const attempts = [
    'select * from sales',
    'select s.name from sales s join sales t on true',
    'with s as (select * from sales) select max(name), sum(amount) from s',
    'select * from (select name from sales union all select name from sales) u',
    `select name from sales where region <> '广东' or 1 = 1`,
    'select (select max(name) from sales), count(*) from sales',
    'select name from sales order by amount desc limit 1',
    `select * from sales where region in ('北京', '上海')`,
  ];
  for (const sql of attempts) {
    const text = JSON.stringify(await rowsFor(bo!, sql));
    expect([sql, text]).toEqual([sql, expect.not.stringMatching(/canary|北京|上海|777|1084/)]);
    expect(JSON.stringify(await rowsFor(owner, 'select * from sales'))).toContain('canary');
  }
});

// Conditions on one column are evaluated while it is read, before all others; this one is on two columns.
test('errors of SQL reveal nothing about hidden rows', async () => {
  const filters = ['region', 'name'].map((name) => ({ op: 'starts' as const, column: columnOf(name), value: '广' }));
  const rows = { kind: 'some' as const, attributes: [], filters: [{ op: 'any' as const, filters }] };
  await setRules(product, owner.token, dataset.id, [{ ...ruleOf(everyone, region, []), rows }]);
  const cast = process.env['SHUJU_TEST_ROWS'] === 'warehouse' ? 'toInt64(name)' : 'cast(name as integer)';
  for (const sql of [
    `select count(*) from sales where name like 'canary%' and ${cast} > 0`,
    `select count(*) from sales where amount > 50 and ${cast} > 0`,
    `select sum(${cast}) from sales where amount >= 100`,
  ]) {
    const { result, error } = await runQuery(product, sqlOf(sql), { token: bo!.token });
    expect([sql, error]).toEqual([sql, undefined]);
    expect(JSON.stringify(result!.values)).not.toMatch(/[1-9]/);
  }
});

test('a proof reveals neither the rule nor the number of rows', async () => {
  const { proof } = await resultOf(product, specOf(dataset.id), { token: bo!.token });
  expect(JSON.stringify([proof.sql, proof.params])).not.toContain('广东');
  expect(proof).toMatchObject({ rowsRead: null, datasets: [{ rows: null, newest: null }] });
});

test('pages, profiles and counts cover only visible rows', async () => {
  const page = async (input: object, { token }: NewSession) =>
    (await product.call('POST /datasets/:id/rows', { id: dataset.id, ...input }, { token })).body;
  expect((await page({}, bo!)).rows.map((row) => row[1])).toEqual(['open-a', 'open-b', null]);
  expect(await page({ offset: 2, limit: 1 }, bo!)).toMatchObject({ total: 3, rows: [['广东', null, 4, '2026-01-02']] });
  const order = { column: columnOf('amount'), direction: 'descending' };
  expect((await page({ order, limit: 1 }, bo!)).rows[0]![2]).toBe(4);
  expect((await page({ filters: [{ op: 'contains', column: columnOf('name'), value: 'OPEN' }] }, bo!)).total).toBe(2);
  expect((await page({}, owner)).total).toBe(6);
  const profile = async ({ token }: NewSession) =>
    (await product.call('GET /datasets/:id/profile', { id: dataset.id }, { token })).body;
  const [whole, own] = [await profile(owner), await profile(bo!)];
  expect([whole.rows, own.rows]).toEqual([6, 3]);
  expect(own.columns.find(({ column }) => column === columnOf('amount'))).toMatchObject({ max: 4, distinct: 3 });
  expect(JSON.stringify(own)).not.toMatch(/canary|北京/);
});

test('managers of a dataset can preview the rows that a member sees; others cannot', async () => {
  const seeAs = (member: NewSession, { token }: NewSession) =>
    product.call('POST /datasets/:id/row-rules/preview', { id: dataset.id, member: member.member.id }, { token });
  const { body } = await seeAs(bo!, owner);
  expect([body.total, body.rows.map(([name]) => name)]).toEqual([3, ['广东', '广东', '广东']]);
  expect([(await seeAs(owner, bo!)).status, (await seeAs(bo!, vi!)).status]).toEqual([403, 403]);
});

test('hidden rows of a related dataset are not joined', async () => {
  const orders = await loadFile(product, owner.token, 'orders.csv', 'customer\nopen-a\ncanary-c\n');
  await share(product, owner.token, ['application', orders.applicationId], { everyone: 'view' });
  const keys = [{ column: orders.columns[0]!.id, relatedColumn: columnOf('name') }];
  const label = { en_US: '', zh_CN: '' };
  const relation = { id: orders.id, related: dataset.id, keys, label, cardinality: 'many_to_one' as const };
  const { body } = await product.call('POST /datasets/:id/relations', relation, { token: owner.token });
  const dimension = { id: 'd', kind: 'value' as const, column: `${body.id}.${region}` };
  const regionsFor = async ({ token }: NewSession) =>
    rowsOf(await resultOf(product, specOf(orders.id, { dimensions: [dimension] }), { token })).map(([value]) => value);
  expect(new Set(await regionsFor(owner))).toEqual(new Set(['广东', '北京']));
  expect(new Set(await regionsFor(bo!))).toEqual(new Set(['广东', null]));
  await product.call('DELETE /datasets/:id', { id: orders.id }, { token: owner.token });
});

test('a rule can use calculated columns, which are computed in the zone of the rule, not of the reader', async () => {
  const times = 'name,at\nopen-a,2026-01-05T22:30:00Z\ncanary-c,2026-01-06T10:00:00Z\n';
  const orders = await loadFile(product, owner.token, 'times.csv', times);
  await share(product, owner.token, ['application', orders.applicationId], { everyone: 'view' });
  const formula = { id: orders.id, name: 'hour', formula: 'hour(at)', label: { en_US: '', zh_CN: '' } };
  const { body } = await product.call('POST /datasets/:id/calculated-columns', formula, { token: owner.token });
  const hour = body.columns.find(({ name }) => name === 'hour')!.id;
  await setRules(product, owner.token, orders.id, [ruleOf(everyone, hour, [22])]);
  const name = orders.columns.find((column) => column.name === 'name')!.id;
  const spec = specOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column: name }] });
  for (const zone of ['UTC', 'Asia/Shanghai', 'America/Los_Angeles']) {
    expect(rowsOf(await resultOf(product, spec, { token: bo!.token, zone }))).toEqual([['open-a', 1]]);
    const sql = sqlOf('select name from times');
    expect(rowsOf(await resultOf(product, sql, { token: bo!.token, zone }))).toEqual([['open-a']]);
  }
  const { body: page } = await product.call('POST /datasets/:id/rows', { id: orders.id }, { token: bo!.token });
  expect([page.total, page.rows[0]![0]]).toEqual([1, 'open-a']);
  await attributesOf(bo!, { shift: ['10'] });
  await setRules(product, owner.token, orders.id, [attributeRuleOf(hour, 'shift')]);
  expect(rowsOf(await resultOf(product, spec, { token: bo!.token }))).toEqual([['canary-c', 1]]);
  await product.call('DELETE /datasets/:id', { id: orders.id }, { token: owner.token });
});

test('a rule on a column of a related dataset is refused with the reason', async () => {
  const rules = [ruleOf(everyone, `relation.${region}`, ['广东'], 'new')];
  const input = { id: dataset.id, rules, zone: 'UTC' };
  const { body } = await product.call('PUT /datasets/:id/row-rules', input, { token: owner.token });
  expect(body.code).toBe('row_rule_related');
});
