import { removeOldEntries } from '#server/audit/settings.ts';
import { emptyTrash } from '#server/applications/edit.ts';
import { clearDashboards } from '#server/dashboards/trash.ts';
import { clearDatasets, trashTime } from '#server/datasets/clear.ts';
import { mergeAll } from '#server/datasets/merge.ts';
import { removeOldUploads } from '#server/imports/recover.ts';
import type { Services } from '#server/imports/uploads.ts';
import { removeOldDeliveries } from '#server/channels/deliver.ts';
import { removeOldNotifications } from '#server/notifications/list.ts';

import { removeOldFiles } from '#server/reports/files.ts';
import { removeOldLetters } from '#server/reports/keep.ts';

const second = 1000;

type Job = { name: string; every: number; run: (ctx: Services, signal: AbortSignal) => Promise<unknown> };

const jobs: Job[] = [
  { name: 'merging segments', every: 5 * second, run: mergeAll },
  { name: 'clearing datasets', every: 600 * second, run: clearDatasets },
  { name: 'emptying the trash', every: 600 * second, run: (ctx) => emptyTrash(ctx, new Date(Date.now() - trashTime)) },
  { name: 'clearing dashboards', every: 600 * second, run: clearDashboards },
  { name: 'removing old uploads', every: 600 * second, run: removeOldUploads },
  { name: 'removing old notifications', every: 3600 * second, run: removeOldNotifications },
  { name: 'removing old report files', every: 3600 * second, run: removeOldFiles },
  { name: 'removing old letters', every: 3600 * second, run: removeOldLetters },
  { name: 'removing old deliveries', every: 3600 * second, run: removeOldDeliveries },
  { name: 'removing old entries of the audit log', every: 3600 * second, run: removeOldEntries },
];

/** Keeps the installation tidy in the background, one job after the other; gives what stops it. */
export function keepTidy(ctx: Services): () => Promise<void> {
  const stopper = new AbortController();
  const { signal } = stopper;
  let work = Promise.resolve();
  const attempt = async ({ name, run }: Job) => {
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
