import { expect, test } from 'vitest';

import { estimateDistinct } from './key-counts.ts';

const rows = 50_000;

/** The number of distinct values in a random sample. */
function sampleOf(count: number): number {
  let seed = 1;
  const sample = new Set<number>();
  for (let row = 0; row < rows; row++) {
    seed = (seed * 48_271) % 2_147_483_647;
    sample.add(seed % count);
  }
  return sample.size;
}

test.each([4, 1_000, 20_000, 250_000, 1_000_000])('%d keys are estimated from a sample', (count) => {
  const estimate = estimateDistinct(sampleOf(count), rows);
  expect(estimate / count).toBeGreaterThan(0.8);
  expect(estimate / count).toBeLessThan(1.25);
});

test('a sample without repetitions says nothing about the number of keys', () => {
  expect(estimateDistinct(rows, rows)).toBe(Infinity);
});
