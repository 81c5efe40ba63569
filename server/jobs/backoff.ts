import { type SQL, sql } from 'drizzle-orm';

/** Delay in seconds after each failure; after the last one the job is not retried. */
export type BackoffSeconds = readonly number[];

/**
 * When to retry a job that failed after `tries` earlier failures, by the clock of the database; undefined if there are
 * no retries left.
 */
export function retryAt(backoff: BackoffSeconds, tries: number): SQL<Date> | undefined {
  const seconds = backoff[tries];
  return seconds === undefined ? undefined : sql`now() + make_interval(secs => ${seconds})`;
}
