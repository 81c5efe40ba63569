import { describe, expect, test } from 'vitest';

import type { Card, Control, Dashboard, DrillStep } from './dashboard.ts';
import { partsOf } from './parts.ts';
import { type ColumnMapping, remapDashboard, remapFormula, unmappedFieldsOf } from './remap.ts';
import { usesOf } from './uses.ts';
import type { QuerySpec, Filter, Formula, Period } from '#domain/query/query.ts';

const none = { en_US: '', zh_CN: '' };
const columns = ['a', 'b', 'c', 'd'];
const metrics = ['m', 'n'];

/** Documents with every kind of query, filter, formula, dimension and target, from a seed. */
function createGenerator(seed: number) {
  let state = seed;
  const random = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const listOf = <Item>(max: number, create: (index: number) => Item) =>
    Array.from({ length: random(max + 1) }, (_, index) => create(index));
  const column = () => pick(columns);
  const span = { kind: 'last', count: 3, grain: { unit: 'day' } } as const;
  const formula = (depth = 0): Formula =>
    pick<() => Formula>([
      () => ({ kind: 'count' }),
      () => ({ kind: 'number', value: 2 }),
      () => ({ kind: pick(['sum', 'average', 'distinct', 'min', 'max', 'median'] as const), column: column() }),
      () => ({ kind: 'percentile', column: column(), fraction: 0.9 }),
      () => ({ kind: 'metric', metric: pick(metrics) }),
      () => (depth > 2 ? { kind: 'count' } : { kind: 'divide', left: formula(depth + 1), right: formula(depth + 1) }),
    ])();
  const filter = (depth = 0): Filter =>
    pick<() => Filter>([
      () => ({ op: 'equals', column: column(), value: 1 }),
      () => ({ op: 'in', column: column(), values: ['x', null] }),
      () => ({ op: 'between', column: column(), from: 1, to: 2 }),
      () => ({ op: 'contains', column: column(), value: 'x' }),
      () => ({ op: 'filled', column: column(), source: 'control' }),
      () => ({ op: 'during', column: column(), span }),
      () => ({ op: 'date_part', column: column(), part: 'month', numbers: [1] }),
      () => (depth > 2 ? { op: 'empty', column: column() } : { op: 'not', filter: filter(depth + 1) }),
      () => ({ op: pick(['all', 'any'] as const), filters: depth > 2 ? [] : listOf(3, () => filter(depth + 1)) }),
    ])();
  const period = (): Period =>
    random(2) ? { kind: 'all' } : { kind: 'during', column: column(), span, compare: { kind: 'previous' } };
  const step = (): DrillStep =>
    pick<() => DrillStep>([
      () => ({ kind: 'value', column: column() }),
      () => ({ kind: 'time', column: column(), grain: { unit: 'month' } }),
      () => ({ kind: 'date_part', column: column(), part: 'hour' }),
      () => ({ kind: 'width', column: column(), width: 10 }),
      () => ({ kind: 'bins', column: column(), count: 5 }),
    ])();
  const dataset = () => pick(['orders', 'orders', 'visits']);
  const randomSpec = (): QuerySpec =>
    pick<() => QuerySpec>([
      () => ({
        kind: 'query',
        dataset: dataset(),
        dimensions: listOf(3, (index) => ({ id: `d${index}`, ...step() })),
        measures: listOf(3, (index) => ({ id: `m${index}`, formula: formula(), show: 'value' as const })),
        filters: listOf(3, () => filter()),
        period: period(),
        top: { kind: 'every' },
        order: [],
        limit: 10,
        totals: [],
      }),
      () => ({
        kind: 'rows',
        dataset: dataset(),
        columns: columns.filter(() => random(2)),
        filters: listOf(2, () => filter()),
        period: period(),
        order: columns.filter(() => random(2)).map((each) => ({ column: each, direction: 'ascending' as const })),
        limit: 10,
      }),
      () => ({ kind: 'sql', sql: 'select a from orders', params: [], limit: 10, tables: [] }),
    ])();
  const card = (index: number): Card => {
    const common = { id: `card${index}`, title: none, place: { x: 0, y: 0, width: 1, height: 1 } };
    if (random(4) === 0) return { ...common, kind: 'divider', isFolded: false };
    if (random(3) === 0)
      return {
        ...common,
        kind: 'text',
        text: none,
        numbers: listOf(3, (each) => ({ name: `n${each}`, ask: randomSpec(), style: null })),
      };
    const stored = randomSpec();
    const cells = stored.kind === 'rows' ? stored.columns.map((each) => ({ kind: 'bar' as const, column: each })) : [];
    const chart = { ask: stored, drawing: { kind: 'table' as const, options: { cells } } };
    return { ...common, kind: 'chart', chart, time: 'dashboard', path: listOf(3, step), link: null };
  };
  const control = (index: number): Control => ({
    id: `control${index}`,
    label: none,
    isMany: true,
    value: { kind: 'select', values: [] },
    targets: columns.filter(() => random(2)).map((each) => ({ kind: 'column', dataset: dataset(), column: each })),
  });
  return (): Dashboard => ({
    format: 1,
    title: none,
    description: none,
    refresh: 0,
    time: { span: null, compare: { kind: 'none' }, targets: [{ kind: 'column', dataset: 'orders', column: column() }] },
    controls: listOf(3, control),
    tabs: [{ id: 'tab', title: none, cards: listOf(6, card) }],
  });
}

