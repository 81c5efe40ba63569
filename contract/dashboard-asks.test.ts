import { describe, expect, test } from 'vitest';

import {
  type Card,
  type ChartCard,
  type Control,
  type Dashboard,
  type DashboardState,
  type Point,
  type TimeRange,
  plainState,
} from './dashboard.ts';
import { chartNow, pathNow, questionsOf } from './dashboard-asks.ts';
import { type Ask, emptyAsk, type QueryAsk, type Span } from './query.ts';

const none = { en_US: '', zh_CN: '' };
const place = { x: 0, y: 0, width: 6, height: 6 };
const by = (column: string): QueryAsk['dimensions'][number] => ({ id: 'd', column, kind: 'value' });
const month: QueryAsk['dimensions'][number] = { id: 'd', column: 'at', kind: 'time', grain: { unit: 'month' } };

const askOf = (told: Partial<QueryAsk> = {}): QueryAsk => ({
  ...emptyAsk('orders'),
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  ...told,
});

const cardOf = (id: string, ask: Ask, told: Partial<ChartCard> = {}): ChartCard => ({
  id,
  title: none,
  place,
  kind: 'chart',
  chart: {
    ask,
    drawing: { kind: ask.kind === 'query' && ask.dimensions.length > 0 ? 'bar_horizontal' : 'figure', options: {} },
  },
  time: 'dashboard',
  path: [],
  link: null,
  ...told,
});

const dashboardOf = (cards: Card[], told: Partial<Dashboard> = {}): Dashboard => ({
  format: 1,
  title: none,
  description: none,
  time: { span: null, compare: { kind: 'none' }, targets: [{ kind: 'column', dataset: 'orders', column: 'at' }] },
  controls: [],
  tabs: [{ id: 'tab', title: none, cards }],
  refresh: 0,
  ...told,
});

const stateOf = (told: Partial<DashboardState>): DashboardState => ({ ...plainState, ...told });
const lastDays = (count: number): Span => ({ kind: 'last', count, grain: { unit: 'day' } });
const queryNow = (dashboard: Dashboard, card: ChartCard, state: DashboardState): QueryAsk =>
  chartNow(dashboard, card, state).chart.ask as QueryAsk;

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
  const figure = cardOf('figure', askOf());
  const time = { span: lastDays(30), compare: { kind: 'previous' as const } };

  test('is put into cards whose dataset has a time column', () => {
    expect(queryNow(dashboardOf([figure]), figure, stateOf({ time })).period).toEqual({
      kind: 'during',
      column: 'at',
      ...time,
    });
  });

  test('without a span it is all time, whatever the card says', () => {
    const own = cardOf('own', askOf({ period: { kind: 'during', column: 'at', ...time } }));
    expect(queryNow(dashboardOf([own]), own, plainState).period).toEqual({ kind: 'all' });
  });

  test('leaves alone what has its own time, or no time column, and says so', () => {
    const period = { kind: 'during' as const, column: 'at', span: lastDays(7), compare: { kind: 'none' as const } };
    const own = cardOf('own', askOf({ period }), { time: 'own' });
    const timeless = cardOf('timeless', askOf({ dataset: 'cities' }));
    const dashboard = dashboardOf([own, timeless]);
    expect(queryNow(dashboard, own, stateOf({ time })).period).toEqual(period);
    expect(chartNow(dashboard, timeless, stateOf({ time })).ignored).toEqual([
      { op: 'during', column: 'at', span: time.span, source: 'time' },
    ]);
  });

  test.each<[number, string]>([
    [1, 'hour'],
    [30, 'day'],
    [200, 'month'],
    [20_000, 'year'],
  ])('of %d days makes a line by %s of one by month', (days, unit) => {
    const ask = askOf({ dimensions: [month] });
    const line = cardOf('line', ask, { chart: { ask, drawing: { kind: 'line', options: {} } } });
    const state = stateOf({ time: { span: lastDays(days), compare: { kind: 'none' } } });
    expect(queryNow(dashboardOf([line]), line, state).dimensions).toMatchObject([{ grain: { unit } }]);
  });

  test.each<[number, string]>([
    [30, 'day'],
    [90, 'week'],
    [200, 'month'],
  ])('of %d days makes bars by %s of those by month, not more than can be told apart', (days, unit) => {
    const ask = askOf({ dimensions: [month] });
    const bars = cardOf('bars', ask, { chart: { ask, drawing: { kind: 'bar', options: {} } } });
    const state = stateOf({ time: { span: lastDays(days), compare: { kind: 'none' } } });
    expect(queryNow(dashboardOf([bars]), bars, state).dimensions).toMatchObject([{ grain: { unit } }]);
  });
});

