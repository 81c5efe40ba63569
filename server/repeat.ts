import type { Logger } from 'pino';

/** What is done again and again: `name` is for the log; `run` gives whether there is more to do at once. */
type Task = { name: string; pause: number; run: (signal: AbortSignal) => Promise<boolean> };

/** Does something for as long as the server runs; gives what stops it, after what is under way. */
export function repeat(log: Logger, { name, pause, run }: Task): () => Promise<void> {
  const stopper = new AbortController();
  const { signal } = stopper;
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  const turn = async () => {
    const hasMore = await run(signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, `${name} failed`);
      return false;
    });
    if (!signal.aborted) timer = setTimeout(() => (work = turn()), hasMore ? 0 : pause);
  };
  work = turn();
  return async () => {
    stopper.abort();
    clearTimeout(timer);
    await work;
  };
}