const documents = Array.from({ length: 300 }, (_, seed) => createGenerator(seed + 1)());
const allParts = (dashboard: Dashboard) => new Set(partsOf(dashboard).map(({ key }) => key));
const remapAll = (dashboard: Dashboard, mapping: ColumnMapping) =>
  remapDashboard(dashboard, mapping, allParts(dashboard));
const usedColumns = (dashboard: Dashboard, dataset: string) =>
  usesOf(dashboard)
    .filter((use) => use.dataset === dataset)
    .flatMap((use) => use.columns);

describe('a remap of a column', () => {
  const mapping: ColumnMapping = { from: 'orders', to: 'orders', columns: { a: 'b' }, metrics: { m: 'n' } };

  test('leaves no use of the old column and metric, and does not change uses of other datasets', () => {
    for (const document of documents) {
      const after = remapAll(document, mapping);
      expect(usedColumns(after, 'orders')).not.toContain('a');
      expect(
        usesOf(after)
          .filter(({ dataset }) => dataset === 'orders')
          .flatMap((use) => use.metrics),
      ).not.toContain('m');
      const ofVisits = (dashboard: Dashboard) => usesOf(dashboard).filter(({ dataset }) => dataset === 'visits');
      expect(ofVisits(after)).toEqual(ofVisits(document));
    }
  });

  test('to a fresh column and back gives the same document', () => {
    const there: ColumnMapping = { ...mapping, columns: { a: 'z' }, metrics: { m: 'y' } };
    const back: ColumnMapping = { ...mapping, columns: { z: 'a' }, metrics: { y: 'm' } };
    for (const document of documents) expect(remapAll(remapAll(document, there), back)).toEqual(document);
  });

  test('changes only the given parts', () => {
    for (const document of documents) expect(remapDashboard(document, mapping, new Set())).toEqual(document);
  });

  test('replaces columns in formulas of metrics, too', () => {
    const formula: Formula = {
      kind: 'divide',
      left: { kind: 'sum', column: 'a' },
      right: { kind: 'sum', column: 'c' },
    };
    expect(remapFormula(formula, mapping)).toEqual({ ...formula, left: { kind: 'sum', column: 'b' } });
  });
});

describe('a move to another dataset', () => {
  const mapping: ColumnMapping = {
    from: 'orders',
    to: 'sales',
    columns: { a: 'a2', b: 'b2', c: 'c2', d: 'd2' },
    metrics: { m: 'm2', n: 'n2' },
  };

  test('with every column mapped leaves no use of the old dataset', () => {
    for (const document of documents) expect(usedColumns(remapAll(document, mapping), 'orders')).toEqual([]);
  });

  test('lists columns and metrics without a replacement', () => {
    const needs = { columns: ['a', 'x'], metrics: ['m', 'y'] };
    expect(unmappedFieldsOf(needs, mapping)).toEqual({ columns: ['x'], metrics: ['y'] });
    expect(unmappedFieldsOf(needs, { ...mapping, to: 'orders' })).toEqual({ columns: [], metrics: [] });
  });

  test('keeps filtering the cards that stay behind', () => {
    const isMixed = (document: Dashboard) =>
      document.controls.some(({ targets }) =>
        targets.some((each) => each.kind === 'column' && each.dataset === 'orders'),
      ) && usesOf(document).some((use) => use.kind === 'card' && use.dataset === 'orders');
    const document = documents.find(isMixed)!;
    const parts = new Set([...allParts(document)].filter((key) => !key.startsWith('card ')));
    const after = remapDashboard(document, mapping, parts);
    const controlUses = (dataset: string) =>
      usesOf(after).filter((use) => use.kind === 'control' && use.dataset === dataset);
    expect(controlUses('orders')).toHaveLength(controlUses('sales').length);
    expect(controlUses('sales').length).toBeGreaterThan(0);
  });
});