describe('a control', () => {
  const orders = cardOf('orders', askOf());
  const visits = cardOf('visits', askOf({ dataset: 'visits' }));
  const other = cardOf('other', askOf({ dataset: 'other' }));
  const dashboard = dashboardOf([orders, visits, other], { controls: [city] });

  test('filters every dataset that it has a column of, and the others say that they ignore it', () => {
    const state = stateOf({ values: chosen });
    expect(queryNow(dashboard, orders, state).filters).toEqual([
      { op: 'in', column: 'city', values: ['Wuhan'], source: 'city' },
    ]);
    expect(queryNow(dashboard, visits, state).filters).toEqual([
      { op: 'in', column: 'town', values: ['Wuhan'], source: 'city' },
    ]);
    expect(chartNow(dashboard, other, state)).toMatchObject({
      chart: { ask: { filters: [] } },
      ignored: [{ op: 'in', column: 'city', source: 'city' }],
    });
  });

  test('with a value of another kind is as its author made it', () => {
    const state = stateOf({
      values: { city: { kind: 'range', from: 1, to: 2 }, nobody: { kind: 'text', value: 'x' } },
    });
    expect(queryNow(dashboard, orders, state).filters).toEqual([]);
  });

  test('for one value takes the first of several', () => {
    const single = dashboardOf([orders], { controls: [{ ...city, isMany: false }] });
    const state = stateOf({ values: { city: { kind: 'select', values: ['Wuhan', 'Xi’an'] } } });
    expect(queryNow(single, orders, state).filters).toMatchObject([{ values: ['Wuhan'] }]);
  });

  test.each([
    [{ kind: 'range', from: 1, to: null } as const, { op: 'at_least', value: 1 }],
    [{ kind: 'range', from: null, to: 2 } as const, { op: 'at_most', value: 2 }],
    [{ kind: 'range', from: 1, to: 2 } as const, { op: 'between', from: 1, to: 2 }],
    [{ kind: 'text', value: ' tea ' } as const, { op: 'contains', value: 'tea' }],
  ])('with %j asks for %j', (value, condition) => {
    const asked = dashboardOf([orders], { controls: [{ ...city, value }] });
    expect(queryNow(asked, orders, plainState).filters).toEqual([{ ...condition, column: 'city', source: 'city' }]);
  });

  test('sets the parameter of a card in SQL; without a value it leaves what was written', () => {
    const written = { name: 'town', type: 'text' as const, value: 'Lhasa' };
    const sql = cardOf('sql', { kind: 'sql', sql: 'select $town', params: [written], limit: 10 });
    const targets = [{ kind: 'param' as const, card: 'sql', param: 'Town' }];
    const asked = dashboardOf([sql], { controls: [{ ...city, targets }] });
    expect(chartNow(asked, sql, stateOf({ values: chosen })).chart.ask).toMatchObject({ params: [{ value: 'Wuhan' }] });
    expect(chartNow(asked, sql, plainState).chart.ask).toMatchObject({ params: [{ value: 'Lhasa' }] });
  });
});

