/**
 * Does all the work, only so much of it at once, in the order in which it is given. Where some of it fails, nothing new
 * is begun, and what was begun has ended before the failure is told: nothing goes on behind the caller's back.
 */
export async function inLanes<T>(count: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const lane = async () => {
    for (const item of rest) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
