import { type SQL, sql } from 'drizzle-orm';

/** Backoff in seconds after each failure; after the last one the job is given up. */
export type BackoffSeconds = readonly number[];

/**
 * When to retry a job that failed after that many earlier tries, by the clock of the database; undefined if it is given
 * up.
 */
export function retryAt(backoff: BackoffSeconds, tries: number): SQL<Date> | undefined {
  const seconds = backoff[tries];
  return seconds === undefined ? undefined : sql`now() + make_interval(secs => ${seconds})`;
}