describe('a pick', () => {
  const bars = cardOf('bars', askOf({ dimensions: [by('city')] }));
  const line = cardOf('line', askOf({ dimensions: [month] }));
  const visits = cardOf('visits', askOf({ dataset: 'visits' }));
  const dashboard = dashboardOf([bars, line, visits], { controls: [city] });

  test('filters every card but its own, and other datasets by the columns that a control ties', () => {
    const state = stateOf({ picks: [{ card: 'bars', points: [{ d: 'Wuhan' }] }] });
    expect(queryNow(dashboard, bars, state).filters).toEqual([]);
    expect(queryNow(dashboard, line, state).filters).toEqual([
      { op: 'equals', column: 'city', value: 'Wuhan', source: 'bars' },
    ]);
    expect(queryNow(dashboard, visits, state).filters).toEqual([
      { op: 'equals', column: 'town', value: 'Wuhan', source: 'bars' },
    ]);
  });

  test('of several values is one condition, the empty one among them', () => {
    const state = stateOf({ picks: [{ card: 'bars', points: [{ d: 'Wuhan' }, { d: null }] }] });
    expect(queryNow(dashboard, line, state).filters).toEqual([
      { op: 'in', column: 'city', values: ['Wuhan', null], source: 'bars' },
    ]);
  });

  test('of several weekdays is one condition, too', () => {
    const weekday: QueryAsk['dimensions'][number] = { id: 'd', column: 'at', kind: 'date_part', part: 'weekday' };
    const week = { ...bars, chart: { ...bars.chart, ask: askOf({ dimensions: [weekday] }) } };
    const board = { ...dashboard, tabs: [{ ...dashboard.tabs[0]!, cards: [week, line] }] };
    const state = stateOf({ picks: [{ card: 'bars', points: [{ d: 7 }, { d: 2 }] }] });
    expect(queryNow(board, line, state).filters).toEqual([
      { op: 'date_part', column: 'at', part: 'weekday', numbers: [2, 7], source: 'bars' },
    ]);
  });

  test('that has no column in a dataset is ignored there', () => {
    const state = stateOf({ picks: [{ card: 'line', points: [{ d: '2026-02-01' }] }] });
    expect(chartNow(dashboard, visits, state)).toMatchObject({
      chart: { ask: { filters: [] } },
      ignored: [{ op: 'between', column: 'at', from: '2026-02-01', to: '2026-02-28', source: 'line' }],
    });
  });

  test('of a stretch of time reaches to the end of its last step', () => {
    const state = stateOf({ picks: [{ card: 'line', points: [{ d: { from: '2026-01-01', to: '2026-02-01' } }] }] });
    expect(queryNow(dashboard, bars, state).filters).toEqual([
      { op: 'between', column: 'at', from: '2026-01-01', to: '2026-02-28', source: 'line' },
    ]);
  });

  test('of one month is drawn in its days on other cards over time, and so are its bars', () => {
    const weekly = cardOf('weekly', askOf({ dimensions: [month] }));
    const board = dashboardOf([line, weekly]);
    const state = stateOf({ picks: [{ card: 'line', points: [{ d: '2026-02-01' }] }] });
    expect(queryNow(board, weekly, state).dimensions).toEqual([{ ...month, grain: { unit: 'day' } }]);
    expect(queryNow(board, line, state).dimensions).toEqual([month]);
    const compared = stateOf({ ...state, time: { span: lastDays(400), compare: { kind: 'previous' } } });
    expect(queryNow(board, weekly, compared).dimensions).toEqual([{ ...month, grain: { unit: 'day' } }]);
    const half = stateOf({ picks: [{ card: 'line', points: [{ d: { from: '2026-01-01', to: '2026-06-01' } }] }] });
    expect(queryNow(board, weekly, half).dimensions).toEqual([month]);
  });

  test('on a card or a dimension that is not there changes nothing', () => {
    const picks = [
      { card: 'gone', points: [{ d: 'x' }] },
      { card: 'bars', points: [{ other: 'x', constructor: 'y' }] },
    ];
    expect(chartNow(dashboard, line, stateOf({ picks }))).toEqual(chartNow(dashboard, line, plainState));
  });
});

