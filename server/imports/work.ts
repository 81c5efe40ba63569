/** What is going on now, by the id of its upload or import: how far it is, and how to stop it. */
export type Work = Map<string, { stop: AbortController; done: Promise<void>; rows: number; percent: number }>;

/** Stops everything that is going on, and waits until it has stopped. */
export async function stopWork(work: Work): Promise<void> {
  const going = [...work.values()];
  for (const { stop } of going) stop.abort();
  await Promise.allSettled(going.map(({ done }) => done));
}
