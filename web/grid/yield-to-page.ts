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
