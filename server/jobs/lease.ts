import type { PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';

import type { Database } from '#server/database/open.ts';
import { isLeased, type JobQueue, type JobTable, type LeasedJob, leaseEnd } from './job-queue.ts';

/** Share of the lease after which it is renewed. */
const heartbeatShare = 1 / 4;

export type Lease<Job> = {
  /** Renews the lease; false if another server has taken the job over. */
  renew: () => Promise<boolean>;
  /** Stops the heartbeat and returns the job with its current lease. */
  end: () => Promise<Job>;
};

type LeaseContext = { db: Database; log: Logger };

/** Renews the lease of a claimed job by a heartbeat until it is ended. */
export function holdLease<T extends JobTable, Job extends LeasedJob>(
  { db, log }: LeaseContext,
  queue: JobQueue<T>,
  job: Job,
): Lease<Job> {
  let current = job;
  // One renewal at a time, because each one changes the lease that the next one compares.
  let last: Promise<unknown> = Promise.resolve();

  async function renewOnce(): Promise<boolean> {
    const [renewed] = (await db
      .update(queue.table as PgTable)
      .set({ claimedUntil: leaseEnd(queue) })
      .where(isLeased(queue.table, current))
      .returning()) as LeasedJob[];
    if (renewed) current = { ...current, claimedUntil: renewed.claimedUntil };
    return renewed !== undefined;
  }
  const renew = (): Promise<boolean> => {
    const renewal = last.then(renewOnce);
    // The caller gets the failure; the next renewal must run anyway.
    last = renewal.catch(() => undefined);
    return renewal;
  };
  const beat = () =>
    void renew().catch((error: unknown) => log.warn({ err: error }, `${queue.name}: heartbeat failed`));
  const heartbeat = setInterval(beat, queue.leaseSeconds * 1000 * heartbeatShare);
  return {
    renew,
    end: async () => {
      clearInterval(heartbeat);
      await last;
      return current;
    },
  };
}
