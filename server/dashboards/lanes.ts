/** Does all the work, only so much of it at once, in the order in which it is given. */
export async function inLanes<T>(count: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane));
}
