import { expect, test } from 'vitest';

import type { DatasetColumn } from '#contract/datasets.ts';
import { emptyAsk } from '#contract/query.ts';
import { readView, writeView } from './address.ts';
import {
  addDimension,
  addMeasure,
  changeCompare,
  changePeriod,
  countingInstead,
  dimensionFor,
  formulaFor,
  isBroken,
  removeDimension,
  removeMeasure,
  withoutGone,
} from './edit.ts';
import { freshView } from './fresh.ts';
import { withOrder } from './order.ts';
import { changeRank, rankFor, rankOf } from './rank.ts';
import type { View } from './view.ts';

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
const plain = emptyAsk('orders');
const byProduct = addDimension(plain, dimensionFor(plain, columns[1]!, 'monday'));

test('an id is counted, not added up', () => {
  expect(formulaFor(column('id', 'integer', { role: 'dimension' }), { columns })).toEqual({
    kind: 'distinct',
    column: 'id',
  });
  expect(formulaFor(columns[3]!, { columns })).toEqual({ kind: 'sum', column: 'pieces' });
});

test('what does not add up is averaged, and what someone chose for a column holds', () => {
  const of = (...args: Parameters<typeof column>) => formulaFor(column(...args), { columns }).kind;
  expect(of('unit_price', 'number', { role: 'measure' })).toBe('average');
  expect(of('转化率', 'number', { role: 'measure' })).toBe('average');
  expect(of('累计确诊', 'integer', { role: 'measure' })).toBe('max');
  expect(of('is_new', 'boolean')).toBe('average');
  expect(of('pieces', 'integer', { role: 'measure', aggregation: 'median' })).toBe('median');
});

test('a dataset begins with its money over time, in steps that fit', () => {
  const { ask } = freshView('orders', subject, { from: '2024-11-01', to: '2026-11-01' }, 'monday');
  expect(ask.measures[0]!.formula).toEqual(sum);
  expect(ask.dimensions).toEqual([{ id: 'd1', column: 'at', kind: 'time', grain: { unit: 'month' } }]);
  const short = freshView('orders', subject, { from: '2026-10-01', to: '2026-11-01' }, 'monday');
  expect(short.ask.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
});

test('the first measure takes the place of the number of rows, the next one stands beside it', () => {
  const once = addMeasure(plain, sum);
  expect(once.measures).toHaveLength(1);
  expect(addMeasure(once, { kind: 'count' }).measures.map(({ id }) => id)).toEqual(['m1', 'm2']);
  expect(removeMeasure(once, 'm1').measures[0]!.formula).toEqual({ kind: 'count' });
});

test('the first list of values is cut to ten and the rest; what goes takes it along', () => {
  expect(byProduct.top).toMatchObject({ kind: 'most', dimension: 'd1', count: 10, others: 'rest' });
  expect(removeDimension(byProduct, 'd1').top).toEqual({ kind: 'every' });
});

test('a comparison without a time is of this month', () => {
  const compared = changeCompare(byProduct, 'at', { kind: 'previous' }, calendar);
  expect(compared.period).toMatchObject({ kind: 'during', span: { kind: 'this', until: 'now' } });
});

test('what fell most of one dimension is its top; of two, a list of both', () => {
  const one = changeCompare(byProduct, 'at', { kind: 'previous' }, calendar);
  const fell = changeRank(one, rankFor(one, 'fell'));
  expect(fell.top).toMatchObject({ dimension: 'd1', part: 'difference', direction: 'ascending', others: 'left_out' });
  const two = addDimension(one, { id: 'd2', column: 'province', kind: 'value' });
  const both = changeRank(two, rankFor(two, 'fell'));
  expect(both).toMatchObject({ top: { kind: 'every' }, limit: 10 });
  expect(rankOf(both)).toMatchObject({ ranking: 'fell', dimension: null, count: 10 });
  // Without the comparison there is nothing to fall.
  expect(rankOf(changeCompare(both, 'at', { kind: 'none' }, calendar))).toBeUndefined();
});

test('steps follow the time that is chosen', () => {
  const ask = {
    ...plain,
    dimensions: [{ id: 'd1', column: 'at', kind: 'time' as const, grain: { unit: 'month' as const } }],
  };
  const week = changePeriod(
    ask,
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

test('steps of days are days at least, however few there are', () => {
  const days = { columns: [column('at', 'date', { role: 'time' }), columns[4]!], metrics: [] };
  const fresh = freshView('orders', days, { from: '2026-11-01', to: '2026-11-02' }, 'monday');
  expect(fresh.ask.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
  const today = { kind: 'this', grain: { unit: 'day' }, until: 'now' } as const;
  const period = { kind: 'during', column: 'at', span: today, compare: { kind: 'none' } } as const;
  const asked = changePeriod(fresh.ask, period, { columns: days.columns, weekStart: 'monday' });
  expect(asked.dimensions[0]).toMatchObject({ grain: { unit: 'day' } });
});

test('what is gone can be left out', () => {
  const ask = { ...byProduct, filters: [{ op: 'filled' as const, column: 'gone' }] };
  expect(isBroken(byProduct, subject)).toBe(false);
  expect(isBroken(ask, subject)).toBe(true);
  expect(withoutGone(ask, subject)).toEqual(byProduct);
});

test('a view survives its address, whatever is in it', () => {
  const view: View = {
    ask: { ...byProduct, filters: [{ op: 'in', column: 'product', values: ['龙井 🍵', 'a"b', null] }] },
    kind: 'bar',
    options: { stack: 'stacked' },
  };
  expect(readView('orders', writeView(view))).toEqual(view);
  expect(writeView(view)).toMatch(/^[\w-]+$/);
});

test('a damaged address is no view', () => {
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

test('names come largest first until someone says otherwise; times and numbers keep their order', () => {
  const largest = [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }];
  const orderOfDimensions = (...dimensions: View['ask']['dimensions']) =>
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

test('the top that someone chose has its order, until time comes in', () => {
  const top = changeRank(byProduct, rankFor(byProduct, 'most'));
  expect(top.order).toEqual([{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }]);
  const timed = addDimension(top, { id: 'd2', column: 'at', kind: 'time', grain: { unit: 'day' } });
  expect(timed).toMatchObject({ order: [], top: { kind: 'most', count: 10 } });
});

test('what cannot be added up is counted instead, also within a calculation', () => {
  const wrong = { kind: 'sum', column: 'product' } as const;
  const ratio = { kind: 'divide', left: wrong, right: sum } as const;
  const counting = countingInstead(addMeasure(addMeasure(plain, wrong), ratio), subject);
  const distinct = { kind: 'distinct', column: 'product' };
  expect(counting?.measures.map(({ formula }) => formula)).toEqual([distinct, { ...ratio, left: distinct }]);
  expect(countingInstead(addMeasure(plain, sum), subject)).toBeUndefined();
});
