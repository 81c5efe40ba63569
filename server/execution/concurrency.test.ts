import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { limitHeavy, runWithConcurrency } from './concurrency.ts';

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

test('heavy items run a few at a time, in order, and other items do not wait for them', async () => {
  const started: number[] = [];
  let [heavy, peak] = [0, 0];
  const isHeavy = (item: number) => item < 10;
  const work = limitHeavy<number>({ count: 2, overlapAfterMs: 10_000 }, isHeavy, async (item) => {
    started.push(item);
    if (isHeavy(item)) peak = Math.max(peak, (heavy += 1));
    await sleep(5);
    if (isHeavy(item)) heavy -= 1;
  });
  await runWithConcurrency(8, [1, 2, 3, 4, 10, 5, 11], work);
  expect(started.filter(isHeavy)).toEqual([1, 2, 3, 4, 5]);
  expect(started.indexOf(11)).toBeLessThan(started.indexOf(3));
  expect(peak).toBe(2);
});

test('a heavy item that takes long does not block the next one', async () => {
  const events: string[] = [];
  const work = limitHeavy<string>(
    { count: 1, overlapAfterMs: 10 },
    () => true,
    async (item) => {
      events.push(`${item} begins`);
      await sleep(item === 'slow' ? 100 : 0);
      events.push(`${item} ends`);
    },
  );
  await runWithConcurrency(8, ['slow', 'quick'], work);
  expect(events).toEqual(['slow begins', 'quick begins', 'quick ends', 'slow ends']);
});

test('the error of a heavy item is thrown', async () => {
  const fail = () => Promise.reject(new Error('it fails'));
  const work = limitHeavy<string>({ count: 1, overlapAfterMs: 10_000 }, () => true, fail);
  await expect(work('a')).rejects.toThrow('it fails');
});
