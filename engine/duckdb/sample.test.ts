import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Column } from '#domain/query/query.ts';
import { openProcessPool, type ProcessPool } from './process-pool.ts';

const columns: Column[] = [
  { id: 'c1', name: 'id', type: 'integer' },
  { id: 'c2', name: 'ordered_at', type: 'time' },
  { id: 'c3', name: 'sku', type: 'text' },
  { id: 'c4', name: 'amount', type: 'number' },
  { id: 'c5', name: 'customer', type: 'text' },
];

let directory: string;
let processes: ProcessPool;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-sample-'));
  processes = openProcessPool({ max: 1, min: 1 });
});
afterAll(async () => {
  await processes.close();
  await rm(directory, { recursive: true, force: true });
});

let fileCount = 0;

/** A summary of the orders as of an instant: a digest of all rows, the first and the last day. */
async function ordersAt(now: string): Promise<unknown[]> {
  const file = path.join(directory, `orders-${fileCount++}`);
  await processes.run('sample', { table: 'orders', file, columns, now }, { seconds: 60 });
  const sources = [{ at: 'files' as const, name: 'orders', columns, segments: [file] }];
  const sql = 'select bit_xor(hash(orders))::varchar, min(ordered_at)::date, max(ordered_at)::date from orders';
  const { values } = await processes.run('query', { sql, params: [], sources }, { seconds: 60 });
  await rm(file);
  return values.map(([value]) => value);
}

test('the same minute gives the same rows, another minute gives others', async () => {
  const [first, rerun, later] = [
    await ordersAt('2028-02-29T12:34:56.000Z'),
    await ordersAt('2028-02-29T12:34:01.000Z'),
    await ordersAt('2028-02-29T12:35:00.000Z'),
  ];
  expect(first.slice(1)).toEqual(['2026-02-27', '2028-02-29']);
  expect(rerun).toEqual(first);
  expect(later[0]).not.toBe(first[0]);
  expect(await readdir(directory)).toEqual([]);
});
