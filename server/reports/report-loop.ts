import { and, lt, ne } from 'drizzle-orm';

import { reportEmails } from '#server/database/schema.ts';
import { runEvery } from '#server/jobs/run-every.ts';
import { planDue } from './plan-emails.ts';
import { runReportEmails } from './send.ts';
import type { ReportServices } from './services.ts';

const pollMs = 1000;
const retentionMs = 180 * 24 * 60 * 60 * 1000;

/** Plans due reports and sends due emails until stopped. */
export function runReports(ctx: ReportServices): () => Promise<void> {
  const stopPlanning = runEvery(ctx.log, { name: 'planning reports', pause: pollMs, run: () => planDue(ctx) });
  const stopSending = runReportEmails(ctx);
  return async () => {
    await Promise.all([stopPlanning(), stopSending()]);
  };
}

/** Deletes finished emails older than the retention period. */
export async function removeOldEmails({ db }: Pick<ReportServices, 'db'>): Promise<void> {
  const old = new Date(Date.now() - retentionMs);
  await db.delete(reportEmails).where(and(ne(reportEmails.state, 'waiting'), lt(reportEmails.createdAt, old)));
}
