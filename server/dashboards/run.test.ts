import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Card, ChartCard, Control, Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type QuerySpec, emptyQuerySpec, type BuiltQuerySpec, type Result } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { callLines, endlessQuery, openLines, resultOf, rowsOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let viewer: string;
let orders: Dataset;
let visits: Dataset;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  viewer = (await createMember(product, token, 'viewer')).token;
  orders = await loadFile(
    product,
    token,
    'orders.csv',
    `city,product,amount,at
Wuhan,tea,10,2026-01-01T10:00:00Z
Wuhan,rice,20,2026-01-02T10:00:00Z
Xi'an,tea,5,2026-02-02T23:30:00Z
,tea,1,2026-02-03T10:00:00Z
`,
  );
  visits = await loadFile(product, token, 'visits.csv', 'town,seconds\nWuhan,7\nLhasa,8\n');
});
afterAll(() => product.close());

const column = (name: string, of = orders) => of.columns.find((each) => each.name === name)!.id;
const specOf = (parts: Partial<BuiltQuerySpec> = {}): BuiltQuerySpec => ({
  ...emptyQuerySpec(orders.id),
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  ...parts,
});
const byCity = (parts: Partial<BuiltQuerySpec> = {}) =>
  specOf({ dimensions: [{ id: 'd', column: column('city'), kind: 'value' }], ...parts });
const byMonth = () =>
  specOf({ dimensions: [{ id: 'd', column: column('at'), kind: 'time', grain: { unit: 'month' } }] });
const sqlSpec = (sql: string, params: Extract<QuerySpec, { kind: 'sql' }>['params'] = []): QuerySpec => ({
  kind: 'sql',
  sql,
  params,
  limit: 100,
});
const cardOf = (id: string, spec: QuerySpec, parts: Partial<ChartCard> = {}): ChartCard => ({
  ...(chartCard(id, spec, {
    chart: { ask: spec, drawing: { kind: 'bar_horizontal', options: {} } },
    ...parts,
  }) as ChartCard),
});
const figureOf = (id: string, spec: QuerySpec) =>
  cardOf(id, spec, { chart: { ask: spec, drawing: { kind: 'figure', options: {} } } });

const sharedControl = (): Control => ({
  id: 'city',
  label: { en_US: 'City', zh_CN: '城市' },
  targets: [
    { kind: 'column', dataset: orders.id, column: column('city') },
    { kind: 'column', dataset: visits.id, column: column('town', visits) },
  ],
  isMany: true,
  value: { kind: 'select', values: [] },
});

const make = (cards: Card[], parts: Partial<Dashboard> = {}) =>
  createDashboard(product, token, { ...dashboardOf('Sales', cards), ...parts });

type TestRunOptions = {
  state?: Partial<DashboardState>;
  cards?: string[];
  first?: string[];
  draft?: boolean;
  as?: string;
};

async function run(id: string, { as = token, state = {}, ...input }: TestRunOptions = {}) {
  const response = await callLines<RunLine>(
    product,
    'POST /dashboards/:id/run',
    { id, state, zone: 'UTC', ...input },
    { token: as },
  );
  const results = response.lines.filter((line) => line.kind === 'result');
  const errors = response.lines.flatMap((line) => (line.kind === 'error' && 'card' in line ? [line] : []));
  return {
    ...response,
    order: response.lines.flatMap((line) => ('card' in line ? [`${line.card} ${line.name}`.trim()] : [])),
    rows: (card: string, name = '') => {
      const line = results.find((each) => each.card === card && each.name === name);
      return line && rowsOf(line.result);
    },
    result: (card: string, name = ''): Result | undefined =>
      results.find((each) => each.card === card && each.name === name)?.result,
    error: (card: string) => errors.find((each) => each.card === card)?.error,
  };
}

