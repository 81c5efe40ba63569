import { sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { freshness } from '#server/database/schema.ts';
import { loadSnapshot, requireReadable } from '#server/datasets/snapshot.ts';
import { inMilliseconds } from '#server/datasets/freshness.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { isLeased, type JobQueue, leasedAt, releaseLease, runQueue } from '#server/jobs/job-queue.ts';
import { findNewestRow } from './newest-row.ts';
import { type FreshnessRow, saveCheck } from './save-check.ts';

// Datasets in the trash wait until they are restored. Finding the newest row is work for a connected database, so it is
// done only if an expectation is set.
const isPending = sql`exists (
  select 1 from datasets d join applications a on a.id = d.application_id
  where d.id = freshness.id and d.trashed_at is null and a.trashed_at is null
    and (d.connection is null or freshness.expectation is not null))`;

const dueChecks: JobQueue<typeof freshness> = {
  name: 'checking freshness',
  table: freshness,
  dueAt: freshness.nextCheckAt,
  isPending,
  // The checks of a batch run concurrently, each with at most two queries.
  batchSize: 4,
  leaseSeconds: 120,
};

/** Finds the newest rows of datasets that changed, and late data, until stopped. */
export const runFreshnessChecks = (ctx: DatasetServices): (() => Promise<void>) =>
  runQueue(ctx, dueChecks, (rows, signal) => Promise.all(rows.map((row) => check(ctx, row, signal))));

async function check(ctx: DatasetServices, row: FreshnessRow, signal: AbortSignal): Promise<void> {
  const now = leasedAt(dueChecks, row);
  const zone = row.expectation?.zone;
  try {
    const snapshot = requireReadable(await loadSnapshot(ctx, row.id));
    const { origin, rows } = snapshot;
    const isEmpty = rows === 0 && !origin.connection;
    const newestRow = isEmpty ? undefined : await findNewestRow(ctx, snapshot, { now, zone, signal });
    await saveCheck(ctx, row, { now, origin, newestRow });
  } catch (error) {
    if (signal.aborted) return releaseLease(ctx.db, freshness, row);
    // A database that does not answer says nothing about its rows: they are neither late nor fresh.
    if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'the freshness of a dataset could not be checked');
    await postpone(ctx, row);
  }
}

async function postpone({ db }: DatasetServices, row: FreshnessRow): Promise<void> {
  await db
    .update(freshness)
    .set({ claimedUntil: null, nextCheckAt: inMilliseconds(sql`now() + interval '5 minutes'`) })
    .where(isLeased(freshness, row));
}
