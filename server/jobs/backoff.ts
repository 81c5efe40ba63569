/** Backoff in seconds after each failure; after the last one the job is given up. */
export type BackoffSeconds = readonly number[];

/** When to retry a job that failed after that many earlier tries; undefined if it is given up. */
export function retryAt(backoff: BackoffSeconds, tries: number): Date | undefined {
  const seconds = backoff[tries];
  return seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000);
}