describe('going down', () => {
  const path: ChartCard['path'] = [
    { column: 'at', kind: 'time', grain: { unit: 'month' } },
    { column: 'city', kind: 'value' },
  ];
  const year = { ...month, grain: { unit: 'year' as const } };
  const line = cardOf('line', askOf({ dimensions: [year] }), { path });
  line.chart.drawing.kind = 'line';
  const dashboard = dashboardOf([line]);
  const down = (...values: string[]) => stateOf({ drills: { line: values } });

  test('takes the next step of the path and filters by the value', () => {
    const { chart } = chartNow(dashboard, line, down('2026-01-01'));
    expect(chart).toMatchObject({ drawing: { kind: 'line' }, ask: { dimensions: [{ id: 'd', ...path[0] }] } });
    expect((chart.ask as QueryAsk).filters).toEqual([
      { op: 'between', column: 'at', from: '2026-01-01', to: '2026-12-31', source: 'line' },
    ]);
  });

  test('from time to names gives bars, the largest first', () => {
    expect(chartNow(dashboard, line, down('2026-01-01', '2026-02-01')).chart).toMatchObject({
      drawing: { kind: 'bar_horizontal' },
      ask: { dimensions: [{ column: 'city' }], order: [{ kind: 'measure', id: 'n', direction: 'descending' }] },
    });
  });

  test('ends where the path ends', () => {
    const deep = chartNow(dashboard, line, down('2026-01-01', '2026-02-01', 'Wuhan', 'more'));
    expect(deep).toEqual(chartNow(dashboard, line, down('2026-01-01', '2026-02-01')));
  });

  test('is followed by the other cards, together with what is picked further down', () => {
    const figure = cardOf('figure', askOf());
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

  test('leaves out steps that the time range has already taken', () => {
    const state = stateOf({
      time: { span: { kind: 'this', grain: { unit: 'year' }, until: 'now' }, compare: { kind: 'none' } },
    });
    expect(pathNow(dashboard, line, state)).toEqual([path[1]]);
  });
});

test('plain rows follow the time range and the controls', () => {
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
  expect(chartNow(dashboardOf([rows], { controls: [city] }), rows, state).chart.ask).toMatchObject({
    kind: 'rows',
    period: { kind: 'during', column: 'at', span: time.span },
    filters: [{ values: ['Wuhan'], source: 'city' }],
  });
});

describe('the questions of a card', () => {
  test('a figure also asks for its course', () => {
    const figure = cardOf('figure', askOf());
    const time = { span: lastDays(30), compare: { kind: 'last_year' as const } };
    expect(questionsOf(dashboardOf([figure]), figure, stateOf({ time }))).toMatchObject([
      { name: '', ask: { period: time } },
      {
        name: 'course',
        ask: { dimensions: [{ column: 'at', grain: { unit: 'day' } }], period: { compare: { kind: 'none' } } },
      },
    ]);
  });

  test('a text asks for each of its numbers, under the same filters', () => {
    const numbers = [{ name: 'total', ask: askOf(), style: null }];
    const text: Card = { id: 'text', title: none, place, kind: 'text', text: none, numbers };
    const dashboard = dashboardOf([text], { controls: [city] });
    expect(questionsOf(dashboard, text, stateOf({ values: chosen }))).toMatchObject([
      { name: 'total', ask: { filters: [{ values: ['Wuhan'] }] } },
    ]);
  });

  test('a divider asks nothing', () => {
    const divider: Card = { id: 'divider', title: none, place, kind: 'divider', isFolded: false };
    expect(questionsOf(dashboardOf([divider]), divider, plainState)).toEqual([]);
  });
});

test('days that are picked are compared with the same days of the time before', () => {
  const targets = [{ kind: 'column' as const, dataset: 'orders', column: 'at' }];
  const byMonth = askOf({ dimensions: [month] });
  const line = { ask: byMonth, drawing: { kind: 'line' as const, options: {} } };
  const [days, total] = [cardOf('days', byMonth, { chart: line }), cardOf('total', askOf())];
  const askedFor = (time: TimeRange, points: Point[]) => {
    const dashboard = dashboardOf([days, total], { time: { ...time, targets } });
    return chartNow(dashboard, total, stateOf({ picks: [{ card: 'days', points }] })).chart.ask as QueryAsk;
  };
  const previous = { kind: 'previous' as const };
  const range = (from: string, to: string) => ({ kind: 'range', from, to });
  const brushed = askedFor({ span: lastDays(90), compare: previous }, [
    { d: { from: '2026-03-02', to: '2026-03-05' } },
  ]);
  expect(brushed).toMatchObject({
    period: { span: range('2026-03-02', '2026-03-05'), compare: { span: range('2025-12-02', '2025-12-05') } },
    filters: [],
  });
  const year: Span = { kind: 'last', count: 12, grain: { unit: 'month' } };
  expect(askedFor({ span: year, compare: previous }, [{ d: '2026-03-01' }]).period).toMatchObject({
    span: range('2026-03-01', '2026-03-31'),
    compare: { span: range('2025-03-01', '2025-03-31') },
  });
  const february: Span = { kind: 'previous', count: 1, grain: { unit: 'month' } };
  expect(askedFor({ span: february, compare: previous }, [{ d: '2026-03-31' }]).period).toMatchObject({
    compare: { span: range('2026-02-28', '2026-02-28') },
  });
  // Of days here and there, nothing is said of the time before.
  const scattered = [{ d: '2026-03-02' }, { d: '2026-03-09' }];
  expect(askedFor({ span: lastDays(90), compare: previous }, scattered).period).toMatchObject({
    span: lastDays(90),
    compare: { kind: 'none' },
  });
});
