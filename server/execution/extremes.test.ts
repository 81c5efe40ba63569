import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Column, emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import type { FileSource, LimitedQuery } from '#engine/engine.ts';
import { columns, randomRows } from '#engine/testing/random-query.ts';
import { createRandom } from '#engine/testing/random.ts';
import { openTestEngine, type TestEngine } from '#engine/testing/test-engine.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { compileQuery } from './plan.ts';

const dataset = 'd1';
let fixture: TestEngine;
let source: FileSource;

beforeAll(async () => {
  fixture = await openTestEngine();
  const random = createRandom(7);
  const asText = columns.map((column): Column => (column.id === 'c3' ? { ...column, type: 'text' } : column));
  const withoutAmount = columns.filter(({ id }) => id !== 'c4');
  const withTexts = randomRows(random, 50).map((row, index) => ({ ...row, c3: index === 9 ? 'none' : String(row.c3) }));
  const segments = [
    await fixture.keep(randomRows(random, 3_000), columns),
    // From before a column was added, and from before its type was changed.
    await fixture.keep(randomRows(random, 50), withoutAmount),
    await fixture.keep(withTexts, asText),
    await fixture.keep([{ c1: 'a' }], columns),
  ];
  source = { at: 'files', name: 'orders', columns, segments };
});
afterAll(() => fixture.close());

const snapshotOf = (parts: Partial<DatasetSnapshot> = {}): DatasetSnapshot => ({
  key: 'k',
  version: 1,
  rows: 3_101,
  source,
  isSqlOff: false,
  metrics: [],
  calculated: [],
  relations: [],
  related: [],
  rowRule: null,
  formats: {},
  labels: [],
  segmentRows: [],
  origin: {
    id: dataset,
    name: 'orders',
    application: 'Files',
    version: 1,
    rows: 3_101,
    lastDataAt: null,
    newest: null,
    lateSince: null,
    isPushed: false,
    connection: null,
  },
  ...parts,
});

const specOf = (
  formulas: [kind: 'min' | 'max', column: string][],
  parts: Partial<BuiltQuerySpec> = {},
): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset),
  measures: formulas.map(([kind, column], index) => ({ id: `m${index}`, formula: { kind, column }, show: 'value' })),
  ...parts,
});
const planOf = (spec: BuiltQuerySpec, snapshot = snapshotOf()) =>
  compileQuery(snapshot, { spec, zone: 'Asia/Shanghai', now: '2026-11-18T00:00:00.000Z', rows: 10 });

test.each([
  [[['min', 'c3']]],
  [[['max', 'c4']]],
  [[['min', 'c6']]],
  [[['max', 'c7']]],
  [
    [
      ['max', 'c3'],
      ['min', 'c4'],
      ['max', 'c4'],
      ['min', 'c7'],
    ],
  ],
] as [formulas: ['min' | 'max', string][]][])('extremes %j of segments are those of all rows', async (formulas) => {
  const { engineQuery, proofQuery } = planOf(specOf(formulas));
  expect(engineQuery.sql).toContain('"#extremes"');
  expect(proofQuery.sql).not.toContain('#extremes');
  const plain: LimitedQuery = { by: 'compiler', sql: proofQuery.sql, params: [], sources: [source], limit: 10 };
  const [fast, slow] = [
    await fixture.engine.answer(engineQuery as LimitedQuery, { seconds: 30 }),
    await fixture.engine.answer(plain, { seconds: 30 }),
  ];
  expect(fast.values).toEqual(slow.values);
  expect(fast.values.join()).not.toContain('null');
});

test('other queries read the rows', () => {
  const minimum: ['min', string][] = [['min', 'c4']];
  const sum = { id: 's', formula: { kind: 'sum' as const, column: 'c4' }, show: 'value' as const };
  const others = [
    planOf(specOf([['min', 'c1']])),
    planOf(specOf(minimum, { measures: [...specOf(minimum).measures, sum] })),
    planOf(specOf(minimum, { filters: [{ op: 'equals', column: 'c1', value: 'a' }] })),
    planOf(specOf(minimum, { dimensions: [{ id: 'd', kind: 'value', column: 'c1' }] })),
    planOf(
      specOf(minimum),
      snapshotOf({ rowRule: { filter: { op: 'equals', column: 'c1', value: 'a' }, zone: 'UTC' } }),
    ),
    planOf(specOf(minimum), snapshotOf({ source: { ...source, segments: [] } })),
  ];
  for (const { engineQuery } of others) {
    expect(engineQuery.extremes).toBeUndefined();
    expect(engineQuery.sql).not.toContain('#extremes');
  }
});
