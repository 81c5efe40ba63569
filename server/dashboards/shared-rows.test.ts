import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxAnswerRows } from '#contract/queries/routes.ts';
import { emptyAsk, type Filter, type QueryAsk } from '#domain/query/query.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import type { Engine } from '#engine/engine.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { answer, type AnswerCache, openAnswerCache } from '#server/queries/answers.ts';
import { prepareDatasetQuery } from '#server/queries/plan.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { openQueue } from '#server/queue/queue.ts';
import { findSharedRows } from './shared-rows.ts';
import type { RunSettings } from './query-batches.ts';
import type { DashboardQuery } from './questions.ts';

const rows = 600_000;
const now = '2026-01-01T00:00:00.000Z';
let directory: string;
let engine: Engine;
let snapshot: DatasetSnapshot;

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
    version: 1,
    rows,
    segmentRows: [rows],
    metrics: [{ id: 'paid', formula: { kind: 'sum', column: 'c3' } }],
    source: { name: 'orders', columns, segments: [file] },
    origin: { id: 'orders', name: 'orders', application: 'shop', version: 1, rows, lastDataAt: null, isPushed: false },
  };
});
afterAll(async () => {
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

const city: Filter = { op: 'in', column: 'c1', values: ['city 7'] };
const paid: Filter = { op: 'equals', column: 'c2', value: true };
const asksWith = (filters: Filter[]): QueryAsk[] => {
  const measure = (formula: QueryAsk['measures'][number]['formula']) => [{ id: 'm', formula, show: 'value' as const }];
  const ask = { ...emptyAsk('orders'), filters };
  return [
    { ...ask, measures: measure({ kind: 'count' }) },
    { ...ask, measures: measure({ kind: 'metric', metric: 'paid' }) },
    {
      ...ask,
      measures: measure({ kind: 'count' }),
      dimensions: [{ id: 'd', column: 'c4', kind: 'value' }],
      order: [{ kind: 'dimension', id: 'd', direction: 'ascending' }],
    },
  ];
};

const contextOf = (answers: AnswerCache) =>
  ({ engine, answers, queue: openQueue(1), identity: { member: { id: 'someone' } } }) as unknown as QueryContext;

const questionsOf = (asks: QueryAsk[]) =>
  asks.map((ask, index) => ({ card: `c${index}`, name: 'chart', ask, ignored: [] }));

const findFor = (asks: QueryAsk[], parts: Partial<DatasetSnapshot> = {}, answers = openAnswerCache()) =>
  find(contextOf(answers), questionsOf(asks), { ...snapshot, ...parts });

function find(ctx: QueryContext, questions: DashboardQuery[], current: DatasetSnapshot) {
  const setting: RunSettings = {
    zone: 'UTC',
    now,
    seconds: 30,
    fresh: false,
    published: undefined,
    publisherCheck: undefined,
    signal: new AbortController().signal,
    onPosition: () => {},
    snapshots: async () => current,
  };
  return findSharedRows(ctx, setting, questions);
}

test('queries that share few rows are answered from a temp table, with the same result', async () => {
  const asks = asksWith([city]);
  const within = await findFor(asks);
  for (const ask of asks) {
    expect(within!(ask)).toMatchObject({ params: ['city 7'] });
    const { question } = prepareDatasetQuery(snapshot, { ask, zone: 'UTC', now, rows: 100 });
    const plain = await engine.answer(question, { seconds: 30 });
    const shared = await engine.answer({ ...question, sharedRows: within!(ask) }, { seconds: 30 });
    expect(shared.json).toBe(plain.json);
  }
});

test('shared rows that the sample does not contain are copied up to a limit', async () => {
  const lateFilter: Filter = { op: 'in', column: 'c3', values: [rows - 1] };
  const [early, late] = [asksWith([city]), asksWith([lateFilter])];
  const tables = [(await findFor(early))!(early[0]!), (await findFor(late))!(late[0]!)];
  expect(tables.map((within) => within!.sql.includes('limit 200001'))).toEqual([false, true]);
});

test('above the limit all rows are read', async () => {
  const late: Filter = { op: 'between', column: 'c3', from: 300_000, to: rows };
  const asks = asksWith([late]);
  const within = await findFor(asks);
  const { question } = prepareDatasetQuery(snapshot, { ask: asks[0]!, zone: 'UTC', now, rows: 100 });
  const shared = await engine.answer({ ...question, sharedRows: within!(asks[0]!) }, { seconds: 30 });
  expect([within!(asks[0]!)!.maxRows, shared.json]).toEqual([200_000, '[[300000]]']);
});

test('a query that reads other rows reads the whole table', async () => {
  const [other] = asksWith([]);
  const within = await findFor([...asksWith([city]), other!]);
  expect([within!(asksWith([city])[0]!), within!(other!)]).toMatchObject([{ params: ['city 7'] }, undefined]);
});

test('concurrent viewers share one estimate', async () => {
  let count = 0;
  const ctx = contextOf(openAnswerCache());
  const counting = {
    ...ctx,
    engine: { ...engine, ask: (...args: Parameters<Engine['ask']>) => (count++, engine.ask(...args)) },
  };
  const questions = questionsOf(asksWith([city]));
  const results = await Promise.all([1, 2, 3].map(() => find(counting, questions, snapshot)));
  expect([count, results.filter(Boolean).length]).toEqual([1, 3]);
});

test('cached queries need no shared rows', async () => {
  const answers = openAnswerCache();
  const asks = asksWith([city]);
  const prepared = prepareDatasetQuery(snapshot, { ask: asks[0]!, zone: 'UTC', now, rows: maxAnswerRows });
  const options = { seconds: 30, fresh: false, signal: new AbortController().signal, onProgress: () => {} };
  await answer(contextOf(answers), prepared, options);
  expect(await findFor(asks, {}, answers)).toBeUndefined();
});

test.each<[string, QueryAsk[], Partial<DatasetSnapshot>]>([
  ['few questions', asksWith([city]).slice(0, 2), {}],
  ['questions with nothing in common', asksWith([]), {}],
  ['rows that are many', asksWith([paid]), {}],
  ['a small dataset', asksWith([city]), { rows: 10_000 }],
])('there are no shared rows for %s', async (_, asks, parts) => {
  expect(await findFor(asks, parts)).toBeUndefined();
});
