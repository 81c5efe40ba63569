import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Lineage } from '#contract/lineage/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { share } from '#server/testing/access.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, sqlOf } from '#server/testing/queries.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;
let visits: Dataset;
let dashboard: string;
let alert: string;
const none = { en_US: '', zh_CN: '' };

beforeAll(async () => {
  product = await openTestProduct();
  const owner = await createOwner(product);
  token = owner.token;
  orders = await loadFile(product, token, 'orders.csv', 'city,amount\nOslo,5\n');
  visits = await loadFile(product, token, 'visits.csv', 'city,n\nOslo,1\n');
  const formula = { kind: 'sum' as const, column: orders.columns[1]!.id };
  const metric = { id: orders.id, name: 'Revenue', label: none, format: 'plain' as const, unit: '', formula };
  orders = (await product.call('POST /datasets/:id/metrics', metric, { token })).body;
  const revenue = {
    id: 'm',
    formula: { kind: 'metric' as const, metric: orders.metrics[0]!.id },
    show: 'value' as const,
  };
  const cards = [
    chartCard('revenue', querySpecSchema.parse(specOf(orders.id, { measures: [revenue] })), {
      title: { en_US: 'Revenue card', zh_CN: '' },
    }),
    chartCard('count', orders.id),
    chartCard('visits', querySpecSchema.parse(sqlOf('select n from visits'))),
  ];
  dashboard = (await createDashboard(product, token, dashboardOf('Sales', cards))).id;
  await createDashboard(product, token, dashboardOf('Counts', [chartCard('count', orders.id)]));
  const input = {
    name: 'Low',
    watch: { dataset: orders.id, formula, filters: [], time: null, by: null, isRunning: false },
    condition: { kind: 'below', value: 1 },
    schedule: { kind: 'every', minutes: 60 },
    zone: 'UTC',
    channels: [],
    origin: { dashboard, card: 'count' },
  } satisfies ApiInput<'POST /alerts'>;
  alert = (await product.call('POST /alerts', input, { token })).body.id;
  const state = { time: null, values: {}, picks: [], drills: {} };
  const recipients = [{ kind: 'member' as const, member: owner.member.id, state }];
  const schedule = { kind: 'daily' as const, at: '08:00' };
  const report = {
    id: dashboard,
    name: 'Daily',
    format: 'pdf' as const,
    schedule,
    zone: 'UTC',
    recipients,
    isPaused: false,
  };
  await product.call('POST /dashboards/:id/reports', report, { token });
});
afterAll(() => product.close());

/** Edges by title. */
function edgesOf({ nodes, edges }: Lineage): string[] {
  const nameOf = (key: string) => {
    const { kind, title } = nodes.find((node) => node.key === key)!;
    return `${kind} ${title.en_US}`;
  };
  return edges.map(({ from, to }) => `${nameOf(from)} > ${nameOf(to)}`).toSorted();
}

const outside = ['dashboard Sales > alert Low', 'dashboard Sales > report Daily'];

test('the lineage of a dataset goes from its application to alerts and reports', async () => {
  const { body } = await product.call('GET /datasets/:id/lineage', { id: orders.id }, { token });
  expect(edgesOf(body)).toEqual(
    [
      'application Files > dataset orders',
      'dataset orders > metric Revenue',
      'dataset orders > dashboard Sales',
      'dataset orders > dashboard Counts',
      'dataset orders > alert Low',
      'metric Revenue > dashboard Sales',
      ...outside,
    ].toSorted(),
  );
  const sales = body.nodes.find(({ id }) => id === dashboard)!;
  expect(sales.cards.map(({ id }) => id)).toEqual(['revenue', 'count']);
  expect(sales.cards[0]!.title.en_US).toBe('Revenue card');
});

test('the lineage of a dashboard has its datasets, including those of SQL, but no other uses of them', async () => {
  const { body } = await product.call('GET /dashboards/:id/lineage', { id: dashboard }, { token });
  const edges = edgesOf(body);
  expect(edges).toEqual(expect.arrayContaining(['dataset visits > dashboard Sales', ...outside]));
  expect(edges.join()).not.toContain('Counts');
});

test('the lineage of a metric or an alert has only its own sources and uses', async () => {
  const input = { id: orders.id, metric: orders.metrics[0]!.id };
  const { body: ofMetric } = await product.call('GET /datasets/:id/metrics/:metric/lineage', input, { token });
  expect(ofMetric.nodes.find(({ id }) => id === dashboard)!.cards.map(({ id }) => id)).toEqual(['revenue']);
  expect(edgesOf(ofMetric).join()).not.toContain('Counts');
  const { body: ofAlert } = await product.call('GET /alerts/:id/lineage', { id: alert }, { token });
  expect(edgesOf(ofAlert)).toEqual([
    'application Files > dataset orders',
    'dashboard Sales > alert Low',
    'dataset orders > alert Low',
    'dataset orders > dashboard Sales',
  ]);
});

test('hidden uses are only counted', async () => {
  const { token: viewer } = await createMember(product, token, 'viewer');
  await share(product, token, ['dashboard', dashboard]);
  const { body } = await product.call('GET /datasets/:id/lineage', { id: orders.id }, { token: viewer });
  expect(JSON.stringify(body)).not.toMatch(/Sales|Low|Daily/);
  // Two cards and the alert.
  expect(body.hidden).toBe(3);
  expect((await product.call('GET /alerts/:id/lineage', { id: alert }, { token: viewer })).status).toBe(404);
  expect((await product.call('GET /dashboards/:id/lineage', { id: dashboard }, { token: viewer })).status).toBe(404);
  await share(product, token, ['dashboard', dashboard], { everyone: 'view' });
});

test('a related dataset feeds the queries that use its columns', async () => {
  const keys = [{ column: orders.columns[0]!.id, relatedColumn: visits.columns[0]!.id }];
  const { body: relation } = await product.call(
    'POST /datasets/:id/relations',
    { id: orders.id, related: visits.id, label: none, cardinality: 'many_to_one', keys },
    { token },
  );
  const column = `${relation.id}.${visits.columns[1]!.id}`;
  const related = querySpecSchema.parse(specOf(orders.id, { dimensions: [{ id: 'd', kind: 'value', column }] }));
  const { id } = await createDashboard(product, token, dashboardOf('Related', [chartCard('related', related)]));
  const { body } = await product.call('GET /datasets/:id/lineage', { id: visits.id }, { token });
  const edges = edgesOf(body);
  expect(edges).toEqual(
    expect.arrayContaining(['dataset visits > dataset orders', 'dataset orders > dashboard Related']),
  );
  expect(edges.join()).not.toContain('Counts');
  await product.call('DELETE /dashboards/:id', { id }, { token });
  await product.call('DELETE /datasets/:id/relations/:relation', { id: orders.id, relation: relation.id }, { token });
});
