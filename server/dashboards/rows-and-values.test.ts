import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { AnswerLine } from '#contract/queries/routes.ts';
import type { Card, Control, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { specOf, callLines, rowsOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;
let visits: Dataset;
let id: string;

const csv = `city,product,amount,at
Wuhan,tea,10,2026-01-01T10:00:00Z
Wuhan,rice,20,2026-01-02T10:00:00Z
Xi'an,tea,5,2026-02-02T23:30:00Z
,tea,1,2026-02-03T10:00:00Z
`;

const column = (name: string, of = orders) => of.columns.find((each) => each.name === name)!.id;
const target = (name: string, of = orders) => ({ kind: 'column' as const, dataset: of.id, column: column(name, of) });
const none = { en_US: '', zh_CN: '' };
const selectOf = (name: string, targets: Control['targets']): Control => ({
  id: name,
  label: none,
  targets,
  isMany: true,
  value: { kind: 'select', values: [] },
});

function cardsOf(): Card[] {
  const months = specOf(orders.id, {
    dimensions: [
      { id: 'month', kind: 'time', column: column('at'), grain: { unit: 'month' } },
      { id: 'city', kind: 'value', column: column('city') },
    ],
  });
  const common = { filters: [], period: { kind: 'all' }, top: { kind: 'every' }, order: [], limit: 100, totals: [] };
  return [
    chartCard('months', { ...common, ...months } as BuiltQuerySpec),
    chartCard('figure', orders.id),
    chartCard('sql', { kind: 'sql', sql: 'select 1 as n', params: [], limit: 10 }),
    textCard('text'),
  ];
}

beforeAll(async () => {
  product = await openTestProduct();
  const owner = (await createOwner(product)).token;
  orders = await loadFile(product, owner, 'orders.csv', csv);
  visits = await loadFile(product, owner, 'visits.csv', 'town,seconds\nWuhan,7\nLhasa,8\nLhasa,9\n');
  const dashboard = dashboardOf('Sales', cardsOf(), {
    time: { span: null, compare: { kind: 'none' }, targets: [target('at')] },
    controls: [
      selectOf('city', [target('city'), target('town', visits)]),
      selectOf('product', [target('product')]),
      selectOf('param', [{ kind: 'param', card: 'sql', param: 'x' }]),
      selectOf('lost', [{ kind: 'column', dataset: orders.id, column: 'lost' }]),
    ],
  });
  id = (await createDashboard(product, owner, dashboard)).id;
  token = (await createMember(product, owner, 'viewer')).token;
});
afterAll(() => product.close());

describe('the rows behind a point', () => {
  const read = async (card: string, point: object, state: Partial<DashboardState> = {}) => {
    const input = { id, state, zone: 'UTC', card, point };
    const response = await callLines<AnswerLine>(product, 'POST /dashboards/:id/rows', input, { token });
    const last = response.lines.at(-1);
    return last?.kind === 'result' ? rowsOf(last.result).map((row) => row.slice(0, 3)) : response.error.code;
  };

  test('have the whole time step and the value, with all columns, newest first', async () => {
    expect(await read('months', { month: '2026-01-01', city: 'Wuhan' })).toEqual([
      ['Wuhan', 'rice', 20],
      ['Wuhan', 'tea', 10],
    ]);
    expect(await read('months', { city: null })).toEqual([[null, 'tea', 1]]);
  });

  test('are filtered by the state of the dashboard', async () => {
    const values = { product: { kind: 'select' as const, values: ['tea'] } };
    const picks = [{ card: 'months', points: [{ month: '2026-01-01' }] }];
    expect(await read('figure', {}, { values, picks })).toEqual([['Wuhan', 'tea', 10]]);
  });

  test('do not exist for SQL, texts and missing cards', async () => {
    expect([await read('sql', { n: 1 }), await read('text', {}), await read('nothing', {})]).toEqual([
      'no_rows_behind',
      'no_rows_behind',
      'not_found',
    ]);
  });

  test('an invalid point is refused with a reason', async () => {
    expect(await read('months', { month: 'yesterday' })).toBe('value_misfit');
  });
});

describe('the values of a control', () => {
  const list = async (control: string, { search = '', state = {} }: { search?: string; state?: object } = {}) => {
    const input = { id, state, zone: 'UTC', control, search };
    const { body } = await product.call('POST /dashboards/:id/values', input, { token });
    return 'values' in body ? body.values.map(({ value, rows }) => [value, rows]) : (body as { code: string }).code;
  };

  test('come from all its datasets, by number of rows', async () => {
    expect(await list('city')).toEqual([
      ['Wuhan', 3],
      ['Lhasa', 2],
      ["Xi'an", 1],
      [null, 1],
    ]);
  });

  test('are searched by substring, ignoring case', async () => {
    expect(await list('city', { search: 'HA' })).toEqual([
      ['Wuhan', 3],
      ['Lhasa', 2],
    ]);
    expect(await list('city', { search: '%' })).toEqual([]);
  });

  test('are filtered by the other controls and the time range, not by the control itself', async () => {
    const rice = { product: { kind: 'select', values: ['rice'] }, city: { kind: 'select', values: ['Lhasa'] } };
    expect(await list('city', { state: { values: rice } })).toContainEqual(['Wuhan', 2]);
    const span = { kind: 'range', from: '2026-02-01', to: '2026-02-28' };
    const february = { time: { span, compare: { kind: 'previous' } } };
    expect(await list('product', { state: february })).toEqual([['tea', 2]]);
  });

  test('of a parameter are empty; a missing column is reported', async () => {
    expect([await list('param'), await list('lost'), await list('nothing')]).toEqual([
      [],
      'column_unknown',
      'not_found',
    ]);
  });
});

test('a run in the initial state saves a sketch for the list', async () => {
  const runWith = (state: object) =>
    callLines(product, 'POST /dashboards/:id/run', { id, state, zone: 'UTC' }, { token });
  const sketchNow = async () => {
    const { body } = await product.call('GET /dashboards', {}, { token });
    return body.find((each) => each.id === id)!.sketch.map(({ points }) => points);
  };
  await runWith({ values: { product: { kind: 'select', values: ['tea'] } } });
  await runWith({});
  const sketch = await waitFor(async () => {
    const points = await sketchNow();
    return points.some((each) => each.length > 0) ? points : undefined;
  });
  expect(sketch.flat().every((point) => point >= 0 && point <= 1)).toBe(true);
  // By month and city; as many points as groups.
  expect(sketch.find((each) => each.length === 3)).toEqual([1, 0.5, 0.5]);
});
