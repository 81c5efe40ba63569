import { expect, test } from 'vitest';

import { openBatches } from './batches.ts';

/** Loads that end when they are told to. */
function openLoads() {
  const ends: ((value: string) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const load = openBatches(
    () =>
      new Promise<string>((resolve, reject) => {
        ends.push(resolve);
        fails.push(reject);
      }),
  );
  return { load, ends, fails };
}

test('who comes while a load is under way gets the next one, with all others who come meanwhile', async () => {
  const { load, ends } = openLoads();
  const first = load('a');
  const others = [load('a'), load('a'), load('a')];
  expect(ends).toHaveLength(1);
  ends[0]!('old');
  expect(await first).toBe('old');
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]!('new');
  expect(await Promise.all(others)).toEqual(['new', 'new', 'new']);
});

test('afterwards it is loaded anew, and another thing is another load', async () => {
  const { load, ends } = openLoads();
  const [a, b] = [load('a'), load('b')];
  expect(ends).toHaveLength(2);
  for (const end of ends) end('x');
  await Promise.all([a, b]);
  void load('a');
  expect(ends).toHaveLength(3);
});

test('a failure is of those who waited for it, not of the next', async () => {
  const { load, ends, fails } = openLoads();
  const first = load('a');
  const second = load('a');
  fails[0]!(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await new Promise(setImmediate);
  ends[1]!('yes');
  expect(await second).toBe('yes');
});
