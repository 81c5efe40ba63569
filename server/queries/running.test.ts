import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { AnswerLine, RowsLine } from '#contract/queries/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { secondsFor } from '#server/execution/limits.ts';
import {
  runQuery,
  specOf,
  endlessQuery,
  openQuery,
  openLines,
  resultOf,
  rowsOf,
  sqlOf,
} from '#server/testing/queries.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', 'city,amount\nBerlin,10\nBerlin,20\nOslo,5\n');
});
afterAll(() => product.close());

const slotCount = Math.min(8, Math.max(3, availableParallelism()));
const openEndlessQuery = (mark: number, by = token) =>
  openQuery(product, { ask: endlessQuery(mark), zone: 'UTC', place: 'editor' }, by);

/** The first line of a kind. Leaving the loop would close the generator and cancel the query. */
async function lineOf<K extends AnswerLine['kind']>(lines: AsyncGenerator<AnswerLine>, kind: K) {
  for (;;) {
    const { value } = await lines.next();
    if (!value) throw new Error(`no line of kind ${kind}`);
    if (value.kind === kind) return value as Extract<AnswerLine, { kind: K }>;
  }
}

/** Starts queries that fill all slots of a person, and waits until all are running. */
async function fillSlots(by = token) {
  const busy = await Promise.all(Array.from({ length: slotCount }, (_, mark) => openEndlessQuery(mark, by)));
  const open = busy.map(({ lines, disconnect }) => ({ lines: lines(), disconnect }));
  await Promise.all(open.map(({ lines }) => lineOf(lines, 'running')));
  return open;
}

test('a cancelled query stops the engine, and later queries are answered', async () => {
  const busy = await fillSlots();
  for (const { disconnect } of busy) disconnect();
  expect(rowsOf(await resultOf(product, sqlOf('select 42 as n'), { token }))).toEqual([[42]]);
  // Every process is free again, not only one.
  for (const { disconnect } of await fillSlots()) disconnect();
});

test('a waiting query reports its position, and other calls do not wait', async () => {
  const busy = await fillSlots();
  const { token: other } = await createMember(product, token, 'editor');
  const mine = [await openEndlessQuery(100), await openEndlessQuery(101)];
  const second = mine[1]!.lines();
  expect((await lineOf(second, 'waiting')).position).toBeGreaterThan(0);
  // Another person gets the reserved slot.
  const theirs = await openEndlessQuery(102, other);
  await lineOf(theirs.lines(), 'running');
  expect((await product.call('GET /datasets', {}, { token })).status).toBe(200);
  for (const { disconnect } of [...busy, ...mine, theirs]) disconnect();
  expect(rowsOf(await resultOf(product, sqlOf('select 43 as n'), { token }))).toEqual([[43]]);
});

test('a viewer is answered while an editor fills all slots', async () => {
  const { token: editor } = await createMember(product, token, 'editor');
  const { token: viewer } = await createMember(product, token, 'viewer');
  const busy = await fillSlots(editor);
  const waiting = await Promise.all(Array.from({ length: 20 }, (_, mark) => openEndlessQuery(200 + mark, editor)));
  const rows = { ask: endlessQuery(300), zone: 'UTC' };
  const files = await Promise.all(
    [1, 2, 3].map(() => openLines<RowsLine>(product, 'POST /queries/rows', { input: rows, token: editor })),
  );
  for (const limit of [1, 2, 3])
    expect(rowsOf(await resultOf(product, specOf(orders.id, { limit }), { token: viewer, fresh: true }))).toEqual([
      [3],
    ]);
  const page = { id: orders.id, offset: 0, limit: 10, filters: [] };
  expect((await product.call('POST /datasets/:id/rows', page, { token: viewer })).body.total).toBe(3);
  const lines = await Promise.all(
    busy.map((each) => Promise.race([each.lines.next(), Promise.resolve('still running')])),
  );
  expect(lines).toEqual(busy.map(() => 'still running'));
  for (const { disconnect } of [...busy, ...waiting, ...files]) disconnect();
});

