import { beforeEach, expect, test } from 'vitest';

import { type ChangeCache, openChangeCache } from './change-cache.ts';

type Owned = { owner: string; revision: number };

let isConnected: boolean;
let loads: number;
/** Called during a load, after its value was read. */
let afterRead: () => void;
let cache: ChangeCache<Owned | undefined>;
beforeEach(() => {
  isConnected = true;
  loads = 0;
  afterRead = () => {};
  cache = openChangeCache({
    load: async (owner) => {
      const value = owner === 'nobody' ? undefined : { owner, revision: loads };
      loads++;
      await Promise.resolve();
      afterRead();
      return value;
    },
    isConnected: () => isConnected,
    maxEntries: 3,
  });
});

const isCached = async (key: string): Promise<boolean> => {
  const before = loads;
  await cache.load(key);
  return loads === before;
};

test('a value is loaded once, and returned synchronously from then on', async () => {
  const value = await cache.load('a');
  expect(cache.load('a')).toBe(value);
  expect(loads).toBe(1);
});

test('a dropped value is loaded again, others are not', async () => {
  for (const key of ['a', 'b']) await cache.load(key);
  cache.drop('a');
  expect(await isCached('b')).toBe(true);
  expect(await isCached('a')).toBe(false);
});

test('values can be dropped by what they contain, or all at once', async () => {
  for (const key of ['a', 'b', 'c']) await cache.load(key);
  cache.dropWhere((value) => value?.owner !== 'b');
  expect(await isCached('b')).toBe(true);
  expect(await isCached('a')).toBe(false);
  expect(await isCached('c')).toBe(false);
  cache.dropAll();
  for (const key of ['a', 'b', 'c']) expect(await isCached(key)).toBe(false);
});

test.each<[string, () => void]>([
  ['the same key', () => cache.drop('a')],
  ['another key', () => cache.drop('b')],
  ['what values contain', () => cache.dropWhere(() => false)],
  ['everything', () => cache.dropAll()],
])('a value that was read before a drop of %s is returned but not cached', async (_, drop) => {
  afterRead = drop;
  expect(await cache.load('a')).toEqual({ owner: 'a', revision: 0 });
  afterRead = () => {};
  expect(await cache.load('a')).toEqual({ owner: 'a', revision: 1 });
});

test('a caller during a load gets a value that was read after it asked', async () => {
  const [first, second] = await Promise.all([cache.load('a'), cache.load('a')]);
  expect([first?.revision, second?.revision]).toEqual([0, 1]);
});

test('while events cannot be received, every call loads', async () => {
  await cache.load('a');
  isConnected = false;
  expect(await isCached('a')).toBe(false);
  expect(await isCached('a')).toBe(false);
});

test('a value that was read while events could not be received is not cached', async () => {
  isConnected = false;
  afterRead = () => (isConnected = true);
  await cache.load('a');
  expect(await isCached('a')).toBe(false);
  expect(await isCached('a')).toBe(true);
});

test('a failed load is not cached', async () => {
  afterRead = () => {
    throw new Error('no');
  };
  await expect(cache.load('a')).rejects.toThrow('no');
  afterRead = () => {};
  expect(await cache.load('a')).toEqual({ owner: 'a', revision: 1 });
});

test('undefined is not cached', async () => {
  expect(await cache.load('nobody')).toBeUndefined();
  expect(await isCached('nobody')).toBe(false);
});

test('what is not cacheable is loaded every time, and null is a value', async () => {
  const lengths = openChangeCache<number | null>({
    load: async (key) => (loads++, key === '' ? null : key.length),
    isConnected: () => true,
    maxEntries: 3,
    isCacheable: (length) => length !== 2,
  });
  for (const key of ['ab', 'ab', 'a', 'a']) await lengths.load(key);
  expect(loads).toBe(3);
  expect([await lengths.load(''), await lengths.load('')]).toEqual([null, null]);
  expect(loads).toBe(4);
});

test('a value expires', async () => {
  const expiring = openChangeCache({
    load: async () => ++loads,
    isConnected: () => true,
    maxEntries: 3,
    ttlMs: 20,
  });
  expect(await expiring.load('a')).toBe(1);
  await expect.poll(() => expiring.load('a')).toBeGreaterThan(1);
});

test('the least recently used value leaves a full cache', async () => {
  for (const key of ['a', 'b', 'c', 'a', 'd']) await cache.load(key);
  expect(await isCached('a')).toBe(true);
  expect(await isCached('b')).toBe(false);
});

test('the revision changes with every drop', () => {
  const revisions = [cache.revision()];
  for (const drop of [() => cache.drop('a'), () => cache.dropWhere(() => false), () => cache.dropAll()]) {
    drop();
    revisions.push(cache.revision());
  }
  expect(new Set(revisions).size).toBe(4);
});
