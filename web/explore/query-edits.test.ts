import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { readView, writeView } from './view-url.ts';
import {
  addDimension,
  addMeasure,
  changeCompare,
  changePeriod,
  withDistinctCounts,
  dimensionFor,
  formulaFor,
  isBroken,
  removeDimension,
  removeMeasure,
  withoutMissing,
} from './query-edits.ts';
import { defaultView } from './default-view.ts';
import { withOrder } from './order.ts';
import { changeRank, rankFor, rankOf } from './rank.ts';
import type { ExploreView } from './explore-view.ts';

const column = (id: string, type: DatasetColumn['type'], rest: Partial<DatasetColumn> = {}): DatasetColumn => ({
  id,
  name: id,
  type,
  role: 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: { en_US: '', zh_CN: '' },
  description: { en_US: '', zh_CN: '' },
  ...rest,
});
const columns = [
  column('at', 'time', { role: 'time' }),
  column('product', 'text'),
  column('province', 'text'),
  column('pieces', 'integer', { role: 'measure' }),
  column('amount', 'number', { role: 'measure', format: 'currency' }),
];
const subject = { columns, metrics: [] };
const calendar = { columns, weekStart: 'monday' as const };
const sum = { kind: 'sum', column: 'amount' } as const;
const plain = emptyQuerySpec('orders');
const byProduct = addDimension(plain, dimensionFor(plain, columns[1]!, 'monday'));

test('counts ids instead of summing them', () => {
  expect(formulaFor(column('id', 'integer', { role: 'dimension' }), { columns })).toEqual({
    kind: 'distinct',
    column: 'id',
  });
  expect(formulaFor(columns[3]!, { columns })).toEqual({ kind: 'sum', column: 'pieces' });
});

test('averages rates and respects the chosen aggregation', () => {
  const of = (...args: Parameters<typeof column>) => formulaFor(column(...args), { columns }).kind;
  expect(of('unit_price', 'number', { role: 'measure' })).toBe('average');
  expect(of('转化率', 'number', { role: 'measure' })).toBe('average');
  expect(of('累计确诊', 'integer', { role: 'measure' })).toBe('max');
  expect(of('is_new', 'boolean')).toBe('average');
  expect(of('pieces', 'integer', { role: 'measure', aggregation: 'median' })).toBe('median');
});

