import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { runWithConcurrency } from './concurrency.ts';

test('items run in order with limited concurrency', async () => {
  const started: number[] = [];
  let [now, peak] = [0, 0];
  await runWithConcurrency(3, [0, 1, 2, 3, 4, 5, 6], async (item) => {
    started.push(item);
    peak = Math.max(peak, (now += 1));
    await sleep(5);
    now -= 1;
  });
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(peak).toBe(3);
});

test('an error is thrown when all running items have ended, and no new item starts', async () => {
  const events: string[] = [];
  const work = async (item: string) => {
    events.push(`${item} begins`);
    if (item === 'b') throw new Error('b fails');
    await sleep(20);
    events.push(`${item} ends`);
  };
  await expect(runWithConcurrency(2, ['a', 'b', 'c', 'd'], work)).rejects.toThrow('b fails');
  expect(events).toEqual(['a begins', 'b begins', 'a ends']);
});
