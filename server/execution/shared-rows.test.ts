import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxAnswerRows } from '#contract/queries/routes.ts';
import { emptyQuerySpec, type Filter, type BuiltQuerySpec } from '#domain/query/query.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import type { Engine, LimitedQuery } from '#engine/engine.ts';
import type { DatasetSnapshot, FileSnapshot } from '#server/datasets/snapshot.ts';
import { openMetrics } from '#server/metrics/metrics.ts';
import { openQueue } from '#server/queue/queue.ts';
import { executeQuery } from './execute.ts';
import { type ExecutionContext, openExecution } from './execution.ts';
import { compileQuery } from './plan.ts';
import { findSharedFilters, findSharedRows } from './shared-rows.ts';

const rows = 600_000;
const now = '2026-01-01T00:00:00.000Z';
let directory: string;
let engine: Engine;
let snapshot: FileSnapshot;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-common-'));
  const file = path.join(directory, 'orders.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(
    `create table rows as select 'city ' || i % 1000 as c1, i % 2 = 0 as c2, i as c3, 'goods ' || i % 7 as c4 from range(${rows}) t(i)`,
  );
  connection.closeSync();
  instance.closeSync();
  engine = openDuckdb(1);
  const columns = [
    { id: 'c1', name: 'city', type: 'text' as const },
    { id: 'c2', name: 'paid', type: 'boolean' as const },
    { id: 'c3', name: 'amount', type: 'integer' as const },
    { id: 'c4', name: 'goods', type: 'text' as const },
  ];
  snapshot = {
    isSqlOff: false,
    calculated: [],
    relations: [],
    related: [],
    rowRule: null,
    key: 'orders 1',
    formats: {},
    labels: [],
    version: 1,
    rows,
    segmentRows: [rows],
    metrics: [{ id: 'paid', formula: { kind: 'sum', column: 'c3' } }],
    source: { at: 'files' as const, name: 'orders', columns, segments: [file] },
    origin: {
      id: 'orders',
      name: 'orders',
      application: 'shop',
      version: 1,
      rows,
      lastDataAt: null,
      newest: null,
      lateSince: null,
      isPushed: false,
      connection: null,
    },
  };
});
afterAll(async () => {
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

const city: Filter = { op: 'in', column: 'c1', values: ['city 7'] };
const paid: Filter = { op: 'equals', column: 'c2', value: true };
const specsWith = (filters: Filter[]): BuiltQuerySpec[] => {
  const measure = (formula: BuiltQuerySpec['measures'][number]['formula']) => [
    { id: 'm', formula, show: 'value' as const },
  ];
  const spec = { ...emptyQuerySpec('orders'), filters };
  return [
    { ...spec, measures: measure({ kind: 'count' }) },
    { ...spec, measures: measure({ kind: 'metric', metric: 'paid' }) },
    {
      ...spec,
      measures: measure({ kind: 'count' }),
      dimensions: [{ id: 'd', column: 'c4', kind: 'value' }],
      order: [{ kind: 'dimension', id: 'd', direction: 'ascending' }],
    },
  ];
};

const createContext = () =>
  ({
    engine,
    metrics: openMetrics({ includesProcess: false }),
    execution: openExecution(),
    queue: openQueue(1),
    identity: { member: { id: 'someone' } },
  }) as unknown as ExecutionContext;

const moment = { zone: 'UTC', now };
const planOf = (spec: BuiltQuerySpec, rowLimit = maxAnswerRows) =>
  compileQuery(snapshot, { spec, ...moment, rows: rowLimit });
const engineQueryOf = (spec: BuiltQuerySpec) => planOf(spec, 100).engineQuery as LimitedQuery;

const findFor = (specs: BuiltQuerySpec[], parts: Partial<DatasetSnapshot> = {}, ctx = createContext()) =>
  findSharedRows(
    ctx,
    {
      ...moment,
      seconds: 30,
      fresh: false,
      plan: async (spec) => planOf(spec as BuiltQuerySpec),
      snapshotOf: () => ({ ...snapshot, ...parts }),
    },
    findSharedFilters(specs),
  );

test('queries that share few rows are answered from a temp table, with the same result', async () => {
  const specs = specsWith([city]);
  const sharedRowsOf = await findFor(specs);
  for (const spec of specs) {
    expect(sharedRowsOf!(spec)).toMatchObject({ params: ['city 7'] });
    const engineQuery = engineQueryOf(spec);
    const plain = await engine.answer(engineQuery, { seconds: 30 });
    const shared = await engine.answer({ ...engineQuery, sharedRows: sharedRowsOf!(spec) }, { seconds: 30 });
    expect(shared.values).toEqual(plain.values);
  }
});

test('shared rows that the sample does not contain are copied up to a limit', async () => {
  const lateFilter: Filter = { op: 'in', column: 'c3', values: [rows - 1] };
  const [early, late] = [specsWith([city]), specsWith([lateFilter])];
  const tables = [(await findFor(early))!(early[0]!), (await findFor(late))!(late[0]!)];
  expect(tables.map((table) => table!.sql.includes('limit 200001'))).toEqual([false, true]);
});

test('above the limit all rows are read', async () => {
  const late: Filter = { op: 'between', column: 'c3', from: 300_000, to: rows };
  const specs = specsWith([late]);
  const sharedRowsOf = await findFor(specs);
  const engineQuery = engineQueryOf(specs[0]!);
  const shared = await engine.answer({ ...engineQuery, sharedRows: sharedRowsOf!(specs[0]!) }, { seconds: 30 });
  expect([sharedRowsOf!(specs[0]!)!.maxRows, shared.values]).toEqual([200_000, ['[300000]']]);
});

test('a query that reads other rows reads the whole table', async () => {
  const [other] = specsWith([]);
  const sharedRowsOf = await findFor([...specsWith([city]), other!]);
  expect([sharedRowsOf!(specsWith([city])[0]!), sharedRowsOf!(other!)]).toMatchObject([
    { params: ['city 7'] },
    undefined,
  ]);
});

test('concurrent viewers share one estimate', async () => {
  let count = 0;
  const countingEngine = {
    ...engine,
    query: (...args: Parameters<Engine['query']>) => (count++, engine.query(...args)),
  };
  const counting = { ...createContext(), engine: countingEngine as unknown as ExecutionContext['engine'] };
  const results = await Promise.all([1, 2, 3].map(() => findFor(specsWith([city]), {}, counting)));
  expect([count, results.filter(Boolean).length]).toEqual([1, 3]);
});

test('cached queries need no shared rows', async () => {
  const ctx = createContext();
  const specs = specsWith([city]);
  const options = { seconds: 30, fresh: false, signal: new AbortController().signal, onProgress: () => {} };
  // Without rules, because the dataset of this test is in no database.
  await executeQuery(ctx, { ...planOf(specs[0]!), rules: [] }, options);
  expect(await findFor(specs, {}, ctx)).toBeUndefined();
});

test.each<[string, BuiltQuerySpec[], Partial<DatasetSnapshot>]>([
  ['few queries', specsWith([city]).slice(0, 2), {}],
  ['queries without common filters', specsWith([]), {}],
  ['many rows', specsWith([paid]), {}],
  ['a small dataset', specsWith([city]), { rows: 10_000 }],
])('there are no shared rows for %s', async (_, specs, parts) => {
  expect(await findFor(specs, parts)).toBeUndefined();
});
