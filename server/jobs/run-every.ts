import type { Logger } from 'pino';

/** A recurring task: `name` is used in the log; `run` returns whether more work is waiting. */
type RecurringTask = { name: string; pause: number; run: (signal: AbortSignal) => Promise<boolean> };

/** Runs a task repeatedly with a pause until stopped. Returns the stop function, which waits for the current run. */
export function runEvery(log: Logger, { name, pause, run }: RecurringTask): () => Promise<void> {
  const stopper = new AbortController();
  const { signal } = stopper;
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  const runOnce = async () => {
    const hasMore = await run(signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, `${name} failed`);
      return false;
    });
    if (!signal.aborted) timer = setTimeout(() => (work = runOnce()), hasMore ? 0 : pause);
  };
  work = runOnce();
  return async () => {
    stopper.abort();
    clearTimeout(timer);
    await work;
  };
}
