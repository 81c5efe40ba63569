import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Card } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import type { DatasetChange, TestedDependent } from '#contract/datasets/uses.ts';
import { share } from '#server/testing/access.ts';
import { specOf, sqlOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

const columnOf = (name: string) => orders.columns.find((column) => column.name === name)!.id;
const sumOf = (column: string) => ({ kind: 'sum' as const, column: columnOf(column) });
const cardOf = (id: string, parts: Parameters<typeof specOf>[1]): Card =>
  chartCard(id, querySpecSchema.parse(specOf(orders.id, parts)), { title: { en_US: id, zh_CN: '' } });
const sqlCard = (id: string, sql: string): Card => chartCard(id, querySpecSchema.parse(sqlOf(sql)));

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', 'day,city,amount\n2026-01-01,Oslo,5\n2026-01-02,Bergen,7\n');
  const other = await loadFile(product, token, 'visits.csv', 'city,n\nOslo,1\n');
  const metric = { name: 'Revenue', label: { en_US: '', zh_CN: '' }, format: 'plain' as const, unit: '' };
  const { body } = await product.call(
    'POST /datasets/:id/metrics',
    { id: orders.id, ...metric, formula: sumOf('amount') },
    { token },
  );
  orders = body;
  const revenue = { kind: 'metric' as const, metric: orders.metrics[0]!.id };
  await createDashboard(
    product,
    token,
    dashboardOf(
      'Sales',
      [
        cardOf('total', { measures: [{ id: 'm', formula: sumOf('amount'), show: 'value' }] }),
        cardOf('revenue', { measures: [{ id: 'm', formula: revenue, show: 'value' }] }),
        cardOf('cities', { dimensions: [{ id: 'd', kind: 'value', column: columnOf('city') }] }),
        sqlCard('written', 'select city, sum(amount) as n from orders group by city'),
        sqlCard('elsewhere', 'select count(*) as n from visits'),
        sqlCard('nonsense', 'select orders from from'),
        chartCard('visits', other.id),
        textCard('words', 'orders'),
      ],
      {
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
            value: { kind: 'select', values: [] },
          },
        ],
      },
    ),
  );
  const chart = {
    ask: querySpecSchema.parse(specOf(orders.id, { measures: [{ id: 'm', formula: sumOf('amount'), show: 'value' }] })),
    drawing: { kind: 'figure' as const, options: {} },
  };
  await product.call('POST /charts', { name: 'Kept', chart }, { token });
  const alert = {
    name: 'Low',
    watch: {
      dataset: orders.id,
      formula: sumOf('amount'),
      filters: [{ op: 'equals' as const, column: columnOf('city'), value: 'Oslo' }],
      time: null,
      by: null,
      isRunning: false,
    },
    condition: { kind: 'below' as const, value: 1 },
    schedule: { kind: 'every' as const, minutes: 60 },
    zone: 'UTC',
    channels: [],
    origin: null,
  };
  await product.call('POST /alerts', alert, { token });
});
afterAll(() => product.close());

const nameOf = ({ kind, id, title }: Pick<TestedDependent, 'kind' | 'id' | 'title'>) =>
  kind === 'chart' || kind === 'metric' || kind === 'alert' ? `${kind} ${title.en_US}` : `${kind} ${id}`.trim();

test('uses of a dataset are listed with their columns; uses in SQL are found by table name', async () => {
  const { body } = await product.call('GET /datasets/:id/uses', { id: orders.id }, { token });
  const day = columnOf('day');
  expect(body.map((each) => [nameOf(each), each.columns])).toEqual([
    ['metric Revenue', [columnOf('amount')]],
    ['chart Kept', [columnOf('amount')]],
    ['card total', expect.arrayContaining([columnOf('amount')])],
    ['card revenue', expect.arrayContaining([])],
    ['card cities', [columnOf('city')]],
    ['card written', []],
    ['control city', [columnOf('city')]],
    ['time', [day]],
    ['alert Low', [columnOf('amount'), columnOf('city')]],
  ]);
  expect(body.filter(({ isSql }) => isSql).map(({ id }) => id)).toEqual(['written']);
  expect(body.find(({ id }) => id === 'total')).toMatchObject({
    title: { en_US: 'total' },
    dashboard: { title: { en_US: 'Sales' } },
  });
});

async function listBroken(change: DatasetChange): Promise<string[]> {
  const { body } = await product.call('POST /datasets/:id/uses/test', { id: orders.id, change }, { token });
  return body.filter(({ problem }) => problem).map((each) => `${nameOf(each)}: ${each.problem!.code}`);
}

