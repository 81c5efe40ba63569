/** Lets a long piece of work breathe: waits for the page whenever it has kept it long enough. */
export type Pace = (done: number) => Promise<void>;

const longest = 12;

export function paceOf(signal: AbortSignal, onProgress: (done: number) => void): Pace {
  let begun = performance.now();
  return async (done) => {
    if (performance.now() - begun < longest) return;
    onProgress(done);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    begun = performance.now();
  };
}

/** For work that nobody waits for on a page. */
export const atOnce: Pace = async () => {};
