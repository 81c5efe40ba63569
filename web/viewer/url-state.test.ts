import { describe, expect, test } from 'vitest';

import {
  type Card,
  type Control,
  type Dashboard,
  type DashboardState,
  defaultState,
} from '#domain/dashboard/dashboard.ts';
import type { Span } from '#domain/query/query.ts';
import { queryText, readState, unreadableIn, writeState } from './url-state.ts';

const none = { en_US: '', zh_CN: '' };
const place = { x: 0, y: 0, width: 6, height: 6 };
const target = { kind: 'column' as const, dataset: 'orders', column: 'city' };

const control = (id: string, value: Control['value'], isMany = true): Control => ({
  id,
  label: none,
  targets: [target],
  isMany,
  value,
});

const card: Card = {
  id: 'c1',
  kind: 'chart',
  title: none,
  place,
  time: 'dashboard',
  link: null,
  path: [
    { kind: 'value', column: 'city' },
    { kind: 'value', column: 'district' },
  ],
  chart: {
    ask: {
      kind: 'query',
      dataset: 'orders',
      dimensions: [
        { id: 'd1', column: 'province', kind: 'value' },
        { id: 'd2', column: 'day', kind: 'time', grain: { unit: 'day' } },
        { id: 'd3', column: 'name', kind: 'value' },
      ],
      measures: [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
      filters: [],
      period: { kind: 'all' },
      top: { kind: 'every' },
      order: [],
      limit: 100,
      totals: [],
    },
    drawing: { kind: 'bar', options: {} },
  },
};

const dashboard: Dashboard = {
  format: 1,
  title: none,
  description: none,
  time: { span: { kind: 'last', count: 30, grain: { unit: 'day' } }, compare: { kind: 'previous' }, targets: [] },
  controls: [
    control('city', { kind: 'select', values: [] }),
    control('grade', { kind: 'select', values: ['A'] }),
    control('one', { kind: 'select', values: [] }, false),
    control('price', { kind: 'range', from: null, to: null }),
    control('name', { kind: 'text', value: '' }),
  ],
  tabs: [{ id: 't1', title: none, cards: [card, { ...card, id: 'c2' }] }],
  refresh: 0,
};

const write = (state: Partial<DashboardState>) =>
  queryText(writeState(new URLSearchParams(), { ...defaultState, ...state }, dashboard));
const read = (text: string) => readState(new URLSearchParams(text), dashboard);
const roundTrip = (state: Partial<DashboardState>) => read(write(state));

describe('writeState', () => {
  test('writes readable parameters', () => {
    const text = write({
      time: { span: { kind: 'last', count: 7, grain: { unit: 'day' } }, compare: { kind: 'last_year' } },
      values: {
        city: { kind: 'select', values: ['Paris', 2024, null, true] },
        price: { kind: 'range', from: 10, to: null },
        name: { kind: 'text', value: 'lamp' },
      },
      picks: [{ card: 'c1', points: [{ d1: 'Hunan', d2: '2026-01-01' }, { d1: 'Hubei' }] }],
      drills: { c2: ['Hunan', 'Changsha'] },
    });
    expect(text).toBe(
      '?time=last_7_day&vs=last_year&f.city=Paris,2024,empty,true&f.price=10..max&f.name=lamp' +
        '&p.c1=d1:Hunan,d2:2026-01-01;d1:Hubei&d.c2=Hunan,Changsha',
    );
  });

  test('omits values that equal the defaults of the dashboard', () => {
    expect(write({})).toBe('');
    const { span, compare } = dashboard.time;
    expect(write({ time: { span, compare }, values: { grade: { kind: 'select', values: ['A'] } } })).toBe('');
    expect(write({ time: { span, compare: { kind: 'none' } } })).toBe('?vs=none');
    expect(read('vs=none').time).toEqual({ span, compare: { kind: 'none' } });
  });

  test('keeps other parameters', () => {
    const search = new URLSearchParams('tab=t1&time=all&view=v1&f.city=x&mode=present');
    expect(writeState(search, defaultState, dashboard).toString()).toBe('tab=t1&mode=present');
  });

  test('does not end in punctuation that chat programs cut off', () => {
    const text = write({ values: { name: { kind: 'text', value: 'etc.' } } });
    expect(text).toBe('?f.name=etc%2e');
    expect(read(text).values['name']).toEqual({ kind: 'text', value: 'etc.' });
  });
});

const spans: (Span | null)[] = [
  null,
  { kind: 'last', count: 10_000, grain: { unit: 'minute' } },
  { kind: 'last', count: 2, grain: { unit: 'week', start: 'sunday' } },
  { kind: 'this', grain: { unit: 'week', start: 'monday' }, until: 'now' },
  { kind: 'this', grain: { unit: 'fiscal_year', start: 12 }, until: 'end' },
  { kind: 'previous', count: 1, grain: { unit: 'iso_week' } },
  { kind: 'last', count: 90, grain: { unit: 'day' }, anchor: 'newest' },
  { kind: 'previous', count: 1, grain: { unit: 'week', start: 'monday' }, anchor: 'newest' },
  { kind: 'range', from: '2024-02-29', to: '2026-01-31' },
];

const texts = [
  '',
  ' ',
  ' a ',
  ',',
  'a,b',
  'a;b',
  'a:b',
  'a..b',
  '"',
  '\\',
  '\\"',
  'a"b\\',
  '5',
  '007',
  'true',
  'empty',
  'null',
  'any',
  'min',
  '北京',
  '🙂',
  'a&b=c#d?e%20+f',
  'line\nbreak',
  '__proto__',
  'toString',
  '<script>alert(1)</script>',
  '2026-01-01T00:00:00Z',
];

describe('round trip', () => {
  test.each(spans)('preserves the span %j', (span) => {
    expect(roundTrip({ time: { span, compare: { kind: 'none' } } }).time).toEqual({ span, compare: { kind: 'none' } });
    if (!span) return;
    const compare = { kind: 'custom' as const, span };
    expect(roundTrip({ time: { span: null, compare } }).time).toEqual({ span: null, compare });
  });

  test.each(texts)('preserves the text %j', (text) => {
    const set: DashboardState = {
      time: null,
      values: { city: { kind: 'select', values: [text, 'x', text] }, one: { kind: 'select', values: [text] } },
      picks: [{ card: 'c1', points: [{ d1: text, d3: { from: text, to: text } }, { d1: null }] }],
      drills: { c1: [text, text] },
    };
    expect(roundTrip(set)).toEqual(set);
    const named = { name: { kind: 'text' as const, value: text } };
    expect(roundTrip({ values: named }).values).toEqual(text === '' ? {} : named);
  });

  test.each([0, -1.5, 1e15, 1e-7, true, false, null])('preserves the value %j', (value) => {
    const values = { city: { kind: 'select' as const, values: [value] } };
    expect(roundTrip({ values }).values).toEqual(values);
  });

  test('preserves an empty value over a default', () => {
    const values = { grade: { kind: 'select' as const, values: [] } };
    expect(write({ values })).toBe('?f.grade=any');
    expect(roundTrip({ values }).values).toEqual(values);
  });

  test.each([
    [null, 5],
    [-5, null],
    [-2.5, 1e15],
  ])('preserves the range %j to %j', (from, to) => {
    const values = { price: { kind: 'range' as const, from, to } };
    expect(roundTrip({ values }).values).toEqual(values);
  });
});

describe('ignores damaged parameters', () => {
  test.each([
    'time=',
    'time=last_0_day',
    'time=last_10001_day',
    'time=last_7_eon',
    'time=last_7_week',
    'time=this_3_day',
    'time=2026-02-30..2026-03-01',
    'time=2026-03-02..2026-03-01',
    'time=2026-01-01',
    'time=fiscal_year_13',
    'vs=yesterday',
    'vs=',
    'f.gone=1',
    'f.=1',
    'f.one=a,b',
    'f.city=a,',
    'f.city="a',
    'f.city="a"b',
    'f.city=1000000000000001',
    `f.city=${'x'.repeat(1001)}`,
    `f.city=${Array.from({ length: 1001 }, () => 'x').join(',')}`,
    'f.city=%00',
    'f.price=1',
    'f.price=a..b',
    'f.price=1..2..3',
    'f.name=%00',
    `f.name=${'x'.repeat(1001)}`,
    'p.gone=d1:a',
    'p.c1=a',
    'p.c1=',
    'p.c1=d9:a',
    'p.c1=d1:true..2',
    'd.c1=a,b,c',
    'd.c1=',
    'd.gone=a',
    'd.c1="',
  ])('%s', (text) => {
    expect(read(text)).toEqual(defaultState);
  });

  test('without affecting the others', () => {
    expect(read('time=nonsense&vs=none&f.city=a,&f.grade=B')).toEqual({
      ...defaultState,
      time: { span: dashboard.time.span, compare: { kind: 'none' } },
      values: { grade: { kind: 'select', values: ['B'] } },
    });
  });
});

describe('unreadableIn', () => {
  const unreadable = (text: string) => unreadableIn(new URLSearchParams(text), dashboard);

  test('lists the unreadable parameters, which are not applied', () => {
    const text =
      'time=soon&vs=&f.gone=1&f.price=x..y&p.c1=d2:2026-99-99..x&p.c2=d2:true&d.c1=a,b,c&tab=t9&mode=present&view=v1';
    expect(unreadable(text)).toEqual(['time', 'vs', 'f.gone', 'f.price', 'p.c1', 'p.c2', 'd.c1', 'tab']);
    expect(read(text)).toEqual(defaultState);
  });

  test('lists invalid or reversed time steps', () => {
    for (const mark of ['2026-02-30', '2026-03-01..2026-02-01', 'x', '5', '2026-01-01..7', '2026-01-01Tx']) {
      expect(unreadable(`p.c1=d2:${mark}`)).toEqual(['p.c1']);
    }
  });

  test('lists nothing for readable parameters', () => {
    const text =
      'time=all&vs=none&f.city=x&p.c1=d1:5,d2:2026-01-01..2026-01-31&p.c2=d2:2026-01-01T05:00:00Z&d.c1=Hunan';
    expect(unreadable(`${text}&tab=t1`)).toEqual([]);
    expect(read(text).picks).toHaveLength(2);
  });
});
