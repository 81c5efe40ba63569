import { expect, test } from 'vitest';

import type { Formula } from '#domain/query/query.ts';
import { type DefinedDataset, definitionChangesOf, definitionOf } from './definition.ts';

const columnOf = (id: string, type: 'number' | 'text' = 'number') => ({
  id,
  name: id,
  storedName: null,
  type,
  label: { en_US: '', zh_CN: '' },
});
const sum = (column: string): Formula => ({ kind: 'sum', column });
const shop: DefinedDataset = {
  connection: null,
  columns: [columnOf('price'), columnOf('cost')],
  calculated: [],
  metrics: [
    { id: 'revenue', formula: sum('price') },
    {
      id: 'margin',
      formula: { kind: 'divide', left: sum('cost'), right: { kind: 'metric', metric: 'revenue' } },
    },
  ],
};
const changesOf = (metric: string | null, changed: Partial<DefinedDataset>) =>
  definitionChangesOf(definitionOf(shop, metric)!, definitionOf({ ...shop, ...changed }, metric)!);

test('the definition of a metric includes the formulas of the metrics it refers to', () => {
  const metrics = [{ id: 'revenue', formula: sum('cost') }, shop.metrics[1]!];
  expect(changesOf('margin', { metrics })).toEqual([{ kind: 'formula' }]);
  const others = [...shop.metrics, { id: 'other', formula: sum('cost') }];
  expect(changesOf('margin', { metrics: others })).toEqual([]);
});

test('a metric that refers to itself has a definition', () => {
  const metrics = [{ id: 'loop', formula: { kind: 'metric' as const, metric: 'loop' } }];
  expect(definitionOf({ ...shop, metrics }, 'loop')).toMatchObject({ columns: [] });
  expect(definitionOf(shop, 'nothing')).toBeUndefined();
});

test('only columns that its formula reads belong to a metric, and their labels do not', () => {
  const [price, cost] = [columnOf('price'), columnOf('cost', 'text')];
  expect(changesOf('revenue', { columns: [price, cost] })).toEqual([]);
  expect(changesOf('margin', { columns: [price, cost] })).toMatchObject([{ kind: 'columns_retyped' }]);
  const labelled = { ...price, label: { en_US: 'Price', zh_CN: '' } };
  expect(changesOf('revenue', { columns: [labelled, cost] })).toEqual([]);
});

test('formulas of calculated columns belong to the dataset and to the metrics that use them', () => {
  const twice = (column: string) => ({
    id: 'twice',
    name: 'twice',
    type: 'number' as const,
    label: { en_US: '', zh_CN: '' },
    expression: {
      kind: 'call' as const,
      name: 'add',
      arguments: [1, 2].map(() => ({ kind: 'column' as const, column })),
    },
  });
  const metrics = [{ id: 'total', formula: sum('twice') }];
  const [before, after] = ['price', 'cost'].map((column) => ({ ...shop, metrics, calculated: [twice(column)] }));
  const recalculated = { kind: 'columns_recalculated', columns: [{ en_US: 'twice', zh_CN: 'twice' }], more: 0 };
  expect(definitionChangesOf(definitionOf(before!, null)!, definitionOf(after!, null)!)).toEqual([recalculated]);
  expect(definitionChangesOf(definitionOf(before!, 'total')!, definitionOf(after!, 'total')!)).toContainEqual(
    recalculated,
  );
  const retyped = { ...before!, columns: [columnOf('price', 'text'), columnOf('cost')] };
  expect(definitionChangesOf(definitionOf(before!, 'total')!, definitionOf(retyped, 'total')!)).toMatchObject([
    { kind: 'columns_retyped', columns: [{ en_US: 'price' }] },
  ]);
});

test('a dataset is defined by its columns, in any order', () => {
  const [price, cost] = [columnOf('price'), columnOf('cost')];
  expect(changesOf(null, { columns: [cost, price] })).toEqual([]);
  const labelled = { ...price, label: { en_US: 'Net price', zh_CN: '' } };
  expect(changesOf(null, { columns: [labelled] })).toEqual([
    { kind: 'columns_removed', columns: [{ en_US: 'cost', zh_CN: 'cost' }], more: 0 },
    { kind: 'columns_renamed', columns: [{ en_US: 'price', zh_CN: 'price' }], more: 0 },
  ]);
  const many = Array.from({ length: 8 }, (_, index) => columnOf(`c${index}`));
  expect(changesOf(null, { columns: [price, cost, ...many] })).toMatchObject([
    { kind: 'columns_added', columns: { length: 5 }, more: 3 },
  ]);
});
