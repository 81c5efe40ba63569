import { removeOldEntries } from '#server/audit/settings.ts';
import { emptyTrash } from '#server/applications/edit.ts';
import { cleanUpDashboards } from '#server/dashboards/trash.ts';
import { cleanUpDatasets, trashRetentionMs } from '#server/datasets/cleanup.ts';
import { mergeAll } from '#server/datasets/merge.ts';
import { failLostImports, removeOldUploads } from '#server/imports/recover.ts';
import type { ImportServices } from '#server/imports/uploads.ts';
import { removeOldDeliveries } from '#server/channels/deliver.ts';
import { removeOldRemaps } from '#server/lineage/list-remaps.ts';
import { removeOldNotifications } from '#server/notifications/list.ts';

import { removeOldFiles } from '#server/reports/stored-files.ts';
import { removeOldEmails } from '#server/reports/report-loop.ts';

const second = 1000;

type CleanupJob = { name: string; every: number; run: (ctx: ImportServices, signal: AbortSignal) => Promise<unknown> };

const jobs: CleanupJob[] = [
  { name: 'merging segments', every: 5 * second, run: mergeAll },
  { name: 'clearing datasets', every: 600 * second, run: cleanUpDatasets },
  {
    name: 'emptying the trash',
    every: 600 * second,
    run: (ctx) => emptyTrash(ctx, new Date(Date.now() - trashRetentionMs)),
  },
  { name: 'clearing dashboards', every: 600 * second, run: cleanUpDashboards },
  { name: 'looking for imports of lost servers', every: 15 * second, run: failLostImports },
  { name: 'forgetting old files', every: 3600 * second, run: ({ servers }) => servers.forgetOld() },
  { name: 'removing old uploads', every: 600 * second, run: removeOldUploads },
  { name: 'removing old notifications', every: 3600 * second, run: removeOldNotifications },
  { name: 'removing old report files', every: 3600 * second, run: removeOldFiles },
  { name: 'removing old emails', every: 3600 * second, run: removeOldEmails },
  { name: 'removing old replacements of columns', every: 3600 * second, run: removeOldRemaps },
  { name: 'removing old deliveries', every: 3600 * second, run: removeOldDeliveries },
  { name: 'removing old entries of the audit log', every: 3600 * second, run: removeOldEntries },
];

/** Runs the cleanup jobs in the background, one at a time. Returns the stop function. */
export function runCleanup(ctx: ImportServices): () => Promise<void> {
  const stopper = new AbortController();
  const { signal } = stopper;
  let work = Promise.resolve();
  const attempt = async ({ name, run }: CleanupJob) => {
    if (signal.aborted) return;
    await run(ctx, signal).catch((error: unknown) => signal.aborted || ctx.log.warn({ err: error }, `${name} failed`));
  };
  const timers = jobs.map((job) => setInterval(() => (work = work.then(() => attempt(job))), job.every));
  return async () => {
    stopper.abort();
    for (const timer of timers) clearInterval(timer);
    await work;
  };
}
