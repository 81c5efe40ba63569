import { setTimeout as sleep } from 'node:timers/promises';

import pLimit from 'p-limit';

/**
 * Processes items in order with limited concurrency. After an error no new item is started, and the error is thrown
 * only when all running items have ended: nothing continues in the background.
 */
export async function runWithConcurrency<T>(
  count: number,
  items: T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(count);
  let failed = false;
  const runs = items.map((item) =>
    limit(async () => {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }),
  );
  const results = await Promise.allSettled(runs);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

type HeavyLimit = { count: number; overlapAfterMs: number };

/**
 * Limits work so that only a few heavy items run at a time, in order; other items do not wait for them. After
 * `overlapAfterMs`, a heavy item lets the next one start.
 */
export function limitHeavy<T>(
  { count, overlapAfterMs }: HeavyLimit,
  isHeavy: (item: T) => boolean,
  work: (item: T) => Promise<void>,
): (item: T) => Promise<void> {
  const limit = pLimit(count);
  const start = async (item: T) => {
    const running = work(item);
    // The caller awaits `running` and gets its error.
    await Promise.race([running.catch(() => undefined), sleep(overlapAfterMs, undefined, { ref: false })]);
    return { running };
  };
  return async (item) => (isHeavy(item) ? (await limit(start, item)).running : work(item));
}
