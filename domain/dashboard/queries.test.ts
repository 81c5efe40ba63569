import { describe, expect, test } from 'vitest';

import {
  type Card,
  type ChartCard,
  type Control,
  type Dashboard,
  type DashboardState,
  type ChartPoint,
  type TimeRange,
  defaultState,
} from './dashboard.ts';
import { currentChartOf, currentPathOf, queriesOfCard } from './queries.ts';
import { type QuerySpec, emptyQuerySpec, type BuiltQuerySpec, type Span } from '#domain/query/query.ts';

const none = { en_US: '', zh_CN: '' };
const place = { x: 0, y: 0, width: 6, height: 6 };
const by = (column: string): BuiltQuerySpec['dimensions'][number] => ({ id: 'd', column, kind: 'value' });
const month: BuiltQuerySpec['dimensions'][number] = { id: 'd', column: 'at', kind: 'time', grain: { unit: 'month' } };

const specOf = (overrides: Partial<BuiltQuerySpec> = {}): BuiltQuerySpec => ({
  ...emptyQuerySpec('orders'),
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  ...overrides,
});

const cardOf = (id: string, spec: QuerySpec, overrides: Partial<ChartCard> = {}): ChartCard => ({
  id,
  title: none,
  place,
  kind: 'chart',
  chart: {
    ask: spec,
    drawing: { kind: spec.kind === 'query' && spec.dimensions.length > 0 ? 'bar_horizontal' : 'figure', options: {} },
  },
  time: 'dashboard',
  path: [],
  link: null,
  ...overrides,
});

const dashboardOf = (cards: Card[], overrides: Partial<Dashboard> = {}): Dashboard => ({
  format: 1,
  title: none,
  description: none,
  time: { span: null, compare: { kind: 'none' }, targets: [{ kind: 'column', dataset: 'orders', column: 'at' }] },
  controls: [],
  tabs: [{ id: 'tab', title: none, cards }],
  refresh: 0,
  ...overrides,
});

const stateOf = (overrides: Partial<DashboardState>): DashboardState => ({ ...defaultState, ...overrides });
const lastDays = (count: number): Span => ({ kind: 'last', count, grain: { unit: 'day' } });
const queryNow = (dashboard: Dashboard, card: ChartCard, state: DashboardState): BuiltQuerySpec =>
  currentChartOf(dashboard, card, state).chart.ask as BuiltQuerySpec;

const city: Control = {
  id: 'city',
  label: none,
  targets: [
    { kind: 'column', dataset: 'orders', column: 'city' },
    { kind: 'column', dataset: 'visits', column: 'town' },
  ],
  isMany: true,
  value: { kind: 'select', values: [] },
};
const chosen = { city: { kind: 'select' as const, values: ['Wuhan'] } };

describe('the time range', () => {
  const figure = cardOf('figure', specOf());
  const time = { span: lastDays(30), compare: { kind: 'previous' as const } };

  test('applies to cards whose dataset has a time column', () => {
    expect(queryNow(dashboardOf([figure]), figure, stateOf({ time })).period).toEqual({
      kind: 'during',
      column: 'at',
      ...time,
    });
  });

  test('without a span is all time, even for a card with its own period', () => {
    const own = cardOf('own', specOf({ period: { kind: 'during', column: 'at', ...time } }));
    expect(queryNow(dashboardOf([own]), own, defaultState).period).toEqual({ kind: 'all' });
  });

  test('does not apply to cards with their own time or without a time column, and is reported as ignored', () => {
    const period = { kind: 'during' as const, column: 'at', span: lastDays(7), compare: { kind: 'none' as const } };
    const own = cardOf('own', specOf({ period }), { time: 'own' });
    const timeless = cardOf('timeless', specOf({ dataset: 'cities' }));
    const dashboard = dashboardOf([own, timeless]);
    expect(queryNow(dashboard, own, stateOf({ time })).period).toEqual(period);
    expect(currentChartOf(dashboard, timeless, stateOf({ time })).ignored).toEqual([
      { op: 'during', column: 'at', span: time.span, source: 'time' },
    ]);
  });

  test.each<[number, string]>([
    [1, 'hour'],
    [30, 'day'],
    [200, 'month'],
    [20_000, 'year'],
  ])('of %d days changes a monthly line to one by %s', (days, unit) => {
    const spec = specOf({ dimensions: [month] });
    const line = cardOf('line', spec, { chart: { ask: spec, drawing: { kind: 'line', options: {} } } });
    const state = stateOf({ time: { span: lastDays(days), compare: { kind: 'none' } } });
    expect(queryNow(dashboardOf([line]), line, state).dimensions).toMatchObject([{ grain: { unit } }]);
  });

  test.each<[number, string]>([
    [30, 'day'],
    [90, 'week'],
    [200, 'month'],
  ])('of %d days changes monthly bars to bars by %s, no more than can be told apart', (days, unit) => {
    const spec = specOf({ dimensions: [month] });
    const bars = cardOf('bars', spec, { chart: { ask: spec, drawing: { kind: 'bar', options: {} } } });
    const state = stateOf({ time: { span: lastDays(days), compare: { kind: 'none' } } });
    expect(queryNow(dashboardOf([bars]), bars, state).dimensions).toMatchObject([{ grain: { unit } }]);
  });
});