test('the time limit of the SQL editor applies only to members who may write SQL', () => {
  const limits = { card: 30, editor: 120 };
  const all = (['viewer', 'editor', 'owner'] as const).map((role) => secondsFor(limits, { role, place: 'editor' }));
  expect(all).toEqual([30, 120, 120]);
  expect(secondsFor(limits, { role: 'owner', place: 'card' })).toBe(30);
});

test('a query is stopped at the time limit set by the owner', async () => {
  const limits = (card: number) => product.call('PUT /queries/limits', { card, editor: 120 }, { token });
  expect((await limits(1)).body).toEqual({ card: 1, editor: 120 });
  await waitFor(async () => {
    const { body } = await product.call('GET /queries/limits', {}, { token });
    return body.card === 1 ? true : undefined;
  });
  const { error } = await runQuery(product, endlessQuery(), {
    token,
    place: 'card',
    headers: { 'accept-language': 'en' },
  });
  expect(error).toMatchObject({ code: 'query_timeout', message: expect.stringContaining('1 s') });
  await limits(30);
  const { token: viewer } = await createMember(product, token, 'viewer');
  expect(await product.call('PUT /queries/limits', { card: 9, editor: 9 }, { token: viewer })).toMatchObject({
    status: 403,
  });
});

test('equal concurrent queries run once', async () => {
  const { token: other } = await createMember(product, token, 'editor');
  const sql = sqlOf('select sum(a.range * b.range) as n from range(10000) a, range(15000) b');
  const results = await Promise.all(
    [token, other, token, other, token].map((by) => resultOf(product, sql, { token: by })),
  );
  expect(new Set(results.map(({ proof }) => proof.answeredAt)).size).toBe(1);
  expect(new Set(results.map((result) => JSON.stringify(result.values))).size).toBe(1);
});

test('a query goes on for the other callers when one of them disconnects', async () => {
  const spec = { ask: sqlOf('select sum(a.range + b.range) as n from range(15000) a, range(25000) b') };
  const leaving = await openQuery(product, { ...spec, zone: 'UTC' }, token);
  const staying = resultOf(product, spec.ask, { token });
  await lineOf(leaving.lines(), 'running');
  leaving.disconnect();
  expect(rowsOf(await staying)).toHaveLength(1);
});

test('an answer is cached until a fresh one is requested or the data changes', async () => {
  const spec = specOf(orders.id);
  const first = await resultOf(product, spec, { token });
  const second = await resultOf(product, spec, { token });
  expect([first.proof.fromCache, second.proof.fromCache]).toEqual([false, true]);
  expect(second).toEqual({ ...first, proof: { ...first.proof, fromCache: true, waited: 0 } });
  const fresh = await resultOf(product, spec, { token, fresh: true });
  expect(fresh.proof.fromCache).toBe(false);
  expect(fresh.proof.answeredAt > first.proof.answeredAt).toBe(true);
  expect((await resultOf(product, spec, { token })).proof.answeredAt).toBe(fresh.proof.answeredAt);
  await loadFile(product, token, 'orders.csv', 'city,amount\nRome,1\n');
  const later = await resultOf(product, spec, { token });
  expect(later.proof.datasets[0]!.id).toBe(orders.id);
});

test('a query that crashes its process does not affect other queries', async () => {
  const crash = sqlOf("select json_structure(repeat('[', 100000) || repeat(']', 100000)) as n");
  const [crashed, ...others] = await Promise.all([
    runQuery(product, crash, { token }),
    ...[1, 2, 3, 4].map((n) => runQuery(product, sqlOf(`select ${n} as n`), { token })),
  ]);
  expect(crashed.error?.code).toBe('query_crashed');
  expect(others.map(({ result }) => rowsOf(result!))).toEqual([[[1]], [[2]], [[3]], [[4]]]);
});
