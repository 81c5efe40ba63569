/** Yields to the page if a long task has blocked it for too long. */
export type YieldToPage = (done: number) => Promise<void>;

const maxBlockMs = 12;

export function yieldToPageOf(signal: AbortSignal, onProgress: (done: number) => void): YieldToPage {
  let resumedAt = performance.now();
  return async (done) => {
    if (performance.now() - resumedAt < maxBlockMs) return;
    onProgress(done);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    resumedAt = performance.now();
  };
}

/** For use outside of a page. */
export const neverYield: YieldToPage = async () => {};

type CompareIndexes = (a: number, b: number) => number;

const runLength = 2048;

/** Sorts the numbers from 0 to count with a merge sort that yields to the page. */
export async function sortNumbers(
  count: number,
  compare: CompareIndexes,
  yieldToPage: YieldToPage,
): Promise<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, index) => index);
  let to = new Uint32Array(count);
  for (let start = 0; start < count; start += runLength) {
    from.subarray(start, start + runLength).sort(compare);
    await yieldToPage((start / count) * 0.5);
  }
  const levels = Math.ceil(Math.log2(count / runLength));
  for (let width = runLength, level = 0; width < count; width *= 2, level += 1) {
    const done = (share: number) => yieldToPage(0.5 + ((level + share) / levels) * 0.5);
    for (let start = 0; start < count; start += 2 * width) {
      await mergeRuns({ from, to, start, middle: start + width, end: start + 2 * width }, compare, done);
    }
    [from, to] = [to, from];
  }
  return from;
}

type SortedRuns = { from: Uint32Array; to: Uint32Array; start: number; middle: number; end: number };

async function mergeRuns(
  { from, to, start, middle, end }: SortedRuns,
  compare: CompareIndexes,
  yieldToPage: YieldToPage,
): Promise<void> {
  const [stop, half] = [Math.min(end, from.length), Math.min(middle, from.length)];
  let [left, right] = [start, half];
  for (let target = start; target < stop; target += 1) {
    const takesLeft = left < half && (right >= stop || compare(from[left]!, from[right]!) <= 0);
    to[target] = takesLeft ? from[left++]! : from[right++]!;
    if (target % runLength === 0) await yieldToPage(target / from.length);
  }
}