describe('a control', () => {
  const orders = cardOf('orders', specOf());
  const visits = cardOf('visits', specOf({ dataset: 'visits' }));
  const other = cardOf('other', specOf({ dataset: 'other' }));
  const dashboard = dashboardOf([orders, visits, other], { controls: [city] });

  test('filters every dataset that it has a column for; other cards report it as ignored', () => {
    const state = stateOf({ values: chosen });
    expect(queryNow(dashboard, orders, state).filters).toEqual([
      { op: 'in', column: 'city', values: ['Wuhan'], source: 'city' },
    ]);
    expect(queryNow(dashboard, visits, state).filters).toEqual([
      { op: 'in', column: 'town', values: ['Wuhan'], source: 'city' },
    ]);
    expect(currentChartOf(dashboard, other, state)).toMatchObject({
      chart: { ask: { filters: [] } },
      ignored: [{ op: 'in', column: 'city', source: 'city' }],
    });
  });

  test('with a value of another kind falls back to its default', () => {
    const state = stateOf({
      values: { city: { kind: 'range', from: 1, to: 2 }, nobody: { kind: 'text', value: 'x' } },
    });
    expect(queryNow(dashboard, orders, state).filters).toEqual([]);
  });

  test('for a single value takes the first of several', () => {
    const single = dashboardOf([orders], { controls: [{ ...city, isMany: false }] });
    const state = stateOf({ values: { city: { kind: 'select', values: ['Wuhan', 'Xi’an'] } } });
    expect(queryNow(single, orders, state).filters).toMatchObject([{ values: ['Wuhan'] }]);
  });

  test.each([
    [{ kind: 'range', from: 1, to: null } as const, { op: 'at_least', value: 1 }],
    [{ kind: 'range', from: null, to: 2 } as const, { op: 'at_most', value: 2 }],
    [{ kind: 'range', from: 1, to: 2 } as const, { op: 'between', from: 1, to: 2 }],
    [{ kind: 'text', value: ' tea ' } as const, { op: 'contains', value: 'tea' }],
  ])('with %j makes the filter %j', (value, condition) => {
    const withControl = dashboardOf([orders], { controls: [{ ...city, value }] });
    expect(queryNow(withControl, orders, defaultState).filters).toEqual([
      { ...condition, column: 'city', source: 'city' },
    ]);
  });

  test('sets the parameter of a SQL card; without a value the saved one stays', () => {
    const written = { name: 'town', type: 'text' as const, value: 'Lhasa' };
    const sql = cardOf('sql', { kind: 'sql', sql: 'select $town', params: [written], limit: 10 });
    const targets = [{ kind: 'param' as const, card: 'sql', param: 'Town' }];
    const withControl = dashboardOf([sql], { controls: [{ ...city, targets }] });
    expect(currentChartOf(withControl, sql, stateOf({ values: chosen })).chart.ask).toMatchObject({
      params: [{ value: 'Wuhan' }],
    });
    expect(currentChartOf(withControl, sql, defaultState).chart.ask).toMatchObject({ params: [{ value: 'Lhasa' }] });
  });
});

