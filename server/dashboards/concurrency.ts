/**
 * Processes items in order with limited concurrency. After an error no new item is started, and the error is thrown
 * only when all running items have ended: nothing continues in the background.
 */
export async function runWithConcurrency<T>(
  count: number,
  items: T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of rest) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
