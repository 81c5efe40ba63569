import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { type ChangeFeed, openChangeFeed } from '#server/live/changes.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, resultOf } from '#server/testing/queries.ts';
import { openSnapshotCache, type SnapshotCache } from './snapshot-cache.ts';
import type { DatasetSnapshot } from './snapshot.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

let changes: ChangeFeed;
let cache: SnapshotCache;
beforeEach(async () => {
  changes = await openChangeFeed(product.connection, pino({ level: 'silent' }));
  onLoad = () => {};
  // So long that no entry expires.
  cache = openSnapshotCache({ changes, load: loadNext, ttlMs: 3_600_000 });
});
afterEach(async () => {
  cache.close();
  await changes.close();
});

let lastVersion = 0;
/** Called during each load. */
let onLoad: () => void;
const loadNext = async () => {
  onLoad();
  return { version: ++lastVersion, source: { at: 'files' } } as DatasetSnapshot;
};

/** The version in the cache; each load from the database has a new one. */
const loadVersion = async () => (await cache.load('d1')).version;

/** A cached version. */
async function cacheVersion(): Promise<number> {
  const version = await loadVersion();
  expect(await loadVersion()).toBe(version);
  return version;
}

test('a snapshot is loaded again when the event of a change on any server arrives', async () => {
  const version = await cacheVersion();
  const event = { kind: 'dataset', id: 'd1', application: 'a1', version: 1, rows: 2 };
  await product.query(`select pg_notify('changes', $1)`, [JSON.stringify({ ...event, id: 'd2' })]);
  await product.query(`select pg_notify('changes', $1)`, [JSON.stringify(event)]);
  await expect.poll(loadVersion).toBe(version + 1);
});

test('a snapshot is loaded again at once after a change on this server', async () => {
  const version = await cacheVersion();
  cache.invalidate();
  expect(await loadVersion()).toBe(version + 1);
});

test('a snapshot that was read before a change is not cached', async () => {
  onLoad = () => cache.invalidate();
  const version = await loadVersion();
  expect(await loadVersion()).toBe(version + 1);
});

test('earlier snapshots are not used after the connection for events was lost', async () => {
  const version = await cacheVersion();
  await product.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`);
  await expect.poll(loadVersion).toBeGreaterThan(version);
});

test('a query after a change through the API sees it, though its event has not arrived', async () => {
  const { token } = await createOwner(product);
  const dataset = await loadFile(product, token, 'orders.csv', 'city,amount\n上海,1\n北京,2\n');
  const nameInProof = async () => (await resultOf(product, specOf(dataset.id), { token })).proof.datasets[0]!.name;
  const rename = (name: string) => product.query('update datasets set name = $1 where id = $2', [name, dataset.id]);
  let number = 0;
  // Without an event, a new name has no effect on queries that use the cache.
  const isCached = async () => {
    await nameInProof();
    const name = `silent ${++number}`;
    await rename(name);
    return (await nameInProof()) !== name;
  };
  await expect.poll(isCached).toBe(true);
  await rename('new');
  const description = { en_US: 'Orders', zh_CN: '订单' };
  await product.call('PATCH /datasets/:id', { id: dataset.id, description }, { token });
  expect(await nameInProof()).toBe('new');
});
