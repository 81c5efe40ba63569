import { expect, test } from 'vitest';

import { openQueue, type Turn } from './queue.ts';

/** Work that ends when it is told to, and what began and ended so far. */
function openWork(places: number) {
  const queue = openQueue(places);
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const run = (name: string, turn: Partial<Turn> = {}) =>
    queue.run({ person: name[0]!, ...turn }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => endings.set(name, resolve));
    });
  const end = async (name: string) => {
    endings.get(name)!();
    await new Promise(setImmediate);
  };
  return { queue, begun, run, end };
}

test('only so many work at once', async () => {
  const { begun, run, end, queue } = openWork(2);
  for (const name of ['a1', 'a2', 'a3']) void run(name);
  expect([begun, queue.waiting()]).toEqual([['a1', 'a2'], 1]);
  await end('a1');
  expect([begun, queue.waiting()]).toEqual([['a1', 'a2', 'a3'], 0]);
});

test('who asks little does not wait for who asks much', async () => {
  const { begun, run, end } = openWork(1);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void run(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('who comes back after a while has no turns saved up, nor lost', async () => {
  const { begun, run, end } = openWork(1);
  for (const name of ['a1', 'a2', 'a3']) void run(name);
  await end('a1');
  await end('a2');
  for (const name of ['b1', 'b2', 'a4']) void run(name);
  for (const name of ['a3', 'b1', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2']);
});

test('everyone hears how many are before them', async () => {
  const { run, end } = openWork(1);
  const heard: number[] = [];
  void run('a1');
  void run('a2');
  void run('a3', { onPosition: (before) => heard.push(before) });
  void run('b1');
  await end('a1');
  await end('a2');
  expect(heard.filter((each, index) => each !== heard[index - 1])).toEqual([1, 2, 1, 0]);
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

test('a failure gives the place to the next', async () => {
  const { begun, run, queue } = openWork(1);
  const failing = queue.run({ person: 'x' }, () => Promise.reject(new Error('no')));
  void run('a1');
  await expect(failing).rejects.toThrow('no');
  expect(begun).toEqual(['a1']);
});

test('one person may have fifty waiting, others may still come', async () => {
  const { run, queue } = openWork(1);
  for (let number = 0; number <= 50; number++) void run(`a${number}`);
  await expect(run('a51')).rejects.toMatchObject({ code: 'too_many_waiting' });
  void run('b1');
  expect(queue.waiting()).toBe(51);
});
