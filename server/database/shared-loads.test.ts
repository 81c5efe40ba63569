import { expect, test } from 'vitest';

import { shareLoads } from './shared-loads.ts';

/** Loads that end on demand. */
function openLoads() {
  const ends: ((value: string) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const load = shareLoads(
    () =>
      new Promise<string>((resolve, reject) => {
        ends.push(resolve);
        fails.push(reject);
      }),
  );
  return { load, ends, fails };
}

test('callers during a load share the next one', async () => {
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

test('a later call loads again, and other keys load separately', async () => {
  const { load, ends } = openLoads();
  const [a, b] = [load('a'), load('b')];
  expect(ends).toHaveLength(2);
  for (const end of ends) end('x');
  await Promise.all([a, b]);
  void load('a');
  expect(ends).toHaveLength(3);
});

test('a failed load rejects its own callers, not the next ones', async () => {
  const { load, ends, fails } = openLoads();
  const first = load('a');
  const second = load('a');
  fails[0]!(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await new Promise(setImmediate);
  ends[1]!('yes');
  expect(await second).toBe('yes');
});