test('starts with currency over time in a fitting grain', () => {
  const { ask: spec } = defaultView('orders', subject, { from: '2024-11-01', to: '2026-11-01' }, 'monday');
  expect(spec.measures[0]!.formula).toEqual(sum);
  expect(spec.dimensions).toEqual([{ id: 'd1', column: 'at', kind: 'time', grain: { unit: 'month' } }]);
  const short = defaultView('orders', subject, { from: '2026-10-01', to: '2026-11-01' }, 'monday');
  expect(short.ask.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
});

test('replaces the row count by the first measure and appends the next', () => {
  const once = addMeasure(plain, sum);
  expect(once.measures).toHaveLength(1);
  expect(addMeasure(once, { kind: 'count' }).measures.map(({ id }) => id)).toEqual(['m1', 'm2']);
  expect(removeMeasure(once, 'm1').measures[0]!.formula).toEqual({ kind: 'count' });
});

test('limits the first dimension to the top 10 and drops the limit with it', () => {
  expect(byProduct.top).toMatchObject({ kind: 'most', dimension: 'd1', count: 10, others: 'rest' });
  expect(removeDimension(byProduct, 'd1').top).toEqual({ kind: 'every' });
});

test('compares this month if no period is chosen', () => {
  const compared = changeCompare(byProduct, 'at', { kind: 'previous' }, calendar);
  expect(compared.period).toMatchObject({ kind: 'during', span: { kind: 'this', until: 'now' } });
});

test('ranks by change: one dimension by top N, two by order and limit', () => {
  const one = changeCompare(byProduct, 'at', { kind: 'previous' }, calendar);
  const fell = changeRank(one, rankFor(one, 'fell'));
  expect(fell.top).toMatchObject({ dimension: 'd1', part: 'difference', direction: 'ascending', others: 'left_out' });
  const two = addDimension(one, { id: 'd2', column: 'province', kind: 'value' });
  const both = changeRank(two, rankFor(two, 'fell'));
  expect(both).toMatchObject({ top: { kind: 'every' }, limit: 10 });
  expect(rankOf(both)).toMatchObject({ ranking: 'fell', dimension: null, count: 10 });
  // Without a comparison there is no change to rank.
  expect(rankOf(changeCompare(both, 'at', { kind: 'none' }, calendar))).toBeUndefined();
});

test('fits the grain to the chosen period', () => {
  const spec = {
    ...plain,
    dimensions: [{ id: 'd1', column: 'at', kind: 'time' as const, grain: { unit: 'month' as const } }],
  };
  const week = changePeriod(
    spec,
    {
      kind: 'during',
      column: 'at',
      span: { kind: 'last', count: 7, grain: { unit: 'day' } },
      compare: { kind: 'none' },
    },
    calendar,
  );
  expect(week.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
});

test('never uses a grain below a day for dates', () => {
  const days = { columns: [column('at', 'date', { role: 'time' }), columns[4]!], metrics: [] };
  const fresh = defaultView('orders', days, { from: '2026-11-01', to: '2026-11-02' }, 'monday');
  expect(fresh.ask.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
  const today = { kind: 'this', grain: { unit: 'day' }, until: 'now' } as const;
  const period = { kind: 'during', column: 'at', span: today, compare: { kind: 'none' } } as const;
  const changed = changePeriod(fresh.ask, period, { columns: days.columns, weekStart: 'monday' });
  expect(changed.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
});

test('removes missing columns', () => {
  const spec = { ...byProduct, filters: [{ op: 'filled' as const, column: 'gone' }] };
  expect(isBroken(byProduct, subject)).toBe(false);
  expect(isBroken(spec, subject)).toBe(true);
  expect(withoutMissing(spec, subject)).toEqual(byProduct);
});

test('encodes and decodes a view', () => {
  const view: ExploreView = {
    ask: { ...byProduct, filters: [{ op: 'in', column: 'product', values: ['龙井 🍵', 'a"b', null] }] },
    kind: 'bar',
    options: { stack: 'stacked' },
  };
  expect(readView('orders', writeView(view))).toEqual(view);
  expect(writeView(view)).toMatch(/^[\w-]+$/);
});

test('rejects a damaged URL', () => {
  const good = writeView({ ask: byProduct, kind: 'auto', options: {} });
  const bad = [
    '',
    '%',
    'abc',
    good.slice(0, -7),
    btoa('{"measures":[]}'),
    btoa('{"limit":0}'),
    btoa('[]'),
    'x'.repeat(300_000),
  ];
  expect(bad.map((text) => readView('orders', text))).toEqual(bad.map(() => undefined));
});

test('sorts names by value unless an order is chosen, and keeps the natural order of times and numbers', () => {
  const largest = [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }];
  const orderOfDimensions = (...dimensions: ExploreView['ask']['dimensions']) =>
    withOrder({ ...plain, dimensions }, subject).order;
  const product = { id: 'd1', column: 'product', kind: 'value' } as const;
  expect(withOrder(byProduct, subject).order).toEqual(largest);
  expect(orderOfDimensions(product, { id: 'd2', column: 'province', kind: 'value' })).toEqual(largest);
  expect(orderOfDimensions()).toEqual([]);
  expect(orderOfDimensions({ id: 'd1', column: 'pieces', kind: 'value' })).toEqual([]);
  expect(orderOfDimensions(product, { id: 'd2', column: 'pieces', kind: 'bins', count: 20 })).toEqual([]);
  expect(orderOfDimensions(product, { id: 'd2', column: 'at', kind: 'time', grain: { unit: 'day' } })).toEqual([]);
  const byName = [{ kind: 'dimension', id: 'd1', direction: 'ascending' } as const];
  expect(withOrder({ ...byProduct, order: byName }, subject).order).toEqual(byName);
});

test('orders by the chosen top N until a time dimension is added', () => {
  const top = changeRank(byProduct, rankFor(byProduct, 'most'));
  expect(top.order).toEqual([{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }]);
  const timed = addDimension(top, { id: 'd2', column: 'at', kind: 'time', grain: { unit: 'day' } });
  expect(timed).toMatchObject({ order: [], top: { kind: 'most', count: 10 } });
});

test('replaces sums of text by distinct counts, also within a formula', () => {
  const wrong = { kind: 'sum', column: 'product' } as const;
  const ratio = { kind: 'divide', left: wrong, right: sum } as const;
  const counting = withDistinctCounts(addMeasure(addMeasure(plain, wrong), ratio), subject);
  const distinct = { kind: 'distinct', column: 'product' };
  expect(counting?.measures.map(({ formula }) => formula)).toEqual([distinct, { ...ratio, left: distinct }]);
  expect(withDistinctCounts(addMeasure(plain, sum), subject)).toBeUndefined();
});
