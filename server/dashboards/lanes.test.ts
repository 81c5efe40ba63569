import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { inLanes } from './lanes.ts';

test('no more is done at once than there are lanes, in the order given', async () => {
  const begun: number[] = [];
  let [now, most] = [0, 0];
  await inLanes(3, [0, 1, 2, 3, 4, 5, 6], async (item) => {
    begun.push(item);
    most = Math.max(most, (now += 1));
    await sleep(5);
    now -= 1;
  });
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});

test('a failure is told when nothing is under way any more, and nothing new begins', async () => {
  const events: string[] = [];
  const work = async (item: string) => {
    events.push(`${item} begins`);
    if (item === 'b') throw new Error('b fails');
    await sleep(20);
    events.push(`${item} ends`);
  };
  await expect(inLanes(2, ['a', 'b', 'c', 'd'], work)).rejects.toThrow('b fails');
  expect(events).toEqual(['a begins', 'b begins', 'a ends']);
});
