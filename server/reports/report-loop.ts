import { and, lt, ne } from 'drizzle-orm';

import { reportEmails } from '#server/database/schema.ts';
import { runEvery } from '#server/run-every.ts';
import { planDue } from './plan-emails.ts';
import { sendDue } from './send.ts';
import type { ReportServices } from './services.ts';

const pollMs = 1000;
const retentionMs = 180 * 24 * 60 * 60 * 1000;

/** Polls for due reports and emails, plans and sends them until stopped. */
export function runReports(ctx: ReportServices): () => Promise<void> {
  const run = async (signal: AbortSignal) => {
    const hasMore = await planDue(ctx);
    return (await sendDue(ctx, signal)) || hasMore;
  };
  return runEvery(ctx.log, { name: 'sending reports', pause: pollMs, run });
}

/** Deletes finished emails older than the retention period. */
export async function removeOldEmails({ db }: Pick<ReportServices, 'db'>): Promise<void> {
  const old = new Date(Date.now() - retentionMs);
  await db.delete(reportEmails).where(and(ne(reportEmails.state, 'waiting'), lt(reportEmails.createdAt, old)));
}
