import { expect, test } from 'vitest';

import { shortestFloat } from './float.ts';

test.each([0.1, 1.5, 2.51237, 16_777_215, 8_388_607.5, 123_456.79, 1e-38, -2.7, 0])(
  'the float of %d is %d',
  (value) => {
    expect(shortestFloat(Math.fround(value))).toBe(value);
  },
);

test('a million floats keep their value', () => {
  const bits = new Uint32Array(1);
  const floats = new Float32Array(bits.buffer);
  const wrong: number[] = [];
  for (let index = 0; index < 1_000_000; index++) {
    bits[0] = Math.imul(index, 2_654_435_761);
    const value = floats[0]!;
    if (Number.isFinite(value) && Math.fround(shortestFloat(value)) !== value) wrong.push(value);
  }
  expect(wrong).toEqual([]);
});
