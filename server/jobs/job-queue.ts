import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';

import type { Database, Queryable } from '#server/database/open.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { runEvery } from './run-every.ts';

/** A table whose rows are jobs. `claimedUntil` is the lease of the server that works on a row. */
export type JobTable = PgTable & { id: PgColumn; claimedUntil: PgColumn };

/** Jobs that are due, oldest first; `isPending` excludes finished ones. */
type DueJobs<T extends PgTable> = { table: T; dueAt: PgColumn; isPending?: SQL | undefined; batchSize: number };

/** `name` is used in the log. A dead server's jobs are taken over after the lease. */
export type JobQueue<T extends JobTable> = DueJobs<T> & { name: string; leaseSeconds: number };

/** A claimed row. Every claim and renewal writes another end of the lease, which therefore identifies the lease. */
export type LeasedJob = { id: string; claimedUntil: Date | null };

type JobContext = { db: Database; log: Logger; metrics: Metrics };

const pollMs = 1000;

/** Claims due jobs in batches and works on them until stopped; several servers share the work. */
export function runQueue<T extends JobTable>(
  ctx: JobContext,
  queue: JobQueue<T>,
  work: (jobs: T['$inferSelect'][], signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const run = async (signal: AbortSignal) => {
    const jobs = await claimDue(ctx.db, queue);
    if (jobs.length > 0) {
      ctx.metrics.countJobs(queue.name, jobs.length);
      await work(jobs, signal);
    }
    return jobs.length === queue.batchSize;
  };
  return runEvery(ctx.log, { name: queue.name, pause: pollMs, run });
}

/** Claims the jobs that are due and not leased by another server. */
export async function claimDue<T extends JobTable>(db: Queryable, queue: JobQueue<T>): Promise<T['$inferSelect'][]> {
  const { table } = queue;
  // Drizzle cannot resolve the columns of a generic table.
  const plainTable: PgTable = table;
  const isFree = or(isNull(table.claimedUntil), sql`${table.claimedUntil} < now()`);
  const select = db.select({ id: table.id }).from(plainTable);
  const due = limitToDue(select.$dynamic(), { ...queue, isPending: and(queue.isPending, isFree) });
  return await db
    .update(table as PgTable)
    .set({ claimedUntil: leaseEnd(queue) })
    .where(inArray(table.id, due))
    .returning();
}

/** Locks due jobs until the end of the transaction, for work that is done within it and needs no lease. */
export async function lockDue<T extends PgTable>(tx: Queryable, due: DueJobs<T>): Promise<T['$inferSelect'][]> {
  return await limitToDue(
    tx
      .select()
      .from(due.table as PgTable)
      .$dynamic(),
    due,
  );
}

const limitToDue = <S extends PgSelect>(select: S, { dueAt, isPending, batchSize }: DueJobs<PgTable>) =>
  select
    .where(and(isPending, lte(dueAt, sql`now()`)))
    .orderBy(dueAt)
    .limit(batchSize)
    .for('update', { skipLocked: true });

/** Makes a job due at once. By the clock of the database, because the clocks of servers differ. */
export const dueNow: SQL<Date> = sql`now()`;

/** When the lease of a job began, by the clock of the database: schedules count from it. */
export const leasedAt = ({ leaseSeconds }: { leaseSeconds: number }, { claimedUntil }: LeasedJob): number =>
  claimedUntil!.getTime() - leaseSeconds * 1000;

// Truncated to milliseconds, the precision of a Date: the stored lease is compared with one.
export const leaseEnd = ({ leaseSeconds }: { leaseSeconds: number }): SQL =>
  sql`date_trunc('milliseconds', now() + make_interval(secs => ${leaseSeconds}))`;

/** Condition for writing the outcome of a job: false once another server has taken it over. */
export const isLeased = (table: JobTable, { id, claimedUntil }: LeasedJob): SQL =>
  and(eq(table.id, id), eq(table.claimedUntil, claimedUntil))!;

/** Releases the lease of an unchanged job, so that another server or the next start can claim it at once. */
export async function releaseLease(db: Queryable, table: JobTable, job: LeasedJob): Promise<void> {
  await db.update(table).set({ claimedUntil: null }).where(isLeased(table, job));
}
