import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { nextSlot } from '#domain/time/schedule.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { members, reportEmails, reportRecipients, reports } from '#server/database/schema.ts';
import { dueNow, lockDue } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';
import type { ReportServices } from './services.ts';
import { loadReportRow, type ReportRow } from './store.ts';

/** Maximum reports planned in one transaction. */
const batchSize = 100;

/**
 * Inserts the emails of due reports and their next slot in one transaction, so that each recipient gets exactly one
 * email per slot, across crashes and servers. Slots missed while no server ran are replaced by a single email. Returns
 * whether there may be more.
 */
export async function planDue({ db }: { db: Database }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isPending = eq(reports.isPaused, false);
    const due = await lockDue(tx, { table: reports, dueAt: reports.nextAt, isPending, batchSize });
    for (const report of due) await planReport(tx, report);
    return due.length === batchSize;
  });
}

async function planReport(tx: Queryable, { id, memberId, nextAt, schedule, zone }: ReportRow): Promise<void> {
  const recipients = await listActiveRecipients(tx, id);
  const emails = recipients.map(({ recipientId, to }) => ({
    id: randomUUID(),
    reportId: id,
    recipientId,
    to,
    slot: nextAt,
  }));
  if (emails.length > 0) await tx.insert(reportEmails).values(emails).onConflictDoNothing();
  const next = new Date(nextSlot(schedule, zone, Math.max(Date.now(), nextAt.getTime())));
  await tx.update(reports).set({ nextAt: next }).where(eq(reports.id, id));
  await publishChange(tx, { kind: 'report', id, member: memberId });
}

/** The recipients of a report who have not unsubscribed, in list order. */
const listActiveRecipients = (tx: Queryable, reportId: string) =>
  tx
    .select({
      recipientId: reportRecipients.id,
      memberId: reportRecipients.memberId,
      to: sql<string>`coalesce(${members.name}, ${reportRecipients.address})`,
    })
    .from(reportRecipients)
    .leftJoin(members, eq(members.id, reportRecipients.memberId))
    .where(and(eq(reportRecipients.reportId, reportId), isNull(reportRecipients.stoppedAt)))
    .orderBy(reportRecipients.place);

/** Plans a test email to the caller, with their own settings or those of the first recipient. */
export async function planTest(ctx: MemberContext<ReportServices>, id: string): Promise<void> {
  const { row } = await loadReportRow(ctx, id);
  if (!ctx.config.mail) throw new Problem('mail_missing');
  const { member } = ctx.identity;
  const recipients = await listActiveRecipients(ctx.db, id);
  const { recipientId = null } = recipients.find(({ memberId }) => memberId === member.id) ?? recipients[0] ?? {};
  await ctx.db.transaction(async (tx) => {
    const email = { id: randomUUID(), reportId: id, recipientId, testedBy: member.id, to: member.name };
    await tx.insert(reportEmails).values({ ...email, slot: new Date() });
    await publishChange(tx, { kind: 'report', id, member: row.memberId });
  });
}

/** Retries the failed emails of the last slot. */
export async function retryLast(ctx: MemberContext<ReportServices>, id: string): Promise<void> {
  const { row } = await loadReportRow(ctx, id);
  const ofReport = eq(reportEmails.reportId, id);
  const last = ctx.db
    .select({ slot: sql`max(${reportEmails.slot})` })
    .from(reportEmails)
    .where(and(ofReport, isNull(reportEmails.testedBy)));
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(reportEmails)
      .set({ state: 'waiting', tries: 0, dueAt: dueNow, failure: null })
      .where(and(ofReport, eq(reportEmails.state, 'failed'), sql`${reportEmails.slot} = (${last})`));
    await publishChange(tx, { kind: 'report', id, member: row.memberId });
  });
}
