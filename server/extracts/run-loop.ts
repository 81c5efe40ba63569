import { eq } from 'drizzle-orm';

import { type ErrorCode, Problem } from '#contract/errors.ts';
import { applications, extracts } from '#server/database/schema.ts';
import { isTransient } from '#server/execution/transient-problem.ts';
import { type BackoffSeconds, retryAt } from '#server/jobs/backoff.ts';
import { isLeased, type JobQueue, leasedAt, releaseLease, runQueue } from '#server/jobs/job-queue.ts';
import { holdLease } from '#server/jobs/lease.ts';
import { publishChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import { runExtract } from './run.ts';
import { nextRunOf } from './schedule.ts';
import type { ExtractRow, ExtractServices } from './services.ts';

const queue: JobQueue<typeof extracts> = {
  name: 'extracts',
  table: extracts,
  dueAt: extracts.nextRunAt,
  batchSize: 1,
  leaseSeconds: 60,
};

/** Extracts that a server runs at once. Each may take long, so each loop claims one at a time. */
const loops = 2;
const backoff: BackoffSeconds = [60, 300, 900];

/** Transient failures outside of the extract, which are retried. */
const transientCodes = new Set<ErrorCode>([
  'host_unreachable',
  'host_silent',
  'connection_refused',
  'connection_unreachable',
  'connection_timeout',
  'connection_too_many',
  'connection_lost',
  'disk_full',
  'query_crashed',
  'file_crash',
  'interrupted',
]);

/** Runs due extracts until stopped. */
export function runExtracts(ctx: ExtractServices): () => Promise<void> {
  const stops = Array.from({ length: loops }, () =>
    runQueue(ctx, queue, ([row], signal) => runClaimed(ctx, row!, signal)),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function runClaimed(ctx: ExtractServices, row: ExtractRow, signal: AbortSignal): Promise<void> {
  const lease = holdLease(ctx, queue, row);
  await publishChange(ctx.db, { kind: 'extract', id: row.id, application: row.applicationId });
  const problem = await runExtract(ctx, row, { signal, renewLease: lease.renew }).then(
    () => undefined,
    (error: unknown) => problemOf(ctx, error),
  );
  const leased = await lease.end();
  if (problem && signal.aborted) await releaseLease(ctx.db, extracts, leased);
  else await saveOutcome(ctx, leased, problem);
}

function problemOf({ log }: ExtractServices, error: unknown): Problem {
  if (error instanceof Problem) return error;
  log.error({ err: error }, 'an extract failed');
  return new Problem('unavailable', {}, { cause: error });
}

/** Whether the same failure was reported before, so that a frequent extract does not report it every time. */
const isReported = ({ failure, tries }: ExtractRow, { code }: Problem) => failure?.code === code && tries === 0;

/** Saves the outcome and when to run next, unless another server has taken the extract over. */
async function saveOutcome({ db }: ExtractServices, leased: ExtractRow, problem: Problem | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    // Read again: someone may have changed the schedule meanwhile.
    const [row] = await tx.select().from(extracts).where(isLeased(extracts, leased)).for('update');
    if (!row) return;
    const retry = problem && isRetryable(problem) ? retryAt(backoff, row.tries) : undefined;
    await tx
      .update(extracts)
      .set({
        claimedUntil: null,
        lastRunAt: new Date(),
        failure: problem ? { code: problem.code, params: problem.params } : null,
        tries: retry ? row.tries + 1 : 0,
        nextRunAt: retry ?? nextRunOf(row.schedule, row.zone, leasedAt(queue, row)),
      })
      .where(eq(extracts.id, row.id));
    const { id, applicationId: application, name } = row;
    await publishChange(tx, { kind: 'extract', id, application });
    if (!problem || retry || problem.code === 'cancelled' || isReported(row, problem)) return;
    const [applicationCreator] = await tx
      .select({ id: applications.memberId })
      .from(applications)
      .where(eq(applications.id, application));
    // Also the creator of the application, because the creator of the extract may be gone.
    const people = [row.memberId, row.editorId, applicationCreator?.id].filter((person) => person != null);
    const failure = { code: problem.code, params: problem.params };
    await notify(tx, [...new Set(people)], { kind: 'extract_failed', extract: id, application, name, failure });
  });
}

const isRetryable = (problem: Problem) =>
  (isTransient(problem) && problem.code !== 'cancelled') || transientCodes.has(problem.code);
