import type { Pace } from './pace.ts';

type Compare = (a: number, b: number) => number;

const run = 2048;

/** The numbers from 0 to count in the order of `compare`, sorted in steps that let the page breathe. */
export async function sortNumbers(count: number, compare: Compare, pace: Pace): Promise<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, index) => index);
  let to = new Uint32Array(count);
  for (let start = 0; start < count; start += run) {
    from.subarray(start, start + run).sort(compare);
    await pace((start / count) * 0.5);
  }
  const levels = Math.ceil(Math.log2(count / run));
  for (let width = run, level = 0; width < count; width *= 2, level += 1) {
    const done = (share: number) => pace(0.5 + ((level + share) / levels) * 0.5);
    for (let start = 0; start < count; start += 2 * width) {
      await mergeRuns({ from, to, start, middle: start + width, end: start + 2 * width }, compare, done);
    }
    [from, to] = [to, from];
  }
  return from;
}

type Runs = { from: Uint32Array; to: Uint32Array; start: number; middle: number; end: number };

async function mergeRuns({ from, to, start, middle, end }: Runs, compare: Compare, pace: Pace): Promise<void> {
  const [stop, half] = [Math.min(end, from.length), Math.min(middle, from.length)];
  let [left, right] = [start, half];
  for (let place = start; place < stop; place += 1) {
    const takesLeft = left < half && (right >= stop || compare(from[left]!, from[right]!) <= 0);
    to[place] = takesLeft ? from[left++]! : from[right++]!;
    if (place % run === 0) await pace(place / from.length);
  }
}