describe('a run', () => {
  test('answers every query of every card and then ends', async () => {
    const number = { name: 'total', ask: specOf(), style: null };
    const text: Card = { ...(textCard('text') as Extract<Card, { kind: 'text' }>), numbers: [number] };
    const { id } = await make([cardOf('bars', byCity()), text]);
    const ran = await run(id);
    expect(ran.rows('bars')).toEqual([
      ['Wuhan', 2],
      ["Xi'an", 1],
      [null, 1],
    ]);
    expect(ran.rows('text', 'total')).toEqual([[4]]);
    expect(ran.lines.at(-1)).toEqual({ kind: 'end' });
  });

  test('answers only the selected cards, visible ones first', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const { id } = await make(ids.map((each, n) => cardOf(each, byCity({ limit: 10 + n }))));
    const ran = await run(id, { cards: ['a', 'c', 'd', 'unknown'], first: ['d', 'unknown'] });
    expect(ran.order[0]).toBe('d');
    expect(ran.order.toSorted()).toEqual(['a', 'c', 'd']);
  });

  test('applies the time range, and a number card has its trend', async () => {
    const targets = [{ kind: 'column' as const, dataset: orders.id, column: column('at') }];
    const { id } = await make([figureOf('figure', specOf())], {
      time: { span: null, compare: { kind: 'none' }, targets },
    });
    const time = {
      span: { kind: 'range' as const, from: '2026-01-01', to: '2026-01-31' },
      compare: { kind: 'none' as const },
    };
    const ran = await run(id, { state: { time } });
    expect(ran.rows('figure')).toEqual([[2]]);
    expect(ran.rows('figure', 'course')).toEqual([
      ['2026-01-01', 1],
      ['2026-01-02', 1],
    ]);
  });

  test('applies picks and controls to two datasets, and the proof lists applied and ignored filters', async () => {
    const town = specOf({ dataset: visits.id });
    const { id } = await make([cardOf('bars', byCity()), cardOf('months', byMonth()), cardOf('visits', town)], {
      controls: [sharedControl()],
    });
    const picked = await run(id, { state: { picks: [{ card: 'bars', points: [{ d: 'Wuhan' }] }] } });
    expect([picked.rows('bars')?.length, picked.rows('months'), picked.rows('visits')]).toEqual([
      3,
      [['2026-01-01', 2]],
      [[1]],
    ]);
    expect(picked.result('visits')?.proof.applied).toMatchObject([{ value: 'Wuhan', source: 'bars' }]);
    const brushed = await run(id, {
      state: {
        values: { city: { kind: 'select', values: ["Xi'an", null] } },
        picks: [{ card: 'months', points: [{ d: '2026-02-01' }] }],
      },
    });
    expect(brushed.rows('bars')).toEqual([
      ["Xi'an", 1],
      [null, 1],
    ]);
    expect(brushed.result('visits')?.proof.ignored).toMatchObject([{ source: 'months' }]);
  });

  test('merges queries that differ only in their measures, with the same answers as alone', async () => {
    const sum = { formula: { kind: 'sum' as const, column: column('amount') }, show: 'value' as const };
    const specs = {
      count: byCity({ totals: [[]] }),
      sum: byCity({ measures: [{ id: 's', ...sum }], totals: [[]] }),
      both: byCity({
        measures: [
          { id: 'x', ...sum, show: 'share' },
          { id: 'n', ...sum },
        ],
        totals: [[]],
      }),
    };
    const { id } = await make(Object.entries(specs).map(([name, spec]) => cardOf(name, spec)));
    const ran = await run(id);
    const results = Object.keys(specs).map((name) => ran.result(name)!);
    expect(new Set(results.map(({ proof }) => proof.answeredAt)).size).toBe(1);
    for (const [name, spec] of Object.entries(specs)) {
      const { columns, values, totals, proof } = await resultOf(product, spec, { token, fresh: true });
      const { sql, params, applied, rowsReturned } = proof;
      expect(ran.result(name)).toMatchObject({
        columns,
        values,
        totals,
        proof: { sql, params, applied, rowsReturned },
      });
    }
  });

  test('with `draft` uses the caller’s own draft', async () => {
    const { id } = await make([cardOf('a', specOf())]);
    const dashboard = dashboardOf('Sales', [cardOf('b', specOf())]);
    await product.call('PUT /dashboards/:id/draft', { id, base: 1, dashboard }, { token });
    expect((await run(id, { draft: true })).order).toEqual(['b']);
    expect((await run(id, { draft: true, as: viewer })).order).toEqual(['a']);
  });
});

