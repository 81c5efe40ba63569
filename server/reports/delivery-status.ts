import { and, eq, ne } from 'drizzle-orm';

import type { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { reportEmails, reports } from '#server/database/schema.ts';
import { type BackoffSeconds, retryAt } from '#server/jobs/backoff.ts';
import { isLeased } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import type { ReportServices } from './services.ts';
import type { ReportEmailRow } from './store.ts';

const backoffSeconds: BackoffSeconds = [60, 300, 1800, 7200];

/** Errors that a retry cannot fix. */
const permanentErrors = /^(report_\w+|export_too_large)$/;

export async function markSent({ db }: ReportServices, email: ReportEmailRow): Promise<void> {
  await db.transaction(async (tx) => {
    const sent = { state: 'sent' as const, sentAt: new Date(), failure: null, claimedUntil: null };
    await tx.update(reportEmails).set(sent).where(eq(reportEmails.id, email.id));
    await publishReportChange(tx, email);
  });
}

export async function markFailed({ db }: ReportServices, email: ReportEmailRow, problem: Problem): Promise<void> {
  const { code, params } = problem;
  const failure = { code, params };
  const dueAt = permanentErrors.test(code) ? undefined : retryAt(backoffSeconds, email.tries);
  const next = dueAt ? { dueAt } : { state: 'failed' as const };
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(reportEmails)
      .set({ tries: email.tries + 1, failure, claimedUntil: null, ...next })
      .where(isLeased(reportEmails, email))
      .returning();
    if (!changed) return;
    const report = await publishReportChange(tx, email);
    if (dueAt || !report?.memberId || (await hasOtherFailure(tx, email))) return;
    const { id, name, memberId } = report;
    await notify(tx, [memberId], { kind: 'report_failed', report: id, name, to: email.to, failure });
  });
}

// One notification per slot, however many of its emails fail.
async function hasOtherFailure(tx: Queryable, { id, reportId, slot }: ReportEmailRow): Promise<boolean> {
  const isOther = and(eq(reportEmails.reportId, reportId), eq(reportEmails.slot, slot), ne(reportEmails.id, id));
  const [other] = await tx
    .select({ id: reportEmails.id })
    .from(reportEmails)
    .where(and(isOther, eq(reportEmails.state, 'failed')))
    .limit(1);
  return other !== undefined;
}

async function publishReportChange(tx: Queryable, { reportId }: ReportEmailRow) {
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId));
  if (report) await publishChange(tx, { kind: 'report', id: report.id, member: report.memberId });
  return report;
}
