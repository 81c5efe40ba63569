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