describe('SQL', () => {
  test('on a published dashboard is answered for viewers, with time bounds', async () => {
    const params = [
      { name: 'from', type: 'date' as const, value: '2000-01-01' },
      { name: 'to', type: 'date' as const, value: '2000-01-01' },
    ];
    const sql = sqlSpec(
      'select $from as a, $to as b, count(*) as n from orders where "at"::date between $from and $to',
      params,
    );
    const { id } = await make([cardOf('sql', sql)]);
    const time = {
      span: { kind: 'range' as const, from: '2026-01-01', to: '2026-01-31' },
      compare: { kind: 'none' as const },
    };
    const ran = await run(id, { as: viewer, state: { time } });
    expect(ran.error('sql')).toBeUndefined();
    expect(ran.rows('sql')).toEqual([['2026-01-01', '2026-01-31', 2]]);
    expect((await run(id, { as: viewer })).rows('sql')).toEqual([['2000-01-01', '2000-01-01', 0]]);
  });

  test('that runs too long is stopped when the reader leaves', async () => {
    const { sql } = endlessQuery();
    const { id } = await make([cardOf('slow', sqlSpec(sql)), cardOf('quick', specOf())]);
    const input = { id, state: {}, zone: 'UTC' };
    const { lines, disconnect: leave } = await openLines<RunLine>(product, 'POST /dashboards/:id/run', {
      input,
      token,
    });
    for await (const line of lines()) if ('card' in line) break;
    leave();
    // A query that was not stopped would block the only process that answers this one.
    expect(await resultOf(product, specOf(), { token, fresh: true })).toBeDefined();
  });
});

describe('errors of a card', () => {
  const good = () => cardOf('good', specOf());

  test('caused by a trashed or deleted dataset, a missing column or failing SQL do not affect other cards', async () => {
    const gone = await loadFile(product, token, 'gone.csv', 'a\n1\n');
    const { id } = await make([
      cardOf('trash', specOf({ dataset: gone.id })),
      cardOf('nothing', specOf({ dataset: 'nothing' })),
      cardOf('column', specOf({ dimensions: [{ id: 'd', column: 'lost', kind: 'value' }] })),
      cardOf('sql', sqlSpec('select nonsense from orders')),
      good(),
    ]);
    await product.call('DELETE /datasets/:id', { id: gone.id }, { token });
    const ran = await run(id);
    expect(['trash', 'nothing', 'column', 'sql'].map((card) => ran.error(card)?.code)).toEqual([
      'dataset_gone',
      'dataset_gone',
      'column_unknown',
      'sql_column_unknown',
    ]);
    expect(ran.error('column')?.message).not.toContain('lost');
    expect(ran.rows('good')).toEqual([[4]]);
  });

  test('are reported for values of the wrong kind, and unknown parts of the state are ignored', async () => {
    const path: ChartCard['path'] = [{ column: column('product'), kind: 'value' }];
    const { id } = await make([cardOf('bars', byCity(), { path }), good()], { controls: [sharedControl()] });
    const misfit = await run(id, { state: { values: { city: { kind: 'select', values: [7] } } } });
    expect(misfit.error('bars')?.code).toBe('value_misfit');
    const invalid = await run(id, {
      state: {
        values: { city: { kind: 'range', from: 1, to: 2 }, nothing: { kind: 'text', value: 'x' } },
        picks: [
          { card: 'nothing', points: [{ d: 'x' }] },
          { card: 'bars', points: [{ nothing: 'x' }] },
        ],
        drills: { bars: ['Wuhan', 'tea', 'more'], nothing: ['x'] },
      },
    });
    // Only the existing drill step is applied, to the card itself and to the others.
    expect([invalid.rows('good'), invalid.rows('bars')]).toEqual([
      [[2]],
      [
        ['rice', 1],
        ['tea', 1],
      ],
    ]);
  });

  test('a missing or trashed dashboard is not run', async () => {
    const { id } = await make([good()]);
    await product.call('DELETE /dashboards/:id', { id }, { token });
    expect((await run(id)).status).toBe(404);
    expect((await run('nothing')).status).toBe(404);
  });
});

test('two hundred cards are answered without delaying another query', async () => {
  const cards = Array.from({ length: 200 }, (_, n) => cardOf(`c${n}`, byCity({ limit: n + 1 })));
  const { id } = await make(cards);
  const input = { id, state: {}, zone: 'UTC' };
  const { lines } = await openLines<RunLine>(product, 'POST /dashboards/:id/run', { input, token });
  const response: string[] = [];
  let answeredBefore: Promise<number> | undefined;
  for await (const line of lines()) {
    answeredBefore ??= resultOf(product, byMonth(), { token: viewer, fresh: true }).then(() => response.length);
    expect(line.kind).not.toBe('error');
    if (line.kind === 'result') response.push(line.card);
  }
  expect(response).toHaveLength(200);
  expect(await answeredBefore).toBeLessThan(150);
});
