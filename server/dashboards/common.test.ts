import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxAnswerRows } from '#contract/asks.ts';
import { emptyAsk, type Filter, type QueryAsk } from '#contract/query.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import type { Engine } from '#engine/engine.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { answer, type Answers, openAnswers } from '#server/queries/answers.ts';
import { prepareOf } from '#server/queries/plan.ts';
import type { Asking } from '#server/queries/services.ts';
import { openQueue } from '#server/queue/queue.ts';
import { findCommon } from './common.ts';
import type { Setting } from './errands.ts';
import type { Asked } from './questions.ts';

const rows = 600_000;
const now = '2026-01-01T00:00:00.000Z';
let directory: string;
let engine: Engine;
let snapshot: Snapshot;

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

const contextOf = (answers: Answers) =>
  ({ engine, answers, queue: openQueue(1), identity: { member: { id: 'someone' } } }) as unknown as Asking;

const questionsOf = (asks: QueryAsk[]) =>
  asks.map((ask, index) => ({ card: `c${index}`, name: 'chart', ask, ignored: [] }));

const findFor = (asks: QueryAsk[], told: Partial<Snapshot> = {}, answers = openAnswers()) =>
  find(contextOf(answers), questionsOf(asks), { ...snapshot, ...told });

function find(ctx: Asking, questions: Asked[], of: Snapshot) {
  const setting: Setting = {
    zone: 'UTC',
    now,
    seconds: 30,
    fresh: false,
    published: undefined,
    publisherCheck: undefined,
    signal: new AbortController().signal,
    onPosition: () => {},
    snapshots: async () => of,
  };
  return findCommon(ctx, setting, questions);
}

test('questions that stay within a few rows are answered from these, and as without', async () => {
  const asks = asksWith([city]);
  const within = await findFor(asks);
  for (const ask of asks) {
    expect(within!(ask)).toMatchObject({ params: ['city 7'] });
    const { question } = prepareOf(snapshot, { ask, zone: 'UTC', now, rows: 100 });
    const plain = await engine.answer(question, { seconds: 30 });
    const found = await engine.answer({ ...question, within: within!(ask) }, { seconds: 30 });
    expect(found.json).toBe(plain.json);
  }
});

test('rows that the first ones say nothing of are copied up to a limit', async () => {
  const late: Filter = { op: 'in', column: 'c3', values: [rows - 1] };
  const [known, unknown] = [asksWith([city]), asksWith([late])];
  const told = [(await findFor(known))!(known[0]!), (await findFor(unknown))!(unknown[0]!)];
  expect(told.map((within) => within!.sql.includes('limit 200001'))).toEqual([false, true]);
});

test('where they are too many after all, all rows are read', async () => {
  const late: Filter = { op: 'between', column: 'c3', from: 300_000, to: rows };
  const asks = asksWith([late]);
  const within = await findFor(asks);
  const { question } = prepareOf(snapshot, { ask: asks[0]!, zone: 'UTC', now, rows: 100 });
  const found = await engine.answer({ ...question, within: within!(asks[0]!) }, { seconds: 30 });
  expect([within!(asks[0]!)!.most, found.json]).toEqual([200_000, '[[300000]]']);
});

test('one among them that reads other rows reads all', async () => {
  const [other] = asksWith([]);
  const within = await findFor([...asksWith([city]), other!]);
  expect([within!(asksWith([city])[0]!), within!(other!)]).toMatchObject([{ params: ['city 7'] }, undefined]);
});

test('those who look at the same try it out once', async () => {
  let asked = 0;
  const ctx = contextOf(openAnswers());
  const counting = {
    ...ctx,
    engine: { ...engine, ask: (...told: Parameters<Engine['ask']>) => (asked++, engine.ask(...told)) },
  };
  const questions = questionsOf(asksWith([city]));
  const found = await Promise.all([1, 2, 3].map(() => find(counting, questions, snapshot)));
  expect([asked, found.filter(Boolean).length]).toEqual([1, 3]);
});

test('what is known needs no rows', async () => {
  const answers = openAnswers();
  const asks = asksWith([city]);
  const prepared = prepareOf(snapshot, { ask: asks[0]!, zone: 'UTC', now, rows: maxAnswerRows });
  const asker = { seconds: 30, fresh: false, signal: new AbortController().signal, onNews: () => {} };
  await answer(contextOf(answers), prepared, asker);
  expect(await findFor(asks, {}, answers)).toBeUndefined();
});

test.each<[string, QueryAsk[], Partial<Snapshot>]>([
  ['few questions', asksWith([city]).slice(0, 2), {}],
  ['questions with nothing in common', asksWith([]), {}],
  ['rows that are many', asksWith([paid]), {}],
  ['a small dataset', asksWith([city]), { rows: 10_000 }],
])('nothing is found once for %s', async (_, asks, told) => {
  expect(await findFor(asks, told)).toBeUndefined();
});
