import { expect, test } from 'vitest';

import { type ChartCard, type Dashboard, type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { linkedState, droppedColumns } from './linked-dashboard.ts';

const texts = { en_US: '', zh_CN: '' };
const specOf = (dimensions: BuiltQuerySpec['dimensions']): BuiltQuerySpec => ({
  kind: 'query',
  dataset: 'orders',
  dimensions,
  measures: [{ id: 'm', formula: { kind: 'count' }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 100,
  totals: [],
});
const card = (id: string, dimensions: BuiltQuerySpec['dimensions']): ChartCard => ({
  id,
  kind: 'chart',
  title: texts,
  place: { x: 0, y: 0, width: 6, height: 6 },
  chart: { ask: specOf(dimensions), drawing: { kind: 'bar', options: {} } },
  time: 'dashboard',
  path: [],
  link: 'other',
});
const target = (column: string) => ({ kind: 'column' as const, dataset: 'orders', column });
const dashboard = (cards: ChartCard[], controls: string[]): Dashboard => ({
  format: 1,
  title: texts,
  description: texts,
  time: { span: null, compare: { kind: 'none' }, targets: [target('at')] },
  controls: controls.map((column) => ({
    id: `c-${column}`,
    label: texts,
    targets: [target(column)],
    isMany: true,
    value: { kind: 'select', values: [] },
  })),
  tabs: [{ id: 't', title: texts, cards }],
  refresh: 0,
});

const byCity = card('a', [{ id: 'd', column: 'city', kind: 'value' }]);
const byMonth = card('b', [{ id: 'd', column: 'at', kind: 'time', grain: { unit: 'month' } }]);
const from = dashboard([byCity, byMonth], ['kind']);
const to = dashboard([], ['city', 'kind']);
const state = (change: Partial<DashboardState>): DashboardState => ({ ...defaultState, ...change });

test('turns picked values into values of the control for the same column', () => {
  const set = state({ picks: [{ card: 'a', points: [{ d: 'Rome' }, { d: null }] }] });
  expect(linkedState(to, { dashboard: from, state: set }, 'a').values).toEqual({
    'c-city': { kind: 'select', values: ['Rome', null] },
  });
});

test('carries control values and picks on other cards', () => {
  const set = state({
    values: { 'c-kind': { kind: 'select', values: ['x'] } },
    picks: [{ card: 'a', points: [{ d: 'Rome' }] }],
  });
  expect(Object.keys(linkedState(to, { dashboard: from, state: set }, 'b').values)).toEqual(['c-city', 'c-kind']);
});

test('turns a picked month into the time range', () => {
  const set = state({ picks: [{ card: 'b', points: [{ d: '2026-03-01' }] }] });
  expect(linkedState(to, { dashboard: from, state: set }, 'b').time?.span).toEqual({
    kind: 'range',
    from: '2026-03-01',
    to: '2026-03-31',
  });
});

test('carries the time range without a pick', () => {
  const time = {
    span: { kind: 'last' as const, count: 7, grain: { unit: 'day' as const } },
    compare: { kind: 'previous' as const },
  };
  expect(linkedState(to, { dashboard: from, state: state({ time }) }, 'a').time).toEqual(time);
});

test('reports columns without a matching control or value', () => {
  const set = state({
    values: { 'c-kind': { kind: 'select', values: ['x'] } },
    picks: [
      { card: 'a', points: [{ d: 'Rome' }] },
      { card: 'b', points: [{ d: '2026-03-01' }] },
    ],
  });
  const of = (other: Dashboard, id: string) =>
    droppedColumns(other, { dashboard: from, state: set }, id).map(({ column }) => column);
  expect(of(to, 'b')).toEqual([]);
  expect(of(to, 'a')).toEqual(['at']);
  expect(of(dashboard([], ['city']), 'b')).toEqual(['kind']);
});