describe('a pick', () => {
  const bars = cardOf('bars', specOf({ dimensions: [by('city')] }));
  const line = cardOf('line', specOf({ dimensions: [month] }));
  const visits = cardOf('visits', specOf({ dataset: 'visits' }));
  const dashboard = dashboardOf([bars, line, visits], { controls: [city] });

  test('filters every card but its own, and other datasets by columns that share a control', () => {
    const state = stateOf({ picks: [{ card: 'bars', points: [{ d: 'Wuhan' }] }] });
    expect(queryNow(dashboard, bars, state).filters).toEqual([]);
    expect(queryNow(dashboard, line, state).filters).toEqual([
      { op: 'equals', column: 'city', value: 'Wuhan', source: 'bars' },
    ]);
    expect(queryNow(dashboard, visits, state).filters).toEqual([
      { op: 'equals', column: 'town', value: 'Wuhan', source: 'bars' },
    ]);
  });

  test('of several values is one condition, including the empty value', () => {
    const state = stateOf({ picks: [{ card: 'bars', points: [{ d: 'Wuhan' }, { d: null }] }] });
    expect(queryNow(dashboard, line, state).filters).toEqual([
      { op: 'in', column: 'city', values: ['Wuhan', null], source: 'bars' },
    ]);
  });

  test('of several weekdays is one condition', () => {
    const weekday: BuiltQuerySpec['dimensions'][number] = { id: 'd', column: 'at', kind: 'date_part', part: 'weekday' };
    const week = { ...bars, chart: { ...bars.chart, ask: specOf({ dimensions: [weekday] }) } };
    const weekDashboard = { ...dashboard, tabs: [{ ...dashboard.tabs[0]!, cards: [week, line] }] };
    const state = stateOf({ picks: [{ card: 'bars', points: [{ d: 7 }, { d: 2 }] }] });
    expect(queryNow(weekDashboard, line, state).filters).toEqual([
      { op: 'date_part', column: 'at', part: 'weekday', numbers: [2, 7], source: 'bars' },
    ]);
  });

  test('without a column in a dataset is ignored there', () => {
    const state = stateOf({ picks: [{ card: 'line', points: [{ d: '2026-02-01' }] }] });
    expect(currentChartOf(dashboard, visits, state)).toMatchObject({
      chart: { ask: { filters: [] } },
      ignored: [{ op: 'between', column: 'at', from: '2026-02-01', to: '2026-02-28', source: 'line' }],
    });
  });

  test('of a time range ends with its last step', () => {
    const state = stateOf({ picks: [{ card: 'line', points: [{ d: { from: '2026-01-01', to: '2026-02-01' } }] }] });
    expect(queryNow(dashboard, bars, state).filters).toEqual([
      { op: 'between', column: 'at', from: '2026-01-01', to: '2026-02-28', source: 'line' },
    ]);
  });

  test('of one month is drawn by day on other cards over time, also with a comparison', () => {
    const weekly = cardOf('weekly', specOf({ dimensions: [month] }));
    const lineDashboard = dashboardOf([line, weekly]);
    const state = stateOf({ picks: [{ card: 'line', points: [{ d: '2026-02-01' }] }] });
    expect(queryNow(lineDashboard, weekly, state).dimensions).toEqual([{ ...month, grain: { unit: 'day' } }]);
    expect(queryNow(lineDashboard, line, state).dimensions).toEqual([month]);
    const compared = stateOf({ ...state, time: { span: lastDays(400), compare: { kind: 'previous' } } });
    expect(queryNow(lineDashboard, weekly, compared).dimensions).toEqual([{ ...month, grain: { unit: 'day' } }]);
    const half = stateOf({ picks: [{ card: 'line', points: [{ d: { from: '2026-01-01', to: '2026-06-01' } }] }] });
    expect(queryNow(lineDashboard, weekly, half).dimensions).toEqual([month]);
  });

  test('on a missing card or dimension changes nothing', () => {
    const picks = [
      { card: 'gone', points: [{ d: 'x' }] },
      { card: 'bars', points: [{ other: 'x', constructor: 'y' }] },
    ];
    expect(currentChartOf(dashboard, line, stateOf({ picks }))).toEqual(currentChartOf(dashboard, line, defaultState));
  });
});

describe('drilling down', () => {
  const path: ChartCard['path'] = [
    { column: 'at', kind: 'time', grain: { unit: 'month' } },
    { column: 'city', kind: 'value' },
  ];
  const year = { ...month, grain: { unit: 'year' as const } };
  const line = cardOf('line', specOf({ dimensions: [year] }), { path });
  line.chart.drawing.kind = 'line';
  const dashboard = dashboardOf([line]);
  const down = (...values: string[]) => stateOf({ drills: { line: values } });

  test('takes the next dimension of the path and filters by the value', () => {
    const { chart } = currentChartOf(dashboard, line, down('2026-01-01'));
    expect(chart).toMatchObject({ drawing: { kind: 'line' }, ask: { dimensions: [{ id: 'd', ...path[0] }] } });
    expect((chart.ask as BuiltQuerySpec).filters).toEqual([
      { op: 'between', column: 'at', from: '2026-01-01', to: '2026-12-31', source: 'line' },
    ]);
  });

  test('from time to values draws bars, largest first', () => {
    expect(currentChartOf(dashboard, line, down('2026-01-01', '2026-02-01')).chart).toMatchObject({
      drawing: { kind: 'bar_horizontal' },
      ask: { dimensions: [{ column: 'city' }], order: [{ kind: 'measure', id: 'n', direction: 'descending' }] },
    });
  });

  test('ends where the path ends', () => {
    const deep = currentChartOf(dashboard, line, down('2026-01-01', '2026-02-01', 'Wuhan', 'more'));
    expect(deep).toEqual(currentChartOf(dashboard, line, down('2026-01-01', '2026-02-01')));
  });

  test('filters the other cards, together with picks further down', () => {
    const figure = cardOf('figure', specOf());
    const state = { ...down('2026-01-01', '2026-02-01'), picks: [{ card: 'line', points: [{ d: 'Wuhan' }] }] };
    expect(queryNow(dashboardOf([line, figure]), figure, state).filters).toEqual([
      {
        op: 'all',
        filters: [
          { op: 'between', column: 'at', from: '2026-01-01', to: '2026-12-31' },
          { op: 'between', column: 'at', from: '2026-02-01', to: '2026-02-28' },
        ],
        source: 'line',
      },
      { op: 'equals', column: 'city', value: 'Wuhan', source: 'line' },
    ]);
  });

  test('skips path steps that the time range already covers', () => {
    const state = stateOf({
      time: { span: { kind: 'this', grain: { unit: 'year' }, until: 'now' }, compare: { kind: 'none' } },
    });
    expect(currentPathOf(dashboard, line, state)).toEqual([path[1]]);
  });
});

