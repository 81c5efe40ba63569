import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { invalidate } from './freshness.ts';
import { queryClient } from './queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Looks at a query and counts how often it is asked; each answer takes so long. */
function look(queryKey: string[], takes = 0) {
  const seen = { asked: 0, answered: 0 };
  const queryFn = async () => {
    seen.asked += 1;
    await new Promise((resolve) => setTimeout(resolve, takes));
    seen.answered += 1;
    return seen.answered;
  };
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  return { seen, stop };
}

test('a change is followed at once, a storm of them once a second', async () => {
  const { seen, stop } = look(['dataset', 'a', 'rows']);
  await vi.advanceTimersByTimeAsync(10);
  for (let count = 0; count < 100; count += 1) {
    invalidate([['dataset', 'a']]);
    await vi.advanceTimersByTimeAsync(30);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  // The first look, the first change, and one more for each of the three seconds and what was left.
  expect(seen.asked).toBeGreaterThanOrEqual(4);
  expect(seen.asked).toBeLessThanOrEqual(6);
  stop();
});

test('an answer that takes longer than a second is not broken off, and asked again after it', async () => {
  const { seen, stop } = look(['dataset', 'b'], 2_500);
  await vi.advanceTimersByTimeAsync(2_600);
  invalidate([['dataset', 'b']]);
  await vi.advanceTimersByTimeAsync(500);
  invalidate([['dataset', 'b']]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual({ asked: 3, answered: 3 });
  stop();
});
