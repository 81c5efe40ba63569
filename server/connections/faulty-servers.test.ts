import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { type ConnectedDatabase, openConnectedDatabase } from '#server/testing/connected-database.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { runQuery, specOf, resultOf, rowsOf } from '#server/testing/queries.ts';

let product: TestProduct;
let faulty: ConnectedDatabase;
let healthy: ConnectedDatabase;
let token: string;
const datasets: Record<'faulty' | 'healthy', Dataset> = {} as never;
beforeAll(async () => {
  [product, faulty, healthy] = await Promise.all([openTestProduct(), openConnectedDatabase(), openConnectedDatabase()]);
  token = (await createOwner(product)).token;
  datasets.faulty = await connectNumbers('faulty', faulty);
  datasets.healthy = await connectNumbers('healthy', healthy);
  await product.call('PUT /queries/limits', { card: 2, editor: 2 }, { token });
});
afterAll(() => Promise.all([product.close(), faulty.close(), healthy.close()]));
beforeEach(() => faulty.setFault(null));

async function connectNumbers(name: string, database: ConnectedDatabase): Promise<Dataset> {
  await database.execute('create table numbers as select i from generate_series(1, 500) i');
  const { body: application } = await product.call('POST /connections', { name, ...database.settings }, { token });
  const input = { id: application.id, tables: [{ schema: 'public', name: 'numbers' }] };
  const { body: added } = await product.call('POST /applications/:id/tables', input, { token });
  return (await product.call('GET /datasets/:id', { id: added[0]!.id }, { token })).body;
}

let lastBound = 0;
/** A query whose answer is in no cache. */
function rowsSpecOf(dataset: Dataset) {
  const column = dataset.columns[0]!.id;
  const filters = [{ op: 'greater' as const, column, value: --lastBound }];
  return specOf(dataset.id, { dimensions: [{ id: 'd', column, kind: 'value' }], filters });
}
const codesOf = async (dataset: Dataset) => {
  const text = JSON.stringify(await runQuery(product, rowsSpecOf(dataset), { token }));
  return [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code);
};
const countOf = async (dataset: Dataset) => rowsOf(await resultOf(product, rowsSpecOf(dataset), { token })).length;

test.each([
  ['silent', 'query_timeout'],
  ['slow', 'query_timeout'],
  ['reset', 'connection_lost'],
  ['lying', 'connection_protocol'],
] as const)(
  'a %s server is reported, other queries continue, and the server is used again after it recovers',
  async (fault, code) => {
    faulty.setFault(fault);
    const codes = Array.from({ length: 4 }, () => codesOf(datasets.faulty));
    expect(await countOf(datasets.healthy)).toBe(500);
    expect(await Promise.all(codes)).toEqual(codes.map(() => [code]));
    faulty.setFault(null);
    expect(await countOf(datasets.faulty)).toBe(500);
  },
);

test('an endless answer is cut off after the first rows, and the server stops sending', async () => {
  // Opens the session for the next query: a session that is opened after the fault would get an endless answer, too.
  expect(await countOf(datasets.faulty)).toBe(500);
  faulty.setFault('endless');
  const endless = resultOf(product, rowsSpecOf(datasets.faulty), { token });
  expect(await countOf(datasets.healthy)).toBe(500);
  const result = await endless;
  expect([rowsOf(result).length, result.proof.isCutOff]).toEqual([10_000, true]);
  await expect.poll(() => faulty.isSending()).toBe(false);
  faulty.setFault(null);
  expect(await countOf(datasets.faulty)).toBe(500);
});

test('sessions that end while idle are replaced', async () => {
  expect(await countOf(datasets.faulty)).toBe(500);
  faulty.disconnect();
  expect(await countOf(datasets.faulty)).toBe(500);
});