test('row cards follow the time range and the controls', () => {
  const rows = cardOf('rows', {
    kind: 'rows',
    dataset: 'orders',
    columns: [],
    filters: [],
    period: { kind: 'all' },
    order: [],
    limit: 100,
  });
  const time = { span: lastDays(30), compare: { kind: 'none' as const } };
  const state = stateOf({ time, values: chosen });
  expect(currentChartOf(dashboardOf([rows], { controls: [city] }), rows, state).chart.ask).toMatchObject({
    kind: 'rows',
    period: { kind: 'during', column: 'at', span: time.span },
    filters: [{ values: ['Wuhan'], source: 'city' }],
  });
});

describe('the queries of a card', () => {
  test('a number also queries its trend', () => {
    const figure = cardOf('figure', specOf());
    const time = { span: lastDays(30), compare: { kind: 'last_year' as const } };
    expect(queriesOfCard(dashboardOf([figure]), figure, stateOf({ time }))).toMatchObject([
      { name: '', spec: { period: time } },
      {
        name: 'course',
        spec: { dimensions: [{ column: 'at', grain: { unit: 'day' } }], period: { compare: { kind: 'none' } } },
      },
    ]);
  });

  test('a text queries each of its numbers, with the same filters', () => {
    const numbers = [{ name: 'total', ask: specOf(), style: null }];
    const text: Card = { id: 'text', title: none, place, kind: 'text', text: none, numbers };
    const dashboard = dashboardOf([text], { controls: [city] });
    expect(queriesOfCard(dashboard, text, stateOf({ values: chosen }))).toMatchObject([
      { name: 'total', spec: { filters: [{ values: ['Wuhan'] }] } },
    ]);
  });

  test('a divider queries nothing', () => {
    const divider: Card = { id: 'divider', title: none, place, kind: 'divider', isFolded: false };
    expect(queriesOfCard(dashboardOf([divider]), divider, defaultState)).toEqual([]);
  });
});

test('picked days are compared with the same days of the base period', () => {
  const targets = [{ kind: 'column' as const, dataset: 'orders', column: 'at' }];
  const byMonth = specOf({ dimensions: [month] });
  const line = { ask: byMonth, drawing: { kind: 'line' as const, options: {} } };
  const [days, total] = [cardOf('days', byMonth, { chart: line }), cardOf('total', specOf())];
  const queryFor = (time: TimeRange, points: ChartPoint[]) => {
    const dashboard = dashboardOf([days, total], { time: { ...time, targets } });
    return currentChartOf(dashboard, total, stateOf({ picks: [{ card: 'days', points }] })).chart.ask as BuiltQuerySpec;
  };
  const previous = { kind: 'previous' as const };
  const range = (from: string, to: string) => ({ kind: 'range', from, to });
  const brushed = queryFor({ span: lastDays(90), compare: previous }, [
    { d: { from: '2026-03-02', to: '2026-03-05' } },
  ]);
  expect(brushed).toMatchObject({
    period: { span: range('2026-03-02', '2026-03-05'), compare: { span: range('2025-12-02', '2025-12-05') } },
    filters: [],
  });
  const year: Span = { kind: 'last', count: 12, grain: { unit: 'month' } };
  expect(queryFor({ span: year, compare: previous }, [{ d: '2026-03-01' }]).period).toMatchObject({
    span: range('2026-03-01', '2026-03-31'),
    compare: { span: range('2025-03-01', '2025-03-31') },
  });
  const february: Span = { kind: 'previous', count: 1, grain: { unit: 'month' } };
  expect(queryFor({ span: february, compare: previous }, [{ d: '2026-03-31' }]).period).toMatchObject({
    compare: { span: range('2026-02-28', '2026-02-28') },
  });
  // Days that are not contiguous have no base.
  const scattered = [{ d: '2026-03-02' }, { d: '2026-03-09' }];
  expect(queryFor({ span: lastDays(90), compare: previous }, scattered).period).toMatchObject({
    span: lastDays(90),
    compare: { kind: 'none' },
  });
});
