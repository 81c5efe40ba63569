/** Running uploads and imports by id, with their progress and an abort controller. */
export type RunningJobs = Map<string, { stop: AbortController; done: Promise<void>; rows: number; percent: number }>;

/** Stops all jobs and waits for them to end. */
export async function stopJobs(jobs: RunningJobs): Promise<void> {
  const running = [...jobs.values()];
  for (const { stop } of running) stop.abort();
  // A job stores and reports its own failure.
  await Promise.allSettled(running.map(({ done }) => done));
}
