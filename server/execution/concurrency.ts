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
 * Work whose heavy items run only a few at a time, in order; the others do not wait for them. One that takes longer than
 * `overlapAfterMs` lets the next one start beside it.
 */
export function limitHeavy<T>(
  { count, overlapAfterMs }: HeavyLimit,
  isHeavy: (item: T) => boolean,
  work: (item: T) => Promise<void>,
): (item: T) => Promise<void> {
  const limit = pLimit(count);
  const start = async (item: T) => {
    const running = work(item);
    // An error is thrown by whoever awaits it.
    await Promise.race([running.catch(() => undefined), sleep(overlapAfterMs, undefined, { ref: false })]);
    return { running };
  };
  return async (item) => (isHeavy(item) ? (await limit(start, item)).running : work(item));
}
