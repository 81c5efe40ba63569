import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { type AddShare, openQueue, type Turn } from './queue.ts';

const sliceMs = 30;

/** Work that ends when it is told to, or is stopped, and what began so far. The first letter is the person. */
function openWork(slots: number) {
  const queue = openQueue(slots, sliceMs);
  const begun: string[] = [];
  const stopped: string[] = [];
  const endings = new Map<string, () => void>();
  const run = (name: string, turn: Partial<Turn> = {}) =>
    queue.run({ person: name[0]!, ...turn }, (signal) => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => {
        endings.set(name, resolve);
        signal.addEventListener('abort', () => {
          stopped.push(name);
          reject(new Error('stopped'));
        });
      });
    });
  const end = async (name: string) => {
    endings.get(name)!();
    await settle();
  };
  return { queue, begun, stopped, run, end };
}

const settle = () => new Promise(setImmediate);

const afterSlice = () => sleep(sliceMs + 30);

test('one person never runs more than the regular slots', async () => {
  const { begun, run, end, queue } = openWork(2);
  for (const name of ['a1', 'a2', 'a3']) void run(name);
  await settle();
  expect([begun, queue.waiting()]).toEqual([['a1', 'a2'], 1]);
  await end('a1');
  expect([begun, queue.waiting()]).toEqual([['a1', 'a2', 'a3'], 0]);
});

test('whatever one person runs, a short turn of another starts at once, one at a time', async () => {
  const { begun, run, end } = openWork(2);
  for (let number = 0; number < 20; number++) void run(`a${number}`);
  await settle();
  for (const name of ['b1', 'b2', 'b3']) void run(name);
  await settle();
  expect(begun).toEqual(['a0', 'a1', 'b1']);
  await end('b1');
  await end('b2');
  expect(begun).toEqual(['a0', 'a1', 'b1', 'b2', 'b3']);
});

test('long turns leave a regular slot to short ones, and one person’s leave one to others', async () => {
  const { begun, run } = openWork(4);
  const long = { kind: 'long' as const };
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name, long);
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['d1', 'd2', 'e1']) void run(name);
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'd1', 'e1']);
});

test('what is slow in the reserved slot makes room for others, and runs again in a regular one', async () => {
  const { begun, stopped, run, end } = openWork(1);
  for (const name of ['a1', 'b1', 'c1']) void run(name);
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  await afterSlice();
  expect([begun, stopped]).toEqual([['a1', 'b1', 'c1'], ['b1']]);
  await end('c1');
  expect(begun).toHaveLength(3);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'b1']);
});

test('who runs several gives one up before anyone else does', async () => {
  const { begun, stopped, run } = openWork(2);
  for (const name of ['a1', 'a2', 'b1', 'c1']) void run(name);
  await settle();
  await afterSlice();
  expect([begun, stopped]).toEqual([['a1', 'a2', 'b1', 'c1'], ['a2']]);
});

test('the first turn of everyone in a regular slot runs to its end', async () => {
  const { stopped, run } = openWork(2);
  for (const name of ['a1', 'b1', 'c1', 'd1']) void run(name);
  await settle();
  await afterSlice();
  await afterSlice();
  expect(stopped).toEqual(['c1', 'd1'].slice(0, stopped.length));
});

test('what many want takes the share of whoever has one left', async () => {
  const { begun, queue, run } = openWork(1);
  for (const name of ['a1', 'a2', 'a3']) void run(name);
  await settle();
  let join: AddShare | undefined;
  void run('a4', { kind: 'long', onQueued: (addShare) => (join = addShare) });
  expect(queue.waiting()).toBe(3);
  join!({ person: 'b', kind: 'short' });
  await settle();
  expect(begun).toEqual(['a1', 'a4']);
});

test('those who wait take turns, whoever asks how much', async () => {
  const { begun, run, end } = openWork(1);
  for (const name of ['x1', 'y1', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name, { kind: 'long' });
  await settle();
  for (const name of ['x1', 'y1', 'a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(begun).toEqual(['x1', 'y1', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('who comes back after a while has no turns saved up, nor lost', async () => {
  const { begun, run, end } = openWork(1);
  const long = { kind: 'long' as const };
  for (const name of ['a1', 'a2', 'a3']) void run(name, long);
  await settle();
  await end('a1');
  await end('a2');
  for (const name of ['b1', 'b2', 'a4']) void run(name, long);
  await settle();
  for (const name of ['a3', 'b1', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2']);
});

test('everyone hears how many are before them', async () => {
  const { run, end } = openWork(1);
  const heard: number[] = [];
  for (const name of ['a1', 'z1', 'a2']) void run(name);
  await settle();
  void run('a3', { onPosition: (before) => heard.push(before) });
  void run('a4');
  await end('a1');
  await end('a2');
  expect(heard.filter((each, index) => each !== heard[index - 1])).toEqual([1, 0]);
});

test('who leaves is not waited for', async () => {
  const { begun, run, end } = openWork(1);
  const leaving = new AbortController();
  void run('a1');
  const left = run('a2', { signal: leaving.signal });
  void run('a3');
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'cancelled' });
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});

test('who leaves while running is stopped, and not run again', async () => {
  const { begun, run, queue } = openWork(1);
  const leaving = new AbortController();
  const left = run('a1', { signal: leaving.signal });
  void run('a2');
  await settle();
  leaving.abort();
  await expect(left).rejects.toThrow('stopped');
  await settle();
  expect([begun, queue.waiting()]).toEqual([['a1', 'a2'], 0]);
});

test('a failure gives the slot to the next', async () => {
  const { begun, run, queue } = openWork(1);
  const failing = queue.run({ person: 'a' }, () => Promise.reject(new Error('no')));
  void run('a1');
  await expect(failing).rejects.toThrow('no');
  await settle();
  expect(begun).toEqual(['a1']);
});

test('one person may have fifty waiting, others may still come', async () => {
  const { run, queue } = openWork(1);
  for (let number = 0; number <= 50; number++) void run(`a${number}`);
  await settle();
  await expect(run('a51')).rejects.toMatchObject({ code: 'too_many_waiting' });
  void run('b1');
  await settle();
  expect(queue.waiting()).toBe(50);
});