test('a change of type breaks only the uses that need the old type', async () => {
  expect(await listBroken({ kind: 'type', column: columnOf('amount'), type: 'text' })).toEqual([
    'metric Revenue: column_not_number',
    'chart Kept: column_not_number',
    'card total: column_not_number',
    'card revenue: column_not_number',
    expect.stringMatching(/^card written: sql_/),
    'alert Low: column_not_number',
  ]);
  expect(await listBroken({ kind: 'type', column: columnOf('amount'), type: 'number' })).toEqual([]);
  // The value of its filter is not a number.
  expect(await listBroken({ kind: 'type', column: columnOf('city'), type: 'integer' })).toEqual([
    'alert Low: value_misfit',
  ]);
  expect(await listBroken({ kind: 'type', column: columnOf('day'), type: 'text' })).toContain('time: column_not_time');
});

test('uses of a removed column, metric or dataset are listed', async () => {
  expect(await listBroken({ kind: 'without_column', column: columnOf('city') })).toEqual([
    'card cities: column_unknown',
    expect.stringMatching(/^card written: sql_/),
    'control city: column_unknown',
    'alert Low: column_unknown',
  ]);
  expect(await listBroken({ kind: 'without_metric', metric: orders.metrics[0]!.id })).toEqual([
    expect.stringMatching(/^card revenue: /),
  ]);
  const all = await listBroken({ kind: 'without_dataset' });
  expect(all).toHaveLength(9);
  expect(all.every((line) => line.endsWith('dataset_gone'))).toBe(true);
  const { body: dataset } = await product.call('GET /datasets/:id', { id: orders.id }, { token });
  expect(dataset.columns).toEqual(orders.columns);
});

test('viewers can list uses, but only editors can check a change, and only of an existing column', async () => {
  const { token: viewer } = await createMember(product, token, 'viewer');
  const { body: uses } = await product.call('GET /datasets/:id/uses', { id: orders.id }, { token: viewer });
  expect(uses).toHaveLength(9);
  // An alert is visible to its creator and to owners.
  expect(uses.at(-1)).toMatchObject({ kind: 'hidden', title: { en_US: '' } });
  const change = { kind: 'without_dataset' as const };
  const tried = await product.call('POST /datasets/:id/uses/test', { id: orders.id, change }, { token: viewer });
  expect(tried.status).toBe(403);
  const gone = { kind: 'without_column' as const, column: 'c_nothing' };
  expect((await product.call('POST /datasets/:id/uses/test', { id: orders.id, change: gone }, { token })).status).toBe(
    404,
  );
});

test('tables and columns that the caller may not see are not revealed', async () => {
  const eve = await createMember(product, token, 'editor');
  const closed = await loadFile(product, token, 'salaries.csv', 'person,wage\nann,1\n');
  await share(product, token, ['application', closed.applicationId]);
  const own = await loadFile(product, eve.token, 'mine.csv', 'city,n\nOslo,1\n');
  const column = own.columns.find(({ name }) => name === 'n')!.id;
  const bound = [{ schema: null, name: 'salaries', dataset: closed.id }];
  const probes = [
    { sql: 'select n, wage from mine, salaries' },
    { sql: 'select n, nothing from mine, salaries' },
    { sql: 'select n from mine, no_such_table' },
    // A forged binding, which anyone who knows the id of a dataset could send.
    { sql: 'select n, wage from mine, salaries', tables: bound },
    { sql: 'select n, nothing from mine, salaries', tables: bound },
  ];
  const change = { kind: 'without_column' as const, column };
  const answers: unknown[] = [];
  for (const probe of probes) {
    const spec = { ...querySpecSchema.parse(sqlOf(probe.sql)), ...(probe.tables && { tables: probe.tables }) };
    const chart = { ask: spec, drawing: { kind: 'table' as const, options: {} } };
    const { body } = await product.call('POST /charts', { name: 'Probe', chart }, { token: eve.token });
    const uses = (await product.call('GET /datasets/:id/uses', { id: own.id }, { token: eve.token })).body;
    const tried = await product.call('POST /datasets/:id/uses/test', { id: own.id, change }, { token: eve.token });
    answers.push([uses.length, tried.status, tried.body.map(({ problem }) => problem)]);
    await product.call('DELETE /charts/:id', { id: (body as { id: string }).id }, { token: eve.token });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual(answers[2]);
  expect(answers[3]).toEqual(answers[4]);
  expect(JSON.stringify(answers)).not.toMatch(/salaries|wage|person/);
});
