import { expect, test } from 'vitest';

import { type Card, type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { countChanges, hasTime, withoutDrill, withoutPick, withoutValue, withTime } from './changes.ts';

const none = { en_US: '', zh_CN: '' };
const week = { kind: 'last' as const, count: 7, grain: { unit: 'day' as const } };
const month = { kind: 'last' as const, count: 30, grain: { unit: 'day' as const } };

const dashboard: Dashboard = {
  format: 1,
  title: none,
  description: none,
  time: { span: month, compare: { kind: 'previous' }, targets: [] },
  controls: [
    {
      id: 'city',
      label: none,
      targets: [{ kind: 'column', dataset: 'orders', column: 'city' }],
      isMany: true,
      value: { kind: 'select', values: ['Paris'] },
    },
  ],
  tabs: [{ id: 't1', title: none, cards: [] }],
  refresh: 0,
};

const changed = {
  time: { span: week, compare: { kind: 'none' as const } },
  values: { city: { kind: 'select' as const, values: [] } },
  picks: [{ card: 'c1', points: [{ d1: 'x' }] }],
  drills: { c2: ['x'], c3: [] },
};

test('counts differences from the defaults', () => {
  expect(countChanges(dashboard, defaultState)).toBe(0);
  expect(countChanges(dashboard, changed)).toBe(5);
  expect(countChanges(dashboard, { ...defaultState, values: { city: { kind: 'select', values: ['Paris'] } } })).toBe(0);
});

test('reverts each change separately', () => {
  expect(withoutValue(changed, 'city').values).toEqual({});
  expect(withoutPick(changed, 'c1').picks).toEqual([]);
  expect(withoutDrill(changed, 'c2').drills).toEqual({ c3: [] });
  const spanned = withTime(dashboard, changed, { span: month });
  expect(spanned.time).toEqual({ span: month, compare: { kind: 'none' } });
  expect(withTime(dashboard, spanned, { compare: { kind: 'previous' } }).time).toBeNull();
});

test('offers a time range only if it has targets', () => {
  expect(hasTime(dashboard)).toBe(false);
  const targets = [{ kind: 'column' as const, dataset: 'orders', column: 'at' }];
  expect(hasTime({ ...dashboard, time: { ...dashboard.time, targets } })).toBe(true);
});

test('clears picks and drills on time steps when the range changes their grain', () => {
  const months: Card = {
    id: 'c1',
    kind: 'chart',
    title: none,
    place: { x: 0, y: 0, width: 6, height: 6 },
    time: 'dashboard',
    path: [{ kind: 'time', column: 'at', grain: { unit: 'day' } }],
    link: null,
    chart: {
      ask: {
        ...emptyQuerySpec('orders'),
        dimensions: [{ id: 'd1', column: 'at', kind: 'time', grain: { unit: 'month' } }],
      },
      drawing: { kind: 'line', options: {} },
    },
  };
  const year = { kind: 'last' as const, count: 12, grain: { unit: 'month' as const } };
  const timed: Dashboard = {
    ...dashboard,
    time: { span: year, compare: { kind: 'none' }, targets: [{ kind: 'column', dataset: 'orders', column: 'at' }] },
    tabs: [{ id: 't1', title: none, cards: [months] }],
  };
  const set = {
    ...defaultState,
    picks: [{ card: 'c1', points: [{ d1: '2026-10-01' }] }],
    drills: { c1: ['2026-10-01'] },
  };
  const longer = withTime(timed, set, { span: { ...year, count: 24 } });
  expect([longer.picks, longer.drills]).toEqual([set.picks, set.drills]);
  const short = withTime(timed, set, { span: month });
  expect([short.picks, short.drills]).toEqual([[], {}]);
});
