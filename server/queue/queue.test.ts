import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { type AddShare, openQueue, type QueueTurn } from './queue.ts';

const sliceMs = 30;

/** Work that ends on demand or on abort, and records started turns. The first character of a name is the person. */
function openWork(slots: number) {
  const queue = openQueue(slots, sliceMs);
  const started: string[] = [];
  const stopped: string[] = [];
  const resolvers = new Map<string, () => void>();
  const run = (name: string, turn: Partial<QueueTurn> = {}) =>
    queue.run({ person: name[0]!, ...turn }, (signal) => {
      started.push(name);
      return new Promise<void>((resolve, reject) => {
        resolvers.set(name, resolve);
        signal.addEventListener('abort', () => {
          stopped.push(name);
          reject(new Error('stopped'));
        });
      });
    });
  const end = async (name: string) => {
    resolvers.get(name)!();
    await settle();
  };
  return { queue, started, stopped, run, end };
}

const settle = () => new Promise(setImmediate);

const afterSlice = () => sleep(sliceMs + 30);

test('one person never runs more than the regular slots', async () => {
  const { started, run, end, queue } = openWork(2);
  for (const name of ['a1', 'a2', 'a3']) void run(name);
  await settle();
  expect([started, queue.waiting()]).toEqual([['a1', 'a2'], 1]);
  await end('a1');
  expect([started, queue.waiting()]).toEqual([['a1', 'a2', 'a3'], 0]);
});

test('a short turn starts at once while another person fills the slots, one at a time', async () => {
  const { started, run, end } = openWork(2);
  for (let number = 0; number < 20; number++) void run(`a${number}`);
  await settle();
  for (const name of ['b1', 'b2', 'b3']) void run(name);
  await settle();
  expect(started).toEqual(['a0', 'a1', 'b1']);
  await end('b1');
  await end('b2');
  expect(started).toEqual(['a0', 'a1', 'b1', 'b2', 'b3']);
});

test('long turns leave a regular slot for short turns, and long turns of one person leave one for others', async () => {
  const { started, run } = openWork(4);
  const long = { kind: 'long' as const };
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name, long);
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['d1', 'd2', 'e1']) void run(name);
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1', 'd1', 'e1']);
});

test('a slow turn in the reserved slot is preempted and restarts in a regular slot', async () => {
  const { started, stopped, run, end } = openWork(1);
  for (const name of ['a1', 'b1', 'c1']) void run(name);
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await afterSlice();
  expect([started, stopped]).toEqual([['a1', 'b1', 'c1'], ['b1']]);
  await end('c1');
  expect(started).toHaveLength(3);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'b1']);
});

test('a person with several running turns is preempted first', async () => {
  const { started, stopped, run } = openWork(2);
  for (const name of ['a1', 'a2', 'b1', 'c1']) void run(name);
  await settle();
  await afterSlice();
  expect([started, stopped]).toEqual([['a1', 'a2', 'b1', 'c1'], ['a2']]);
});

test('the first turn of a person in a regular slot is never preempted', async () => {
  const { stopped, run } = openWork(2);
  for (const name of ['a1', 'b1', 'c1', 'd1']) void run(name);
  await settle();
  await afterSlice();
  await afterSlice();
  expect(stopped).toEqual(['c1', 'd1'].slice(0, stopped.length));
});

test('a shared turn starts with the share of any participant who has a free one', async () => {
  const { started, queue, run } = openWork(1);
  for (const name of ['a1', 'a2', 'a3']) void run(name);
  await settle();
  let join: AddShare | undefined;
  void run('a4', { kind: 'long', onQueued: (addShare) => (join = addShare) });
  expect(queue.waiting()).toBe(3);
  join!({ person: 'b', kind: 'short' });
  await settle();
  expect(started).toEqual(['a1', 'a4']);
});

test('waiting turns are served round-robin per person', async () => {
  const { started, run, end } = openWork(1);
  for (const name of ['x1', 'y1', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name, { kind: 'long' });
  await settle();
  for (const name of ['x1', 'y1', 'a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(started).toEqual(['x1', 'y1', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a person who returns has neither saved up nor lost rounds', async () => {
  const { started, run, end } = openWork(1);
  const long = { kind: 'long' as const };
  for (const name of ['a1', 'a2', 'a3']) void run(name, long);
  await settle();
  await end('a1');
  await end('a2');
  for (const name of ['b1', 'b2', 'a4']) void run(name, long);
  await settle();
  for (const name of ['a3', 'b1', 'a4']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2']);
});

test('every waiting turn receives its position in the queue', async () => {
  const { run, end } = openWork(1);
  const positions: number[] = [];
  for (const name of ['a1', 'z1', 'a2']) void run(name);
  await settle();
  void run('a3', { onPosition: (before) => positions.push(before) });
  void run('a4');
  await end('a1');
  await end('a2');
  expect(positions.filter((each, index) => each !== positions[index - 1])).toEqual([1, 0]);
});

test('an aborted turn leaves the queue', async () => {
  const { started, run, end } = openWork(1);
  const controller = new AbortController();
  void run('a1');
  const cancelled = run('a2', { signal: controller.signal });
  void run('a3');
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  await end('a1');
  expect(started).toEqual(['a1', 'a3']);
});

test('an aborted running turn is stopped and not run again', async () => {
  const { started, run, queue } = openWork(1);
  const controller = new AbortController();
  const cancelled = run('a1', { signal: controller.signal });
  void run('a2');
  await settle();
  controller.abort();
  await expect(cancelled).rejects.toThrow('stopped');
  await settle();
  expect([started, queue.waiting()]).toEqual([['a1', 'a2'], 0]);
});

test('a failed turn frees its slot', async () => {
  const { started, run, queue } = openWork(1);
  const failing = queue.run({ person: 'a' }, () => Promise.reject(new Error('no')));
  void run('a1');
  await expect(failing).rejects.toThrow('no');
  await settle();
  expect(started).toEqual(['a1']);
});

test('one person can queue at most fifty turns, others can still queue', async () => {
  const { run, queue } = openWork(1);
  for (let number = 0; number <= 50; number++) void run(`a${number}`);
  await settle();
  await expect(run('a51')).rejects.toMatchObject({ code: 'too_many_waiting' });
  void run('b1');
  await settle();
  expect(queue.waiting()).toBe(50);
});
