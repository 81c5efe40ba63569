import { LRUCache } from 'lru-cache';
import pino from 'pino';
import { expect, test, vi } from 'vitest';

import { loadHint } from './hints.ts';

let now = 1_000;

const openContext = () => ({
  execution: { plans: new LRUCache<string, object>({ max: 10, perf: { now: () => now }, ttlResolution: 0 }) },
  log: pino({ enabled: false }),
});

test('concurrent and later queries load a hint once', async () => {
  const ctx = openContext();
  const load = vi.fn(() => Promise.resolve(7));
  expect(await Promise.all([loadHint(ctx, 'keys', load), loadHint(ctx, 'keys', load)])).toEqual([7, 7]);
  now += 3_600_000;
  expect(await loadHint(ctx, 'keys', load)).toBe(7);
  expect(load).toHaveBeenCalledOnce();
});

test('a hint that could not be loaded is loaded again after a minute', async () => {
  const ctx = openContext();
  const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('timeout')).mockResolvedValue(7);
  expect(await loadHint(ctx, 'keys', load)).toBeUndefined();
  expect(await loadHint(ctx, 'keys', load)).toBeUndefined();
  expect(load).toHaveBeenCalledOnce();
  now += 61_000;
  expect(await loadHint(ctx, 'keys', load)).toBe(7);
});
