import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { invalidate } from './invalidate.ts';
import { queryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Observes a query and counts its requests; each takes `takes` milliseconds. */
function observeQuery(queryKey: string[], takes = 0) {
  const counts = { started: 0, finished: 0 };
  const queryFn = async () => {
    counts.started += 1;
    await new Promise((resolve) => setTimeout(resolve, takes));
    counts.finished += 1;
    return counts.finished;
  };
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  return { requests: counts, stop };
}

test('a change is refetched immediately, a burst of changes once a second', async () => {
  const { requests, stop } = observeQuery(['dataset', 'a', 'rows']);
  await vi.advanceTimersByTimeAsync(10);
  for (let count = 0; count < 100; count += 1) {
    invalidate([['dataset', 'a']]);
    await vi.advanceTimersByTimeAsync(30);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  // The initial request, the first change, and one for each of the three seconds and the rest.
  expect(requests.started).toBeGreaterThanOrEqual(4);
  expect(requests.started).toBeLessThanOrEqual(6);
  stop();
});

test('a request that takes longer than a second is not aborted, but repeated afterwards', async () => {
  const { requests, stop } = observeQuery(['dataset', 'b'], 2_500);
  await vi.advanceTimersByTimeAsync(2_600);
  invalidate([['dataset', 'b']]);
  await vi.advanceTimersByTimeAsync(500);
  invalidate([['dataset', 'b']]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toEqual({ started: 3, finished: 3 });
  stop();
});
